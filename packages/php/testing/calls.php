<?php

declare(strict_types=1);

/*
 * Makes the calls that the standard input names, one after another with one client, and prints what became of each, as JSON.
 */

require __DIR__ . '/../autoload.php';

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if (0 === (error_reporting() & $level)) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

$given = json_decode((string) stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$became = [];
$client = null;
foreach ($given['calls'] as [$operation, $request, $options]) {
    try {
        $client = $client ?? new Decidable\Client($given['options']);
        $became[] = ['answer' => $client->$operation($request, $options)];
    } catch (Throwable $error) {
        $told = ['class' => get_class($error), 'message' => $error->getMessage()];
        $previous = $error->getPrevious();
        if (null !== $previous) {
            $told['previous'] = get_class($previous);
        }
        foreach (['status', 'errorCode', 'correlationId', 'retryAfter', 'operation'] as $name) {
            if (method_exists($error, $name)) {
                $told[$name] = $error->$name();
            }
        }
        $became[] = ['error' => $told];
    }
}
echo json_encode($became, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
