"""`python -m kiebitz` is the command `kiebitz`. Nothing else may live here."""

from __future__ import annotations

import sys

from kiebitz.cli import main

sys.exit(main())
