<?php

declare(strict_types=1);

namespace Decidable;

/** Any failure of a call. */
class DecidableException extends \RuntimeException
{
    /** The method that was called, such as "track". */
    private string $operation;

    public function __construct(string $operation, string $message, ?\Throwable $previous = null)
    {
        parent::__construct("$operation: $message", 0, $previous);
        $this->operation = $operation;
    }

    public function operation(): string
    {
        return $this->operation;
    }
}
