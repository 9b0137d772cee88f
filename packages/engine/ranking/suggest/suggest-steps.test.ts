import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import { EXPERTS } from '../experts/registry.ts';
import { buildIndex, type CatalogueIndex } from '../indexing/catalogue-index.ts';
import { textAt } from '../indexing/packed-strings.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { train } from '../learning/train.ts';
import { Mixture } from '../mixture/mixture.ts';
import { bind } from '../model/bound-model.ts';
import type { Model } from '../model/model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';
import { buildCompletions } from './build-completions.ts';
import { type Completions, matching } from './completions.ts';
import { type SuggestRequest, suggest, suggestInSteps } from './suggest.ts';
import { weighCompletions } from './weigh-completions.ts';

const TYPES = ['boots', 'Hats', 'wool hats', 'Schuhe'];
const WORDS = ['Navy', 'navy', 'Été', 'Wool', "men's", 'deep blue', 'Ø 12'];

/** More products than one step reads; some lack a cell, some have several tags. */
const SIZE = 5_000;

function shop(seed: number): { readonly index: CatalogueIndex; readonly completions: Completions } {
  const pick = (i: number, salt: number, of: readonly string[]): string | undefined =>
    (i * 7 + salt) % 11 === 0 ? undefined : of[(i * (salt + 3) + (i >> 3) + seed) % of.length];
  const rows = Array.from({ length: SIZE }, (_, i) => ({
    id: `p${i}`,
    title: `${WORDS[(i + seed) % WORDS.length]} ${TYPES[i % 4]}`,
    type: pick(i, 1, TYPES),
    brand: pick(i, 2, ['Ala', 'Bero', 'Wool']),
    colour: pick(i, 3, WORDS),
    tags: pick(i, 5, WORDS),
    price: 10 + ((i * 37 + seed) % 190),
  }));
  const catalogue = catalogueOf(rows, { title: 'text' });
  const listed = catalogue.attributes.map((attribute) =>
    attribute.name === 'tags'
      ? {
          ...attribute,
          kind: 'list' as const,
          cells: attribute.cells.map((cell, at) => [...cell, (at + 1) % attribute.values.length]),
        }
      : attribute,
  );
  const whole = { ...catalogue, attributes: listed };
  const index = buildIndex(whole, ROLES);
  return { index, completions: buildCompletions(whole, index) };
}

const shops = [0, 1].map((seed) => {
  const { index, completions } = shop(seed);
  const visits = Array.from({ length: 120 }, (_, s) => ({
    steps: [0, 1, 2].map((k) => ({ item: `p${(s * 13 + k * 5) % 40}`, at: NOON - 1e9 + s * 60_000 + k })),
  }));
  return { index, completions, models: [emptyModel(), train(visits, { index })] as const };
});

const signal = fc.oneof(
  fc.constantFrom(...TYPES).map((type) => `category_view:${type}`),
  fc.constantFrom(...WORDS).map((word) => `attribute_filter:colour=${word}`),
  fc.constantFrom('brand_view:Ala', 'price_filter:20-60', 'sort:newest'),
  fc.integer({ min: 0, max: SIZE }).map((i) => `product_view:p${i % 60}`),
);

const request: fc.Arbitrary<SuggestRequest> = fc
  .record({
    shop: fc.constantFrom(...shops),
    trained: fc.constantFrom(0, 1),
    signals: fc.array(signal, { maxLength: 5 }),
    query: fc.constantFrom(undefined, 'n', 'wo', 'boots na', 'men', 'e'),
    limit: fc.constantFrom(1, 8, 500),
    searched: fc.boolean(),
  })
  .map(({ shop: { index, completions, models }, trained, signals, query, limit, searched }) => ({
    profile: signals.length === 0 ? undefined : session(...signals),
    index,
    completions,
    model: models[trained] as Model,
    now: NOON + 10_000,
    limit,
    query,
    queries: searched
      ? [
          { query: 'wool hats', sessions: 9 },
          { query: 'gift card', sessions: 6 },
        ]
      : [],
  }));

test('interleaved requests get the same answers as requests that run alone', () => {
  fc.assert(
    fc.property(
      fc.array(request, { minLength: 2, maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      (requests, turns) => {
        const alone = requests.map((each) => suggest(each));
        const open = requests.map((each, at) => ({ at, steps: suggestInSteps(each) }));
        while (open.length > 0) {
          const turn = turns.next().value;
          const one = open[turn % open.length];
          const step = one.steps.next();
          if (turn % 7 === 0) rank({ ...requests[turn % requests.length], limit: 3, category: undefined });
          if (!step.done) continue;
          assert.deepEqual(step.value, alone[one.at]);
          open.splice(open.indexOf(one), 1);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('a long list yields between its candidates', () => {
  const [{ index, completions, models }] = shops;
  let steps = 0;
  const open = suggestInSteps({
    profile: undefined,
    index,
    completions,
    model: models[0],
    now: NOON,
    limit: 500,
  });
  let step = open.next();
  for (; !step.done; step = open.next()) steps++;
  assert.ok(steps > step.value.length, `${steps} steps for ${step.value.length} suggestions`);
});

test("a breakdown sums each expert's scores over the products of a completion, times its narrowing", () => {
  fc.assert(
    fc.property(request, (suggestRequest) => {
      const { index, completions, model, profile, now, query = '' } = suggestRequest;
      const found = suggest({ ...suggestRequest, queries: [], limit: 500 });
      if (profile === undefined) return;
      const bound = bind(index, model);
      const mixture = new Mixture(sessionStateOf(bound, profile, [], now));
      try {
        const weighed = runToEnd(
          weighCompletions(
            index,
            completions,
            runToEnd(matching(completions, query)),
            mixture.scores().slice(),
            bound.prior,
            wordsOf(foldText(query)),
          ),
        );
        const all = weighed.reduce((sum, { worth }) => sum + worth, 0);
        const scores = new Float64Array(EXPERTS.count);
        for (const { query: text, scoreBreakdown } of found.slice(0, 20)) {
          const {
            text: n,
            worth,
            mass,
          } = weighed.find((each) => textAt(completions.texts, each.text) === text)!;
          const sums = new Float64Array(EXPERTS.count);
          for (const product of completions.products.subarray(
            completions.start[n],
            completions.start[n + 1],
          )) {
            mixture.expertScores(product, scores);
            scores.forEach((score, k) => {
              sums[k] += score;
            });
          }
          const expected = EXPERTS.experts.flatMap(({ factor }, k) => {
            const weight = mixture.weight[k];
            return weight * sums[k] === 0 ? [] : [[factor, weight, (worth / mass / all) * sums[k]]];
          });
          const shown = scoreBreakdown.map(({ factor, weight, value }) => [factor, weight, value]);
          assert.deepEqual(shown, expected, text);
        }
      } finally {
        mixture.close();
      }
    }),
    { numRuns: 8 },
  );
});
