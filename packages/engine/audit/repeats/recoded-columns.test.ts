import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret, interpretTogether, readTable } from '../../catalogue/index.ts';
import { csvOf, linear } from '../exports.fixture.ts';
import { audit, verify } from '../index.ts';

type Columns = Readonly<Record<string, readonly string[]>>;

const PRODUCTS = 240;
const EXCEPTIONS = 4;
const each = <T>(of: (product: number) => T) => Array.from({ length: PRODUCTS }, (_, product) => of(product));
const exportOf = (columns: Columns) =>
  readTable(
    csvOf({
      names: ['id', ...Object.keys(columns)],
      rows: each((product) => [`p${product}`, ...Object.values(columns).map((texts) => texts[product])]),
    }),
  );
const compared = (before: Columns, after: Columns, repairs?: readonly { attribute: string }[]) =>
  verify(...interpretTogether(exportOf(before), exportOf(after)), repairs === undefined ? {} : { repairs });

/** Shoes of which `walk` says in other words what the sole does, that follows from the kind but for a few. */
const shoes = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    noise: fc.constantFrom(0.05, 0.2),
    gaps: fc.constantFrom(0.3, 0.6),
  })
  .map(({ seed, noise, gaps }) => {
    const random = linear(seed);
    const kinds = each(() => Math.floor(random() * 4));
    // Some exceptions are recorded in any case: without one the sole would be a recoding of the kind.
    const soles = kinds.map((kind, at) => {
      if (at < EXCEPTIONS) return (kind + 1) % 4;
      return random() < noise ? Math.floor(random() * 4) : kind;
    });
    const said = (words: string, of: readonly number[]) => of.map((at) => words.split(' ')[at]);
    const isGap = each((at) => at >= EXCEPTIONS && random() < gaps);
    const full = {
      kind: said('boot sandal sneaker clog', kinds),
      fit: each(() => (random() < 0.4 ? 'wide' : 'slim')),
      sole: said('rubber cork foam wood', soles),
      walk: said('grip light soft stiff', soles),
    };
    const emptied = (texts: readonly string[]) => texts.map((text, at) => (isGap[at] ? '' : text));
    return { full, half: { ...full, sole: emptied(full.sole), walk: emptied(full.walk) } };
  });

/** By which shares differ where other draws are made. */
const DRAWS = 0.01;

test('of two columns that say the same the headline pays one, whichever is recorded, and as much as without the other', () => {
  fc.assert(
    fc.property(shoes, ({ full, half }) => {
      const headline = (before: Columns, after: Columns) => compared(before, after).answerability;
      const { walk: _, ...one } = full;
      const alone = headline({ ...one, sole: half.sole }, one);
      assert.ok(alone.moved > 0.02);
      for (const after of [full, { ...half, sole: full.sole }, { ...half, walk: full.walk }]) {
        const { before, moved } = headline(half, after);
        assert.ok(Math.abs(before! - alone.before!) < DRAWS, `${before} and ${alone.before}`);
        // How much of the cells is believed depends on what the other columns tell of them.
        assert.ok(moved > 0.5 * alone.moved && moved <= 1 - before! + 1e-9, `${moved} of ${alone.moved}`);
      }
      assert.ok(
        Math.abs(headline(one, full).moved) < 1e-9,
        'a recoding of a full column answers nothing more',
      );
      assert.ok(Math.abs(headline(full, one).moved) < 1e-9, 'nor less where it leaves');
    }),
    { numRuns: 12 },
  );
});

test('the bits that are counted of several columns can be had together, and a claim has those of its column', () => {
  fc.assert(
    fc.property(shoes, fc.boolean(), fc.boolean(), ({ full, half }, turned, isClaimed) => {
      const order = turned ? ['walk', 'sole'] : ['sole', 'walk'];
      const repairs = isClaimed ? order.map((attribute) => ({ attribute })) : undefined;
      const { attributes, claims = [] } = compared(half, full, repairs);
      const [sole, walk] = ['sole', 'walk'].map(
        (name) => attributes.find(({ attribute }) => attribute === name)!.bits,
      );
      assert.ok(sole.moved > 0.3 && walk.moved > 0.3, 'the cells of each say so much by themselves');
      const counted = [sole, walk].map((bits) => bits.believed ?? bits.moved);
      assert.ok(Math.min(...counted) < 1e-9 && Math.max(...counted) > 0.3, counted.join(' '));
      assert.deepEqual(
        [sole.toldBy, walk.toldBy].filter((name) => name !== undefined),
        [counted[0] < counted[1] ? 'walk' : 'sole'],
      );
      for (const { attribute, bitsGained } of claims)
        assert.equal(bitsGained, counted[attribute === 'sole' ? 0 : 1]);
      if (isClaimed) assert.ok(claims[0].bitsGained > 0.3);
    }),
    { numRuns: 12 },
  );
});

test('an audit reads the same share as a comparison, and counts what two columns say once', () => {
  fc.assert(
    fc.property(shoes, ({ full, half }) => {
      const share = (columns: Columns) => audit(interpret(exportOf(columns))).answerability!;
      const { walk: _, ...one } = half;
      assert.equal(share(half), compared(half, half).answerability.before);
      assert.ok(Math.abs(share(half) - share(one)) < DRAWS);
      assert.ok(Math.abs(share({ ...half, walk: full.walk }) - share(full)) < 1e-9);
    }),
    { numRuns: 12 },
  );
});
