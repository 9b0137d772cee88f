import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../exchange.ts';
import { requireHost } from './host-header.ts';

const check = (httpVersion: string, headers: object) =>
  requireHost({ request: { httpVersion, headers } } as unknown as Exchange);

test('HTTP/1.1 requires a Host header, which may be empty; HTTP/1.0 does not', () => {
  check('1.1', { host: 'shop.example' });
  check('1.1', { host: '' });
  check('1.0', {});
  assert.throws(() => check('1.1', {}), { code: 'BAD_REQUEST' });
});
