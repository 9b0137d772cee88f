import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { mintKey } from '../../keys/mint-key.ts';
import type { ApiKey, Keys } from '../../storage/ports.ts';
import { Refusal } from '../errors/refusal.ts';
import { Exchange } from '../exchange.ts';
import { LocalLimiter } from '../limits/local-limiter.ts';
import { RateRule } from '../limits/rate-rule.ts';
import { Authentication } from './authentication.ts';

/** One stored key with the fields of `more`, and an authentication that lets an address fail twice. */
function one(more: Partial<ApiKey> = {}, isKnown = false) {
  const { value, hash } = mintKey();
  const key = { id: 'k', organizationId: 'o', hash, ...more } as ApiKey;
  const asked: string[] = [];
  const touched: string[] = [];
  const keys = {
    known: (sent: string) => (isKnown && sent === hash ? key : undefined),
    findByHash: async (sent: string) => {
      asked.push(sent);
      return sent === hash ? key : undefined;
    },
    touch: (_organizationId: string, id: string) => touched.push(id),
  } as unknown as Keys;
  const limit = { rate: 0.001, burst: 2 };
  const rule = new RateRule('unkeyed', limit, 'Too many.', new LocalLimiter(limit));
  return { value, key, asked, touched, authentication: new Authentication(keys, rule, () => Date.now()) };
}
const exchange = (sent: string | undefined, address = '192.0.2.1') =>
  new Exchange(
    { headers: { 'x-api-key': sent } } as unknown as IncomingMessage,
    {} as ServerResponse,
    address,
  );
const refused = async (
  { authentication }: Pick<ReturnType<typeof one>, 'authentication'>,
  sent?: string,
  address?: string,
) => authentication.key(exchange(sent, address));
const hasCode = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

describe('authentication', () => {
  it('gives a valid key that memory knows to the exchange at once, and notes its use', () => {
    const { value, key, asked, touched, authentication } = one({}, true);
    const valid = exchange(value);
    assert.equal(authentication.key(valid), undefined);
    assert.equal(valid.key, key);
    assert.deepEqual([asked, touched], [[], ['k']]);
  });

  it('waits for a key that only the store has', async () => {
    const { value, key, authentication } = one();
    const valid = exchange(value);
    await authentication.key(valid);
    assert.equal(valid.key, key);
    await assert.rejects(refused({ authentication }, 'pk_live_x'), hasCode('UNAUTHORIZED'));
  });

  it('answers a missing, unknown, revoked and expired key in the same words, after one look-up each', async () => {
    const [revoked, expired] = [one({ revokedAt: 1 }), one({ expiresAt: Date.now() - 1 })];
    const cases = [
      { made: one(), sent: undefined },
      { made: one(), sent: 'pk_live_unknown' },
      { made: revoked, sent: revoked.value },
      { made: expired, sent: expired.value },
    ];
    const messages = new Set<string>();
    for (const { made, sent } of cases) {
      await assert.rejects(refused(made, sent), (error) => {
        messages.add((error as Error).message);
        return hasCode('UNAUTHORIZED')(error);
      });
      assert.deepEqual([made.asked.length, made.touched.length], [1, 0]);
    }
    assert.equal(messages.size, 1);
  });

  it('refuses further invalid keys of an address that has failed too often, and of no other', async () => {
    const made = one();
    for (let n = 0; n < 2; n++) await assert.rejects(refused(made, 'pk_live_x'), hasCode('UNAUTHORIZED'));
    await assert.rejects(refused(made, 'pk_live_x'), hasCode('TOO_MANY_REQUESTS'));
    await assert.rejects(refused(made, 'pk_live_x', '192.0.2.2'), hasCode('UNAUTHORIZED'));
  });

  it('accepts a valid key of an address that has failed too often', async () => {
    const made = one();
    for (let n = 0; n < 100; n++) await assert.rejects(refused(made, 'pk_live_x'));
    const { value, key, authentication } = made;
    const valid = exchange(value);
    await authentication.key(valid);
    assert.equal(valid.key, key);
  });
});
