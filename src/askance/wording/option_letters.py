"""The letters under which the options of a multiple-choice question are listed."""

import string

OPTION_LETTERS = string.ascii_uppercase  # a question has at most as many options
