import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexOf, pairOf } from '../pairs.fixture.ts';
import { ProductContext } from './product-features.ts';
import { TextMentionScorer } from './text-mention-scorer.ts';

const colours = ['dark red', 'blue', 'green', 'white'];
const own = Array.from({ length: 40 }, (_, p) => colours[p % 4]);
const titles = own.map((colour, p) => `Chair no ${p} in ${colour === 'dark red' ? 'red' : colour} leather`);
const pair = pairOf({ titles, own }, { titles, own });
const { after } = pair.attributes[indexOf(pair, 'own')];
const scorer = new TextMentionScorer(after, new ProductContext(pair));

test('a cell scores by the share of its words that the texts of the product contain', () => {
  fc.assert(
    fc.property(fc.nat(39), fc.nat(39), (product, other) => {
      const scores = new Float64Array(1);
      scorer.score(product, [after.cell[other]], scores, 0, 1);
      const words = own[Number(pair.ids[other].slice(1))].split(' ');
      const title = titles[Number(pair.ids[product].slice(1))].split(' ');
      const share = words.filter((word) => title.includes(word)).length / words.length;
      assert.ok(Math.abs(scores[0] - 3 * share) < 1e-12, `${scores[0]} ${words} ${title}`);
    }),
  );
});

test('scores are written where they are asked for, and nowhere else', () => {
  const scores = new Float64Array(7).fill(-1);
  scorer.score(0, [after.cell[0], after.cell[1]], scores, 1, 3);
  assert.deepEqual(
    [...scores].map((score) => score === -1),
    [true, false, true, true, false, true, true],
  );
});
