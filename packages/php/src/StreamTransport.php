<?php

declare(strict_types=1);

namespace Decidable;

/** Sends by the streams of PHP, which need no extension; `allow_url_fopen` has to be on. A connection a request. */
final class StreamTransport implements Transport
{
    private const CHUNK = 65536;
    /** Between two looks for more of an answer, in microseconds. */
    private const NAP = 1000;

    public function post(string $address, array $headers, string $body, float $timeout): Reply
    {
        $end = microtime(true) + $timeout;
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => $lines,
            'content' => $body,
            'timeout' => $timeout,
            'ignore_errors' => true,
            'follow_location' => 0,
            'protocol_version' => 1.1,
        ]]);
        error_clear_last();
        $stream = @fopen($address, 'rb', false, $context);
        if (false === $stream) {
            throw new TransportException(self::lastError());
        }
        try {
            return self::read($stream, $end);
        } finally {
            fclose($stream);
        }
    }

    /** @param resource $stream */
    private static function read($stream, float $end): Reply
    {
        [$status, $headers] = self::head(stream_get_meta_data($stream)['wrapper_data'] ?? []);
        $body = '';
        // Otherwise a chunked answer is read until a whole buffer has arrived, however long that takes.
        stream_set_blocking($stream, false);
        while (!feof($stream)) {
            if (microtime(true) >= $end) {
                throw new TransportException('the answer did not end in time');
            }
            $read = (string) fread($stream, self::CHUNK);
            $body .= $read;
            // Streams that are decoded cannot be waited for by `stream_select`.
            if ('' === $read) {
                usleep(self::NAP);
            }
        }
        $length = $headers['content-length'] ?? null;
        if (null !== $length && strlen($body) < (int) $length) {
            throw new TransportException('the answer broke off');
        }
        return new Reply($status, $headers, $body);
    }

    /**
     * Status and headers of the answer; a line of status begins the headers anew.
     *
     * @param mixed $lines
     * @return array{int, array<string, string>}
     */
    private static function head($lines): array
    {
        $status = 0;
        $headers = [];
        foreach (is_array($lines) ? $lines : [] as $line) {
            if (1 === preg_match('~^HTTP/\S+ (\d{3})~', $line, $found)) {
                $status = (int) $found[1];
                $headers = [];
            } elseif (false !== strpos($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower(trim($name))] = trim($value);
            }
        }
        return [$status, $headers];
    }

    private static function lastError(): string
    {
        $message = error_get_last()['message'] ?? 'the request failed';
        return (string) preg_replace('/^fopen\([^)]*\): /', '', $message);
    }
}
