"""A typed client of the Decidable service, for servers.

from decidable import Client

decidable = Client(endpoint="https://decidable.example/api/v1", api_key="…", organization_id="…")
decidable.track(session_id=session_id, signals=[{"type": "category_view", "value": "boots"}])
ranking = decidable.catalog_ranked(session_id=session_id, limit=5)
"""

from .client import Client
from .errors import (
    CallTimeoutError,
    ConnectionFailedError,
    DecidableError,
    ServiceError,
    UnexpectedAnswerError,
)
from .generated import records, refusals, requests
from .generated.records import *  # noqa: F403
from .generated.refusals import *  # noqa: F403
from .generated.requests import *  # noqa: F403
from .generated.version import __version__

__all__ = [
    "CallTimeoutError",
    "Client",
    "ConnectionFailedError",
    "DecidableError",
    "ServiceError",
    "UnexpectedAnswerError",
    "__version__",
]
__all__ += records.__all__
__all__ += refusals.__all__
__all__ += requests.__all__
