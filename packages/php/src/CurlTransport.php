<?php

declare(strict_types=1);

namespace Decidable;

/** Sends by the extension curl, whose time limit is of the whole request. A connection a request. */
final class CurlTransport implements Transport
{
    /** @throws \LogicException where PHP has no curl */
    public function __construct()
    {
        if (!extension_loaded('curl')) {
            throw new \LogicException('PHP lacks the extension curl: install it, or give a `transport`.');
        }
    }

    public function post(string $address, array $headers, string $body, float $timeout): Reply
    {
        // Curl would wait for leave to send a large body, which not every proxy gives.
        $lines = ['expect:'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $said = [];
        // A new handle each time: on a connection that is used again, curl sends a request again by itself.
        $curl = curl_init($address);
        curl_setopt_array($curl, [
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT_MS => (int) ceil(1000 * $timeout),
            // Without it some builds of curl end every request with a limit below a second at once.
            CURLOPT_NOSIGNAL => true,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$said): int {
                if (false !== strpos($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $said[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        $answer = curl_exec($curl);
        if (!is_string($answer)) {
            throw new TransportException(curl_error($curl));
        }
        return new Reply((int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $said, $answer);
    }
}
