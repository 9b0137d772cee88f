import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FAMILIES } from './families.ts';
import { isKeptBack } from './halves.ts';
import { edited } from './left-out.ts';

test('what leaves a family of rules out changes code that is there', () => {
  for (const [family, edits] of Object.entries(FAMILIES)) {
    for (const edit of edits) {
      const source = readFileSync(new URL(`../../../packages/${edit.file}`, import.meta.url), 'utf8');
      assert.notEqual(edited(source, edit), source, family);
    }
  }
});

test('half of the searches are kept back, the same ones however many there are', () => {
  const searches = Array.from({ length: 1_000 }, (_, k) => `search ${k}`);
  const kept = searches.filter(isKeptBack).length;
  assert.ok(kept > 440 && kept < 560, `${kept}`);
  assert.equal(isKeptBack('led tv'), isKeptBack('led tv'));
});
