"""`python -m askance`: the command, where its script is not on the path."""

import sys

from askance.cli.main import main

sys.exit(main())
