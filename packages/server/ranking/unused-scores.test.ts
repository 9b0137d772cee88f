import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RerankRequest } from '@decidable/contract';
import { unusedScores } from './unused-scores.ts';

type Results = RerankRequest['results'];

describe('scores of results', () => {
  const fieldOf = (...results: unknown[]) => unusedScores(results as Results)?.field;

  it('are used where each result has one and none is above the one before it', () => {
    assert.equal(fieldOf({ id: 'a', score: 2 }, { id: 'b', score: 2 }, { id: 'c', score: -1 }), undefined);
    assert.equal(fieldOf('a', { id: 'b' }), undefined);
    assert.equal(fieldOf(), undefined);
  });

  it('are warned of where one is missing or rises', () => {
    assert.equal(fieldOf({ id: 'a', score: 2 }, 'b'), 'results[1]');
    assert.equal(fieldOf({ id: 'a', score: 1 }, { id: 'b', score: 2 }), 'results[1].score');
  });
});
