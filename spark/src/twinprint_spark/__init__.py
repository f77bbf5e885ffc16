"""Jobs on Apache Spark that run the ``twinprint`` program in the executors.

Spark distributes, exchanges and retries; what is done with documents and fingerprints the program does, one process a task.
"""

from .failure import Failure
from .index import Design, build
from .join import join
from .program import Program
from .scan import How, scan

__all__ = ["Design", "Failure", "How", "Program", "build", "join", "scan"]
