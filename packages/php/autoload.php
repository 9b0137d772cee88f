<?php

declare(strict_types=1);

/** Loads the classes of the client where there is no Composer. */
spl_autoload_register(static function (string $class): void {
    if (0 === strpos($class, 'Decidable\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, 10)) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
