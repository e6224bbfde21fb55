"""The command `kiebitz`, as `python -m kiebitz`."""

from __future__ import annotations

import sys

from kiebitz.cli import main

sys.exit(main())
