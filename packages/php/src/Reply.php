<?php

declare(strict_types=1);

namespace Decidable;

/** An answer of HTTP. */
final class Reply
{
    public int $status;
    /** @var array<string, string> by their names in small letters */
    public array $headers;
    public string $body;

    /** @param array<string, string> $headers by their names in small letters */
    public function __construct(int $status, array $headers, string $body)
    {
        $this->status = $status;
        $this->headers = $headers;
        $this->body = $body;
    }

    /** Seconds to wait, said as such or as a date (RFC 9110, 10.2.3); null where nothing is said. */
    public function retryAfter(): ?int
    {
        $said = $this->headers['retry-after'] ?? '';
        if (1 === preg_match('/^\d+$/D', $said)) {
            return (int) $said;
        }
        $at = '' === $said ? false : strtotime($said);
        return false === $at ? null : max(0, $at - time());
    }
}
