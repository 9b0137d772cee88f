import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreSpared } from '../../availability/store-breaker.ts';
import { Forbidden, InvalidInput, NotFound, Overloaded, TooLarge } from '../../errors.ts';
import { ChangeUnannounced, StoreUnavailable } from '../../storage/ports.ts';
import { Refusal } from './refusal.ts';
import { isOurFault, refusalOf } from './refusal-of.ts';

const told = (error: unknown) => {
  const refusal = refusalOf(error);
  return [refusal.status, refusal.code, refusal.headers['retry-after'], isOurFault(error, refusal)];
};

test('each error of the domain has its status, and its message is sent unchanged', () => {
  assert.deepEqual(told(new InvalidInput('x')), [400, 'BAD_REQUEST', undefined, false]);
  assert.deepEqual(told(new NotFound('x')), [404, 'NOT_FOUND', undefined, false]);
  assert.deepEqual(told(new Forbidden('x')), [403, 'FORBIDDEN', undefined, false]);
  assert.deepEqual(told(new TooLarge('x')), [413, 'PAYLOAD_TOO_LARGE', undefined, false]);
  assert.deepEqual(told(new Overloaded('x', 2.5)), [503, 'SERVICE_UNAVAILABLE', '3', false]);
  assert.equal(refusalOf(new InvalidInput('name must not be empty.')).message, 'name must not be empty.');
});

test('a refusal is its own answer', () => {
  const refusal = new Refusal('UNAUTHORIZED', 'x');
  assert.equal(refusalOf(refusal), refusal);
});

test('a failing store and an open breaker are answered with 503; only the failure is logged', () => {
  assert.deepEqual(told(new StoreUnavailable('full')), [503, 'SERVICE_UNAVAILABLE', '1', true]);
  assert.deepEqual(told(new StoreSpared('open')), [503, 'SERVICE_UNAVAILABLE', '2', false]);
  assert.deepEqual(told(new ChangeUnannounced()), [503, 'SERVICE_UNAVAILABLE', '1', true]);
  assert.match(refusalOf(new ChangeUnannounced()).message, /^The change is stored, .* Send it again/);
});

test('every other error is a fault of the service, whose message is not sent', () => {
  for (const error of [
    new TypeError('secret'),
    'secret',
    undefined,
    { statusCode: 400, message: 'secret' },
  ]) {
    assert.deepEqual(told(error), [500, 'INTERNAL', undefined, true]);
    assert.doesNotMatch(refusalOf(error).message, /secret/);
  }
});
