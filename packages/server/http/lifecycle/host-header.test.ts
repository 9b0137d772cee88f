import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../exchange.ts';
import { requireHost } from './host-header.ts';

const check = (httpVersion: string, ...rawHeaders: readonly string[]) =>
  requireHost({ request: { httpVersion, rawHeaders } } as unknown as Exchange);

test('HTTP/1.1 requires a Host header, which may be empty; HTTP/1.0 does not', () => {
  assert.equal(check('1.1', 'Host', 'shop.example'), undefined);
  assert.equal(check('1.1', 'accept', 'host', 'host', ''), undefined);
  assert.equal(check('1.0'), undefined);
  assert.throws(() => check('1.1'), { code: 'BAD_REQUEST' });
  assert.throws(() => check('1.1', 'accept', 'host'), { code: 'BAD_REQUEST' });
});

test('two are refused, in every version, the same twice as well', () => {
  for (const version of ['1.0', '1.1']) {
    assert.throws(() => check(version, 'Host', 'a', 'accept', '*/*', 'hoST', 'a'), { code: 'BAD_REQUEST' });
  }
});
