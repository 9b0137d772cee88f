<?php

declare(strict_types=1);

namespace Decidable;

/** How requests are sent: a shop with an HTTP client of its own implements it. */
interface Transport
{
    /**
     * Posts a body, and follows no redirect: that would take the key along.
     *
     * @param array<string, string> $headers
     * @param float $timeout seconds for the whole request
     * @throws TransportException where no answer arrived
     */
    public function post(string $address, array $headers, string $body, float $timeout): Reply;
}
