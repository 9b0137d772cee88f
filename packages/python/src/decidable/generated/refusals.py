# Written by "npm run python" from the OpenAPI description. Do not edit.
"""The refusals of the service, a class for each code."""

from __future__ import annotations

from typing import Dict, Type

from ..errors import ServiceError

__all__ = [
    "BadRequestError",
    "ForbiddenError",
    "InternalServiceError",
    "NotFoundError",
    "PayloadTooLargeError",
    "ServiceUnavailableError",
    "TooManyRequestsError",
    "UnauthorizedError",
    "UnsupportedMediaTypeError",
]


class BadRequestError(ServiceError):
    """`BAD_REQUEST`: The body is empty, is not JSON, lacks a required field or has one that cannot be
    accepted (the message names it), or the CSV cannot be read (the message gives line and column). Headers
    that are too large have it with the status 431.
    """


class UnauthorizedError(ServiceError):
    """`UNAUTHORIZED`: The key is missing, wrong, revoked or expired, or was not sent in the x-api-key header.
    """


class ForbiddenError(ServiceError):
    """`FORBIDDEN`: The key is valid, but not for this organization's data, not from this origin, or not for
    this endpoint.
    """


class NotFoundError(ServiceError):
    """`NOT_FOUND`: There is no such route, or it was called with another method than POST."""


class PayloadTooLargeError(ServiceError):
    """`PAYLOAD_TOO_LARGE`: The body is over the byte limit of the endpoint, as it is sent or once it is
    inflated, or a CSV is over 2 MiB.
    """


class UnsupportedMediaTypeError(ServiceError):
    """`UNSUPPORTED_MEDIA_TYPE`: The content type is not JSON, or the body is compressed in another way than
    gzip.
    """


class TooManyRequestsError(ServiceError):
    """`TOO_MANY_REQUESTS`: A rate limit is reached; Retry-After says when to come back."""


class InternalServiceError(ServiceError):
    """`INTERNAL`: A fault of the service."""


class ServiceUnavailableError(ServiceError):
    """`SERVICE_UNAVAILABLE`: A dependency is failing fast, the service is overloaded, or it is shutting down;
    Retry-After says when to come back.
    """


REFUSALS: Dict[str, Type[ServiceError]] = {
    "BAD_REQUEST": BadRequestError,
    "UNAUTHORIZED": UnauthorizedError,
    "FORBIDDEN": ForbiddenError,
    "NOT_FOUND": NotFoundError,
    "PAYLOAD_TOO_LARGE": PayloadTooLargeError,
    "UNSUPPORTED_MEDIA_TYPE": UnsupportedMediaTypeError,
    "TOO_MANY_REQUESTS": TooManyRequestsError,
    "INTERNAL": InternalServiceError,
    "SERVICE_UNAVAILABLE": ServiceUnavailableError,
}
