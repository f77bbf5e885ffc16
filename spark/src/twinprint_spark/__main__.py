"""``python -m twinprint_spark``, and what spark-submit can be given."""

import sys

from twinprint_spark.command import main

sys.exit(main())
