"""An outside package that adds a member to each family of Askance."""
