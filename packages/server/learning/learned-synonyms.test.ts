import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { buildIndex } from '@decidable/engine/ranking';
import fc from 'fast-check';
import { learnSynonyms } from './learned-synonyms.ts';
import type { AskedSession } from './query-counts.ts';

const DAY = 86_400_000;
const KINDS = ['sofa', 'lamp', 'rug', 'desk', 'chair', 'bed'];
const COLOURS = ['red', 'blue', 'green', 'black'];
/** Ten products of each kind. */
const rows = KINDS.flatMap((kind) =>
  Array.from({ length: 10 }, (_, i) => `${kind}-${i},The ${kind} number ${i},${kind},${COLOURS[i % 4]}`),
);
const index = buildIndex(interpret(readTable(['id,title,kind,colour', ...rows].join('\n'))), {
  title: 'title',
  category: 'kind',
});

let seed = 5;
const random = (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return seed / 0x7fff_ffff;
};
const drawn = (count: number): number => Math.floor(random() * count);

/** A session that searches once and chooses some products of a kind, popular ones more often. */
const choosing = (search: string, kind: string, day: number, block: string): AskedSession => [
  {
    searches: [search],
    chosen: [Array.from({ length: 2 }, () => `${kind}-${Math.floor(10 * random() ** 2)}`)],
    begins: day * DAY,
    block,
  },
];
/** Sessions of distinct visitors over ten days. */
const many = (count: number, search: string, kind: string): AskedSession[] =>
  Array.from({ length: count }, (_, k) => choosing(search, kind, k % 10, `${search} ${k}`));
/** What else is searched for in the shop. */
const others = (): AskedSession[] => KINDS.flatMap((kind) => many(40, kind, kind));

const taught = (sessions: readonly AskedSession[]): string[] =>
  learnSynonyms(sessions, index)
    .map(({ word, finds }) => `${word} > ${finds}`)
    .sort();

describe('synonyms that sessions teach', () => {
  test('are phrases after which the same products are chosen, found by each other', () => {
    const sessions = [...others(), ...many(30, 'Couch', 'sofa'), ...many(30, 'writing table', 'desk')];
    assert.deepEqual(taught(sessions), [
      'couch > sofa',
      'desk > writing table',
      'sofa > couch',
      'writing table > desk',
    ]);
    const [first] = learnSynonyms(sessions, index);
    assert.ok(first!.share >= 0.6 && first!.share <= 1);
    assert.deepEqual(
      first!.visitors.toSorted((a, b) => a - b),
      [30, 40],
    );
  });

  test('are found one way where only one phrase is used for all of the products', () => {
    // Who searches for a settee chooses two sofas of ten; who searches for a sofa chooses any of them.
    const narrow = Array.from(
      { length: 40 },
      (_, k): AskedSession => [
        { searches: ['settee'], chosen: [[`sofa-${8 + (k % 2)}`]], begins: (k % 10) * DAY, block: `s${k}` },
      ],
    );
    const even = Array.from(
      { length: 60 },
      (_, k): AskedSession => [
        { searches: ['sofa'], chosen: [[`sofa-${k % 10}`]], begins: (k % 10) * DAY, block: `e${k}` },
      ],
    );
    const rest = KINDS.slice(1).flatMap((kind) => many(40, kind, kind));
    assert.deepEqual(
      taught([...rest, ...even, ...narrow]).filter((pair) => pair.includes('settee')),
      [],
      'two of ten are too few in return',
    );
    const wider = Array.from(
      { length: 40 },
      (_, k): AskedSession => [
        { searches: ['settee'], chosen: [[`sofa-${k % 5}`]], begins: (k % 10) * DAY, block: `w${k}` },
      ],
    );
    assert.deepEqual(
      taught([...rest, ...even, ...wider]).filter((pair) => pair.includes('settee')),
      ['sofa > settee'],
    );
  });

  test('are none in sessions whose choices have nothing to do with their searches, however popular some products are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 4 }), (start, skew) => {
        seed = start;
        const words = Array.from({ length: 30 }, (_, k) => `word${'abcdefghijklmnopqrstuvwxyzäöüß'[k]}`);
        const sessions = Array.from(
          { length: 1_500 },
          (_, k): AskedSession => [
            {
              searches: [words[drawn(words.length)]!],
              chosen: [
                Array.from({ length: 1 + drawn(3) }, () => {
                  const product = Math.floor(60 * random() ** skew);
                  return `${KINDS[Math.floor(product / 10)]}-${product % 10}`;
                }),
              ],
              begins: (k % 12) * DAY,
              block: `v${k}`,
            },
          ],
        );
        assert.deepEqual(taught(sessions), []);
      }),
      { numRuns: 40 },
    );
  });

  test('cannot be taught by one visitor, however often and for however many days it comes', () => {
    const alone = Array.from({ length: 400 }, (_, k) => choosing('junk', 'sofa', k % 40, 'attacker'));
    const pushing = Array.from({ length: 400 }, (_, k) => choosing('lamp', 'sofa', k % 40, 'attacker'));
    assert.deepEqual(taught([...others(), ...alone]), []);
    assert.deepEqual(taught([...others(), ...pushing]), []);
    const unknown = alone.map(([visit]): AskedSession => [{ ...visit!, block: undefined }]);
    assert.deepEqual(taught([...others(), ...unknown]), []);
  });

  test('need five visitors on either side, two of them on one day', () => {
    const of = (count: number, days: number) =>
      Array.from(
        { length: count },
        (_, k): AskedSession => [
          {
            searches: ['couch'],
            chosen: [Array.from({ length: 8 }, (__, i) => `sofa-${i}`)],
            begins: (k % days) * DAY,
            block: `v${k}`,
          },
        ],
      );
    assert.ok(taught([...others(), ...of(5, 4)]).includes('couch > sofa'));
    assert.deepEqual(taught([...others(), ...of(4, 3)]), []);
    assert.deepEqual(taught([...others(), ...of(5, 5)]), []);
  });

  test('are never two values of one column, negations, sizes, or words of one search', () => {
    for (const [a, b] of [
      ['red', 'blue'],
      ['red thing', 'blue stuff'],
      ['sofa', 'lamp'],
      ['not leather', 'couch'],
      ['couch 16 cm', 'settee'],
      ['couch under 50', 'settee'],
      ['corner couch', 'couch'],
    ]) {
      const sessions = [
        ...KINDS.slice(2).flatMap((kind) => many(40, kind, kind)),
        ...many(40, a!, 'sofa'),
        ...many(40, b!, 'sofa'),
      ];
      assert.deepEqual(taught(sessions), [], `${a} and ${b}`);
    }
    const together = [
      ...many(40, 'couch', 'sofa'),
      ...many(40, 'settee', 'sofa'),
      ...many(20, 'couch settee', 'sofa'),
    ];
    assert.deepEqual(taught([...KINDS.slice(2).flatMap((kind) => many(40, kind, kind)), ...together]), []);
  });
});
