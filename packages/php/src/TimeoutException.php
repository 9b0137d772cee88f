<?php

declare(strict_types=1);

namespace Decidable;

/** The time of the call ran out. The previous exception is the last failure, where it was sent again after one. */
final class TimeoutException extends DecidableException
{
}
