import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors/refusal.ts';
import type { Exchange } from '../exchange.ts';
import { requireOrigin } from './origin.ts';

const check = (origin: string | undefined, ...origins: readonly string[]) =>
  requireOrigin({ request: { headers: { origin } }, key: { origins } } as unknown as Exchange);

const passes = (...args: Parameters<typeof check>) => assert.equal(check(...args), undefined);

test('a key that is scoped to origins works from those', () => {
  passes('https://shop.example', 'https://other.example', 'https://shop.example');
});

test('a key without origins works from every page', () => {
  passes('https://anywhere.example');
});

test('a server, which sends no origin, passes', () => {
  passes(undefined, 'https://shop.example');
});

test('another scheme, host or port is another origin', () => {
  for (const origin of [
    'http://shop.example',
    'https://www.shop.example',
    'https://shop.example:444',
    'null',
    '',
  ]) {
    assert.throws(
      () => check(origin, 'https://shop.example'),
      (error) => error instanceof Refusal && error.code === 'FORBIDDEN',
      origin,
    );
  }
});
