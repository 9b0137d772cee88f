<?php

declare(strict_types=1);

namespace Decidable;

/** The service refused the call, or failed, and said why: its message names the field and the fix. */
final class ServiceException extends DecidableException
{
    private int $status;
    /** @var array{error: array{code: string, message: string}, correlationId: string} */
    private array $envelope;
    private ?int $retryAfter;

    /**
     * @param array{error: array{code: string, message: string}, correlationId: string} $envelope the answer as it came
     * @param int|null $retryAfter seconds after which the same request may pass, where the service says so
     */
    public function __construct(string $operation, int $status, array $envelope, ?int $retryAfter)
    {
        $error = $envelope['error'];
        parent::__construct($operation, "{$error['message']} ({$error['code']}, {$envelope['correlationId']})");
        $this->status = $status;
        $this->envelope = $envelope;
        $this->retryAfter = $retryAfter;
    }

    public function status(): int
    {
        return $this->status;
    }

    /** Such as "BAD_REQUEST". */
    public function errorCode(): string
    {
        return $this->envelope['error']['code'];
    }

    /** Identifies the request in the service's log. */
    public function correlationId(): string
    {
        return $this->envelope['correlationId'];
    }

    public function retryAfter(): ?int
    {
        return $this->retryAfter;
    }

    /** @return array{error: array{code: string, message: string}, correlationId: string} */
    public function envelope(): array
    {
        return $this->envelope;
    }
}
