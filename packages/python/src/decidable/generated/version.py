# Written by "npm run python" from the OpenAPI description. Do not edit.
"""The version of the client, which is that of the service."""

__version__ = "0.1.0"
