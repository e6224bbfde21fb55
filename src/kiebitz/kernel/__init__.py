"""The kernel, the only way to compiled code; `backend` says which host runs it, as `host` has it.

Integers and bytes pass here, those that come back under the names of `answers`. Of the package, only `errors` and
`check_certificate` are imported, and of the page, its script and its module are read.
"""

from __future__ import annotations

from kiebitz.kernel.answers import *
from kiebitz.kernel.functions import *
from kiebitz.kernel.host import backend as backend
from kiebitz.kernel.host import check_certificate as check_certificate
from kiebitz.kernel.skat import *
