<?php

declare(strict_types=1);

namespace Decidable;

/** Something else than the service answered, such as a proxy before it. */
final class UnexpectedAnswerException extends DecidableException
{
    private int $status;

    public function __construct(string $operation, int $status, string $message)
    {
        parent::__construct($operation, $message);
        $this->status = $status;
    }

    public function status(): int
    {
        return $this->status;
    }
}
