<?php

declare(strict_types=1);

namespace Decidable;

use Decidable\Generated\Operations;

/** A client of the service for one organization. */
final class Client extends Operations
{
    /** The first pause before a call is sent again, in seconds; each further one is up to twice as long. Set by hand. */
    private const FIRST_PAUSE = 0.1;
    /** What proxies answer when the service behind them does not. */
    private const GATEWAY_ERRORS = [502, 503, 504];
    /** How many characters of an answer that is not the service's stand in the message. Set by hand. */
    private const QUOTED = 120;
    private const MOST_RETRIES = 100;
    /** A week: far more than any call takes. */
    private const LONGEST_TIMEOUT = 604800.0;
    /** Transports have clocks of their own, so a wait that is over may end so much before its time, in seconds. */
    private const EARLY = 0.002;
    /** Headers of a connection and of a body: those of the shopper's request would break another one. */
    private const NOT_HANDED_ON = ['accept-encoding', 'connection', 'content-encoding', 'content-length', 'expect', 'host',
        'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

    private string $endpoint;
    private string $apiKey;
    private string $organizationId;
    private float $timeout;
    private float $gradingTimeout;
    private int $retries;
    private Transport $transport;

    /**
     * @param array{endpoint: string, apiKey: string, organizationId: string, timeout?: float, gradingTimeout?: float,
     *     retries?: int, transport?: Transport} $options `endpoint` is the base address of the interface, such as
     *     https://decidable.example/api/v1; `timeout` are the seconds of a whole call (10 unless given), `gradingTimeout`
     *     those of a grading (120); `retries` how often a call is sent again at most, where that is safe (2)
     * @throws \InvalidArgumentException which names the option that is missing or wrong
     */
    public function __construct(array $options)
    {
        $known = ['endpoint', 'apiKey', 'organizationId', 'timeout', 'gradingTimeout', 'retries', 'transport'];
        self::refuseUnknown($options, $known);
        $this->endpoint = self::endpointOf(self::text($options, 'endpoint'));
        $this->apiKey = self::text($options, 'apiKey');
        if (1 !== preg_match('/^[\x21-\x7e]+$/D', $this->apiKey)) {
            throw new \InvalidArgumentException('`apiKey` has a character that no key has.');
        }
        $this->organizationId = self::text($options, 'organizationId');
        $this->timeout = self::seconds('timeout', $options['timeout'] ?? 10.0);
        $this->gradingTimeout = self::seconds('gradingTimeout', $options['gradingTimeout'] ?? 120.0);
        $this->retries = self::retries($options['retries'] ?? 2);
        $this->transport = $options['transport'] ?? new CurlTransport();
    }

    protected function call(string $operation, array $facts, array $request, array $options): array
    {
        self::refuseUnknown($options, ['timeout', 'retries', 'headers']);
        $timeout = self::seconds('timeout', $options['timeout'] ?? ($facts['isGrading'] ? $this->gradingTimeout : $this->timeout));
        $retries = self::retries($options['retries'] ?? $this->retries);
        $body = $this->bodyOf($facts, $request);
        $text = self::textOf($operation, $body);
        $headers = $this->headersOf($options['headers'] ?? []);
        $isRepeatable = 'same' === $facts['applied'] || ('unless kept' === $facts['applied'] && !isset($body['organizationId']));
        $end = microtime(true) + $timeout;
        $last = null;
        for ($attempt = 0; ; $attempt++) {
            $left = $end - microtime(true);
            try {
                $reply = $this->transport->post($this->endpoint . $facts['path'], $headers, $text, max(0.001, $left));
                $answer = json_decode($reply->body, true);
                if ($reply->status >= 200 && $reply->status < 300 && is_array($answer)) {
                    return $answer;
                }
                $error = self::failureOf($operation, $reply, $answer);
                $pause = self::pauseAfter($reply, $attempt, $isRepeatable);
            } catch (TransportException $cause) {
                if (microtime(true) + self::EARLY >= $end) {
                    throw new TimeoutException($operation, "No answer within $timeout s.", $last ?? $cause);
                }
                $error = new ConnectionException($operation, "No answer from {$this->endpoint} ({$cause->getMessage()}).", $cause);
                $pause = $isRepeatable ? self::jitter($attempt) : null;
            }
            if (null === $pause || $attempt >= $retries || $pause >= $end - microtime(true)) {
                throw $error;
            }
            $last = $error;
            usleep((int) (1e6 * $pause));
        }
    }

    /**
     * The request as it is sent each time: with its organization, and under a name where it can have one.
     *
     * @param array{fillsOrganization: bool, objects: list<string>, name?: string, names?: string} $facts
     * @param array<string, mixed> $request
     * @return array<string, mixed>
     */
    private function bodyOf(array $facts, array $request): array
    {
        if ($facts['fillsOrganization']) {
            $request['organizationId'] = $this->organizationId;
        }
        $named = $facts['names'] ?? null;
        if (isset($facts['name']) && (null === $named || isset($request[$named]))) {
            $request[$facts['name']] = $request[$facts['name']] ?? bin2hex(random_bytes(16));
        }
        foreach ($facts['objects'] as $path) {
            $request = self::withObjects($request, explode('.', $path));
        }
        return $request;
    }

    /**
     * A value whose empty arrays at the path are objects; `*` stands for each key.
     *
     * @param mixed $value
     * @param list<string> $path
     * @return mixed
     */
    private static function withObjects($value, array $path)
    {
        if (!is_array($value) || [] === $path) {
            return [] === $value ? new \stdClass() : $value;
        }
        $step = array_shift($path);
        foreach ('*' === $step ? array_keys($value) : [$step] as $key) {
            if (isset($value[$key])) {
                $value[$key] = self::withObjects($value[$key], $path);
            }
        }
        return $value;
    }

    /**
     * The request as JSON. What is no UTF-8 is refused: with � in place of it, all visitors with a broken cookie would have
     * one session, and an export of another encoding would be graded by values that nobody wrote.
     *
     * @param array<string, mixed> $body
     */
    private static function textOf(string $operation, array $body): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        try {
            return json_encode((object) $body, $flags);
        } catch (\JsonException $cause) {
            throw new DecidableException($operation, "The request cannot be written as JSON ({$cause->getMessage()}).", $cause);
        }
    }

    /**
     * @param array<string, string|null> $more
     * @return array<string, string>
     */
    private function headersOf(array $more): array
    {
        $headers = [];
        foreach (array_diff_key(array_change_key_case($more), array_flip(self::NOT_HANDED_ON)) as $name => $value) {
            if (1 !== preg_match('/^[\w-]+$/D', (string) $name)) {
                throw new \InvalidArgumentException('`headers` has a name that no header has.');
            }
            if (null === $value) {
                continue;
            }
            if (!is_string($value) || 1 === preg_match('/[\r\n\0]/', $value)) {
                throw new \InvalidArgumentException("`headers` must have a string of one line as `$name`, or null.");
            }
            $headers[$name] = $value;
        }
        return array_merge($headers, ['content-type' => 'application/json', 'x-api-key' => $this->apiKey]);
    }

    /**
     * Seconds to wait before the call is sent again; null where it must not be. What the service itself refuses, it has not applied:
     * it says when to come back. After a proxy's answer nobody knows, so that only what may be repeated is sent again.
     */
    private static function pauseAfter(Reply $reply, int $attempt, bool $isRepeatable): ?float
    {
        $isEnvelope = null !== self::envelopeOf(json_decode($reply->body, true));
        $said = $reply->retryAfter();
        if (in_array($reply->status, [429, 503], true) && null !== $said) {
            return $isEnvelope || $isRepeatable ? (float) $said : null;
        }
        return !$isEnvelope && $isRepeatable && in_array($reply->status, self::GATEWAY_ERRORS, true) ? self::jitter($attempt) : null;
    }

    /** At random, so that the clients of a service that was away do not all come back at once. */
    private static function jitter(int $attempt): float
    {
        return mt_rand() / mt_getrandmax() * self::FIRST_PAUSE * 2 ** $attempt;
    }

    /**
     * @param mixed $answer
     * @return array{error: array{code: string, message: string}, correlationId: string}|null
     */
    private static function envelopeOf($answer): ?array
    {
        $error = is_array($answer) ? ($answer['error'] ?? null) : null;
        $isOne = is_array($error) && is_string($error['code'] ?? null) && is_string($error['message'] ?? null)
            && is_string($answer['correlationId'] ?? null);
        return $isOne ? $answer : null;
    }

    /** @param mixed $answer */
    private static function failureOf(string $operation, Reply $reply, $answer): DecidableException
    {
        $envelope = $reply->status >= 400 ? self::envelopeOf($answer) : null;
        if (null !== $envelope) {
            return new ServiceException($operation, $reply->status, $envelope, $reply->retryAfter());
        }
        if ($reply->status >= 300 && $reply->status < 400) {
            $to = self::quoted($reply->headers['location'] ?? 'nowhere');
            $message = "The address redirects to $to. Redirects are not followed, as they would take the key along: "
                . 'set `endpoint` to the address behind it.';
            return new UnexpectedAnswerException($operation, $reply->status, $message);
        }
        $message = "The answer with status {$reply->status} is not the service's. Is `endpoint` right, and what is in between? "
            . 'It begins: ' . self::quoted($reply->body);
        return new UnexpectedAnswerException($operation, $reply->status, $message);
    }

    /** The beginning of a text of any encoding, as UTF-8: a message that is none cannot be written to a log of JSON. */
    private static function quoted(string $text): string
    {
        $clean = json_decode((string) json_encode($text, JSON_INVALID_UTF8_SUBSTITUTE));
        return (string) preg_replace('/^(.{0,' . self::QUOTED . '}).*/su', '$1', (string) preg_replace('/\s+/u', ' ', $clean));
    }

    /**
     * @param array<mixed> $options
     * @param list<string> $known
     */
    private static function refuseUnknown(array $options, array $known): void
    {
        $unknown = array_diff(array_keys($options), $known);
        if ([] !== $unknown) {
            $name = reset($unknown);
            throw new \InvalidArgumentException("`$name` is no option; there are " . implode(', ', $known) . '.');
        }
    }

    /** @param array<mixed> $options */
    private static function text(array $options, string $name): string
    {
        $value = $options[$name] ?? null;
        if (!is_string($value) || '' === trim($value)) {
            throw new \InvalidArgumentException("`$name` is missing.");
        }
        return trim($value);
    }

    private static function endpointOf(string $given): string
    {
        $parts = parse_url($given);
        $isBase = is_array($parts) && isset($parts['host'])
            && [] === array_intersect_key($parts, ['user' => 1, 'query' => 1, 'fragment' => 1]);
        if (!$isBase || 1 !== preg_match('~^https?://[^\s]+$~Di', $given)) {
            throw new \InvalidArgumentException('`endpoint` must be the base address by https:// or http:// alone, such as https://decidable.example/api/v1.');
        }
        return rtrim($given, '/');
    }

    /** @param mixed $value */
    private static function seconds(string $name, $value): float
    {
        if (!(is_int($value) || is_float($value)) || !($value > 0 && $value <= self::LONGEST_TIMEOUT)) {
            throw new \InvalidArgumentException("`$name` must be seconds above 0, at most " . self::LONGEST_TIMEOUT . '.');
        }
        return (float) $value;
    }

    /** @param mixed $value */
    private static function retries($value): int
    {
        if (!is_int($value) || $value < 0 || $value > self::MOST_RETRIES) {
            throw new \InvalidArgumentException('`retries` must be a whole number from 0 to ' . self::MOST_RETRIES . '.');
        }
        return $value;
    }
}
