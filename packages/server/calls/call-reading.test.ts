import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCall, shownText } from './call-reading.ts';
import type { RecordedCall } from './recent-calls.ts';

const read = (endpoint: string, body: unknown, answer: unknown = {}, more: Partial<RecordedCall> = {}) => {
  const sent = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return readCall({
    id: '1',
    at: 0,
    endpoint,
    status: 200,
    milliseconds: 1,
    keyPrefix: 'pk_live_abcd',
    origin: undefined,
    userAgent: undefined,
    body: sent,
    bodyBytes: sent.length,
    answer: Buffer.from(JSON.stringify(answer)),
    warnings: [],
    ...more,
  });
};

describe('a call in words', () => {
  it('names the signals that were understood, and the types that were not with what is meant', () => {
    const signals = [
      { type: 'category_view', value: 'boots' },
      { type: 'product_veiw', value: 'a' },
      { type: 'zzz', value: 'b' },
    ];
    const { sessionId, understood, problems } = read('/track', { sessionId: 's', signals });
    assert.deepEqual([sessionId, understood], ['s', ['category_view "boots"']]);
    assert.deepEqual(problems.map(({ fix }) => fix).slice(0, 1), ['Did you mean product_view?']);
    assert.match(problems[1].fix!, /^Send one of category_view, /);
    const many = Array.from({ length: 8 }, (_, n) => ({ type: 'product_view', value: `${n}` }));
    assert.equal(read('/track', { signals: many }).understood.at(-1), 'and 3 more');
    assert.deepEqual(read('/track', { sessionId: 's' }).understood, ['no signals: the session was opened']);
  });

  it('says of a list how long it is, and why it is not personal', () => {
    const search = (reason: string) =>
      read('/search', { query: 'boots' }, { total: 12, explanation: { personalised: false, reason } });
    const { understood, problems } = search('session_not_found');
    assert.deepEqual(understood.slice(0, 2), ['query "boots"', '12 products']);
    assert.match(understood[2], /nothing was sent for this session/);
    assert.deepEqual(problems, [], 'as it is with every new visitor');
    assert.match(search('no_matching_attributes').problems[0].fix!, /as the catalogue writes them/);
    const personal = read(
      '/catalog/ranked',
      { category: 'shoes' },
      { total: 1, explanation: { personalised: true } },
    );
    assert.deepEqual(personal.understood, ['category "shoes"', '1 product', 'ranked for the session']);
    assert.deepEqual(personal.problems, []);
    const signals = [{ type: 'category_view', value: 'hats' }, { type: 'zzz' }];
    const brought = read('/rerank', { query: 'hat', signals }, { explanation: { personalised: true } });
    assert.deepEqual(brought.understood, ['category_view "hats"', 'query "hat"', 'ranked for the session']);
    assert.match(brought.problems[0].message, /"zzz"/);
  });

  it('says what the other endpoints recorded', () => {
    assert.deepEqual(read('/event', { name: 'paid' }, { duplicate: true }).understood, [
      'event "paid"',
      'which had been sent before',
    ]);
    assert.deepEqual(read('/track/behavior', { behavior: 'zoom' }).understood, ['behaviour "zoom"']);
    assert.deepEqual(read('/exposure', { items: [1, 2] }).understood, ['2 shown products']);
    assert.deepEqual(read('/suggest', { query: 'bo' }).understood, ['query "bo"']);
    assert.deepEqual(read('/catalog/audit', '{"csv":"').understood, ['graded']);
  });

  it('says what became of a delivery, and what was left out, without its body', () => {
    const endpoint = '/management/v1/organizations/{organizationId}/webhooks/{webhookId}';
    const nothing = { body: undefined, bodyBytes: 900 };
    const warnings = [
      { code: 'left_out', field: 'event 1', message: 'messageId: give at most 128 characters.' },
    ];
    const answer = { received: 4, recorded: 2, ignored: 1, left_out: [] };
    const { understood, problems } = read(endpoint, {}, answer, { ...nothing, warnings });
    assert.deepEqual(understood, ['4 events', '2 recorded', '1 say nothing that is used']);
    assert.deepEqual(problems, [{ message: 'event 1: messageId: give at most 128 characters.' }]);
    const refusal = { code: 'UNAUTHORIZED', message: 'The signature is not that of this body.' } as const;
    const refused = read(endpoint, {}, {}, { ...nothing, status: 401, refusal });
    assert.deepEqual(refused.problems, [{ message: refusal.message }]);
  });

  it('has warnings and refusals in the words of the answer', () => {
    const warnings = [
      { code: 'unknown_product', message: 'The catalogue has no product "a".', field: 'signals[0].value' },
    ];
    const warned = read('/track', { signals: [] }, {}, { warnings });
    assert.deepEqual(warned.problems, [{ message: 'signals[0].value: The catalogue has no product "a".' }]);
    const refusal = { code: 'BAD_REQUEST', message: 'sessionId is missing.' };
    const refused = read('/track', {}, {}, { status: 400, refusal });
    assert.deepEqual([refused.understood, refused.problems], [[], [{ message: 'sessionId is missing.' }]]);
    const forbidden = { code: 'FORBIDDEN', message: 'Not from here.' };
    const foreign = { status: 403, refusal: forbidden, origin: 'https://staging.example' };
    assert.match(read('/track', {}, {}, foreign).problems[0].fix!, /came from https:\/\/staging\.example/);
  });

  it('says nothing of a body that was not kept whole, was not read, or is no JSON', () => {
    for (const more of [
      { bodyBytes: 9_999 },
      { body: undefined },
      { body: Buffer.from('{'), bodyBytes: 1 },
    ]) {
      assert.deepEqual(read('/track', { signals: [] }, {}, more), { understood: [], problems: [] });
    }
    assert.deepEqual(read('/track', 'null').understood, []);
    assert.deepEqual(read('/track', { signals: [null, 3] }).understood, []);
  });

  it('has no value of a key that somebody put into the body', () => {
    assert.equal(shownText(Buffer.from('{"k":"pk_live_abcdEFGH-ij_k"}')), '{"k":"pk_live_abcd…"}');
    assert.equal(shownText(undefined), undefined);
  });
});
