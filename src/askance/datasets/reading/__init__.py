"""What several data sets share: image decoding, tables, records, checks."""
