import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { actionAt } from './action-at.ts';

test('the action at a horizon is that of an audit with it', () => {
  const csv = readFileSync(
    new URL('../../../examples/catalogues/computer-parts.csv', import.meta.url),
    'utf8',
  );
  const catalogue = interpret(readTable(csv));
  const { attributes, products } = audit(catalogue, { amortisationHorizon: 1e9 });
  const seen = new Set<string>();
  for (const amortisationHorizon of [1, 30, 1_000, 30_000, 1e6, 1e9]) {
    for (const [at, { attribute, action }] of audit(catalogue, {
      amortisationHorizon,
    }).attributes.entries()) {
      assert.equal(
        actionAt(attributes[at], products, amortisationHorizon),
        action,
        `${attribute} at ${amortisationHorizon}`,
      );
      seen.add(String(action));
    }
  }
  assert.ok(seen.has('record') && seen.has('ask') && seen.has('leave'), [...seen].join());
});
