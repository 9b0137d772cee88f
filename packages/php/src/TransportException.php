<?php

declare(strict_types=1);

namespace Decidable;

/** What a transport throws where no answer arrived; callers get a `ConnectionException` or a `TimeoutException`. */
final class TransportException extends \RuntimeException
{
}
