"""The training of the question generator of inverse VQA; needs torch."""
