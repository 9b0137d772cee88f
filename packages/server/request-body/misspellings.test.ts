import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '@decidable/contract';
import { nearestName } from '@decidable/engine/catalogue';
import fc from 'fast-check';
import { misspellings } from './misspellings.ts';

const fields = ['csv', 'source', 'amortisationHorizon', 'organizationId', 'category'];

describe('a misspelt field', () => {
  for (const [written, meant] of [
    ['amortizationHorizon', 'amortisationHorizon'],
    ['amortisation_horizon', 'amortisationHorizon'],
    ['organisationId', 'organizationId'],
    ['organization_id', 'organizationId'],
    ['OrganizationID', 'organizationId'],
    ['orgnaizationId', 'organizationId'],
    ['soruce', 'source'],
    ['categry', 'category'],
  ] as const) {
    it(`${written} is taken for ${meant}`, () => assert.equal(nearestName(written, fields), meant));
  }

  for (const written of ['colour', 'id', 'x', 'note', 'sourcing', 'x'.repeat(10_000)]) {
    it(`${written.slice(0, 20)} is taken for nothing`, () =>
      assert.equal(nearestName(written, fields), undefined));
  }

  it('is reported for a name of two letters only if that differs in case or separators alone', () => {
    assert.equal(nearestName('At', ['type', 'value', 'at']), 'at');
    assert.equal(nearestName('ID', ['id']), 'id');
    assert.equal(nearestName('ad', ['id', 'at']), undefined);
  });

  it('is named where it stands, also in lists', () => {
    const body = { sessionId: 's', organizationId: 'o', signals: [{ type: 'search', vlaue: 'x' }] };
    assert.deepEqual(
      misspellings(endpoints['/track'], body).map(({ field }) => field),
      ['signals[0].vlaue'],
    );
  });

  it('is named in lists whose entries may also be bare ids', () => {
    const session = { sessionId: 's', organizationId: 'o' };
    const results = ['a', { id: 'b', score: 1 }, { id: 'c', scor: 1 }];
    const items = ['a', { id: 'b', posiiton: 2 }];
    const named = [
      ...misspellings(endpoints['/rerank'], { ...session, results }),
      ...misspellings(endpoints['/exposure'], { ...session, decisionId: 'd', items }),
    ];
    assert.deepEqual(
      named.map(({ field }) => field),
      ['results[2].scor', 'items[1].posiiton'],
    );
  });

  it('is named where other endpoints have a field of this name, and with them', () => {
    const body = { sessionId: 's', organizationId: 'o', results: ['a'], offset: 20, diversity: 1 };
    assert.deepEqual(misspellings(endpoints['/rerank'], body), [
      {
        code: 'unknown_field',
        field: 'offset',
        message: 'offset is not a field of this request and was ignored: it is a field of /catalog/ranked.',
      },
      {
        code: 'unknown_field',
        field: 'diversity',
        message:
          'diversity is not a field of this request and was ignored: it is a field of /catalog/ranked.',
      },
    ]);
  });

  it('is not looked for in objects whose names the caller chooses', () => {
    const product = { id: 'a', idd: 1, Id: 2, scores: 3 };
    const body = { sessionId: 's', organizationId: 'o', products: [product] };
    assert.deepEqual(misspellings(endpoints['/search'], body), []);
    const event = { sessionId: 's', organizationId: 'o', name: 'x', data: { nmae: 1 } };
    assert.deepEqual(misspellings(endpoints['/event'], event), []);
    const results = [{ id: 'a', attributes: { attribute: 1, scor: 2 } }];
    assert.deepEqual(misspellings(endpoints['/rerank'], { results }), []);
  });

  it('is not suspected if the field that it resembles is present too', () => {
    const body = { sessionId: 's', sessionID: 's', organizationId: 'o', name: 'x' };
    assert.deepEqual(misspellings(endpoints['/event'], body), []);
  });

  it('is reported at most twenty times in one answer', () => {
    const signals = Array.from({ length: 100 }, () => ({ type: 'search', vlaue: 'x' }));
    assert.equal(misspellings(endpoints['/track'], { signals }).length, 20);
  });

  it('is looked for among two hundred unknown fields and no more', () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`own-${i}`, i]));
    const told = (count: number) =>
      misspellings(endpoints['/track'], { ...unknown(count), signal: [] }).length;
    assert.deepEqual([told(199), told(200), told(50_000)], [1, 0, 0]);
  });

  it('never fails, whatever is sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        for (const contract of Object.values(endpoints)) misspellings(contract, body);
      }),
    );
  });
});
