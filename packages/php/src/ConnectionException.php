<?php

declare(strict_types=1);

namespace Decidable;

/** No answer arrived: the service cannot be reached, or the connection broke. */
final class ConnectionException extends DecidableException
{
}
