<?php

declare(strict_types=1);

namespace Decidable;

/** An answer of HTTP. */
final class Reply
{
    private const HTTP_DATE = 'D, d M Y H:i:s \G\M\T';

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

    /** Seconds to wait, said as whole ones or as a date (RFC 9110, 10.2.3); null where neither is said. */
    public function retryAfter(): ?int
    {
        $said = $this->headers['retry-after'] ?? '';
        if (1 === preg_match('/^\d+$/D', $said)) {
            return (int) $said;
        }
        $at = \DateTimeImmutable::createFromFormat(self::HTTP_DATE, $said, new \DateTimeZone('UTC'));
        // PHP reads what is no date, such as the 31st of February, as another one.
        return false !== $at && $at->format(self::HTTP_DATE) === $said ? max(0, $at->getTimestamp() - time()) : null;
    }
}
