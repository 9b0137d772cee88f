import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diag } from '@opentelemetry/api';
import { watchSdk } from './sdk-warnings.ts';

test('of the warnings of the SDK one a minute is handed on', () => {
  let now = 0;
  const warned: string[] = [];
  const end = watchSdk(
    (message) => warned.push(message),
    () => now,
  );
  diag.info('nothing');
  diag.warn('first');
  now = 59_999;
  diag.error('too early');
  now = 60_000;
  diag.error('second');
  end();
  now = 120_000;
  diag.warn('after the end');
  assert.deepEqual(warned, ['first', 'second']);
});
