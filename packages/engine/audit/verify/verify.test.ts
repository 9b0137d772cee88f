import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret, interpretTogether, readTable, type Table } from '../../catalogue/index.ts';
import { Random } from '../../primitives/random.ts';
import { audit, type RepairClaim, type VerifyOptions, type VerifyResult, verify } from '../index.ts';

type Segment = Record<string, readonly string[]>;

function csvOf(shelf: Segment, ids?: readonly string[]): string {
  const names = Object.keys(shelf);
  const count = shelf[names[0]].length;
  const lines = Array.from({ length: count }, (_, i) =>
    [ids?.[i] ?? `p${i}`, ...names.map((name) => shelf[name][i])].join(','),
  );
  return `${['id', ...names].join(',')}\n${lines.join('\n')}\n`;
}

const compare = (before: string, after: string, options: VerifyOptions = {}): VerifyResult =>
  verify(...interpretTogether(readTable(before), readTable(after)), options);

const claim = (before: string, after: string, attribute: string, options: VerifyOptions = {}) =>
  compare(before, after, { ...options, repairs: [{ attribute }] }).claims![0];

const codes = ({ reasons }: { reasons: readonly { code: string }[] }) => reasons.map(({ code }) => code);
const attribute = (result: VerifyResult, name: string) =>
  result.attributes.find((each) => each.attribute === name)!;
const each = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));

/** 240 shoes: the sole follows from the kind, the colour from nothing. */
const KINDS = ['boot', 'sandal', 'sneaker', 'clog'];
const SOLES: Record<string, string> = { boot: 'rubber', sandal: 'cork', sneaker: 'foam', clog: 'wood' };
const COLOURS = ['black', 'brown', 'white', 'red', 'blue'];
const kind = each(240, (i) => KINDS[(i * 7 + (i >> 3)) % 4]);
const sole = kind.map((each, i) => (i % 17 === 0 ? 'leather' : SOLES[each]));
const colour = each(240, (i) => COLOURS[(i * i + (i >> 2)) % 5]);
const gap = (i: number) => i % 5 < 2;
const whole = csvOf({ kind, sole, colour });
const gaps = csvOf({ kind, sole: sole.map((text, i) => (gap(i) ? '' : text)), colour });
const mended = (text: (i: number) => string) =>
  csvOf({ kind, sole: sole.map((own, i) => (gap(i) ? text(i) : own)), colour });

test('without repairs nothing is claimed', () => {
  const result = compare(gaps, whole);
  assert.equal(result.mode, 'monitor');
  assert.equal(result.claims, undefined);
  assert.equal(result.unclaimed, undefined);
  assert.equal(attribute(result, 'sole').status, 'improved');
});

test('a true repair is verified, with the bits it gained an hour', () => {
  const repairs: RepairClaim[] = [
    { attribute: 'sole', method: 'supplier sheet', estimatedHours: 3, actualHours: 4 },
  ];
  const result = compare(gaps, whole, { repairs, category: 'shoes' });
  const [graded] = result.claims!;
  assert.equal(graded.verdict, 'verified', JSON.stringify(graded));
  assert.deepEqual(graded.reasons, []);
  assert.equal(graded.cellsFilled, 96);
  assert.ok(graded.bitsGained > 0.5);
  assert.equal(graded.bitsPerHour, graded.bitsGained / 4);
  assert.equal(result.category, 'shoes');
  assert.deepEqual(result.unclaimed, []);
});

test('the same cells filled at random are doubtful: what told the recorded ones does not tell them', () => {
  const graded = claim(
    gaps,
    mended((i) => ['rubber', 'cork', 'foam', 'wood'][(i * i + (i >> 1)) % 4]),
    'sole',
  );
  assert.equal(graded.verdict, 'doubtful');
  assert.deepEqual(codes(graded), ['independent_of_other_attributes']);
});

test('invented values are doubtful', () => {
  const graded = claim(
    gaps,
    mended((i) => `material ${i % 40}`),
    'sole',
  );
  assert.equal(graded.verdict, 'doubtful');
  assert.ok(codes(graded).includes('new_values'));
});

test('a constant decides nothing', () => {
  const graded = claim(
    gaps,
    mended(() => 'rubber'),
    'sole',
  );
  assert.equal(graded.verdict, 'empty');
  assert.ok(codes(graded).includes('constant'));
  const everywhere = claim(
    csvOf({ kind, sole: each(240, () => '') }),
    csvOf({ kind, sole: each(240, () => 'rubber') }),
    'sole',
  );
  assert.equal(everywhere.verdict, 'empty');
  assert.equal(everywhere.bitsGained, 0);
  assert.deepEqual(codes(everywhere), ['constant']);
});

test('cells copied from another column are doubtful', () => {
  const graded = claim(
    gaps,
    mended((i) => colour[i]),
    'sole',
  );
  assert.equal(graded.verdict, 'doubtful');
  assert.ok(codes(graded).includes('copied_from_column'));
});

test('dropping the badly described products is no repair', () => {
  const kept = each(240, String).flatMap((_, i) => (gap(i) ? [] : [i]));
  const after = csvOf(
    { kind: kept.map((i) => kind[i]), sole: kept.map((i) => sole[i]), colour: kept.map((i) => colour[i]) },
    kept.map((i) => `p${i}`),
  );
  const graded = claim(gaps, after, 'sole');
  assert.equal(graded.verdict, 'unchanged');
  assert.deepEqual(codes(graded), ['products_dropped']);
  assert.equal(graded.bitsGained, 0);
  const result = compare(gaps, after);
  assert.equal(result.products.removed.length, 96);
  assert.ok(result.attributes.every(({ status }) => status === 'unchanged'));
});

test('placeholders are counted and record nothing', () => {
  const result = compare(
    gaps,
    mended(() => 'TBD'),
    { repairs: [{ attribute: 'sole' }] },
  );
  assert.equal(result.claims![0].verdict, 'empty');
  assert.deepEqual(codes(result.claims![0]), ['placeholders']);
  assert.deepEqual(attribute(result, 'sole').cells, { filled: 0, cleared: 0, changed: 0, placeholders: 96 });
});

test('less than half of what was missing is a part', () => {
  assert.equal(
    claim(
      gaps,
      mended((i) => (i % 15 === 0 ? sole[i] : '')),
      'sole',
    ).verdict,
    'partial',
  );
});

test('cleared cells make a part of it, and are named', () => {
  const after = csvOf({ kind, sole: sole.map((text, i) => (i === 3 || i === 4 ? '' : text)), colour });
  const graded = claim(gaps, after, 'sole');
  assert.equal(graded.verdict, 'partial');
  assert.ok(codes(graded).includes('cells_cleared'));
});

test('merging values loses bits, and says which', () => {
  const graded = claim(
    whole,
    csvOf({ kind, sole, colour: colour.map((text) => (text === 'brown' ? 'black' : text)) }),
    'colour',
  );
  assert.equal(graded.verdict, 'regressed');
  assert.deepEqual(codes(graded), ['values_merged']);
  assert.match(graded.reasons[0].message, /"brown" into "black"/);
});

test('an attribute that neither export has is not found, one that nobody touched is unchanged', () => {
  assert.equal(claim(gaps, whole, 'material').verdict, 'not_found');
  assert.equal(claim(gaps, whole, 'colour').verdict, 'unchanged');
});

test('claims are answered one by one, in their order, and name the attribute as the caller did', () => {
  const repairs = ['colour', 'Sole', 'nothing', 'sole'].map((name) => ({ attribute: name }));
  const { claims } = compare(gaps, whole, { repairs });
  assert.deepEqual(
    claims!.map(({ attribute: name, verdict }) => [name, verdict]),
    [
      ['colour', 'unchanged'],
      ['Sole', 'verified'],
      ['nothing', 'not_found'],
      ['sole', 'verified'],
    ],
  );
});

test('what moved without a claim is named', () => {
  assert.deepEqual(compare(gaps, whole, { repairs: [{ attribute: 'colour' }] }).unclaimed, ['sole']);
  assert.deepEqual(compare(gaps, whole, { repairs: [] }).unclaimed, ['sole']);
});

test('columns come and go', () => {
  const result = compare(csvOf({ kind, colour }), csvOf({ kind, sole }));
  assert.equal(attribute(result, 'sole').status, 'added');
  assert.equal(attribute(result, 'colour').status, 'removed');
  assert.ok(attribute(result, 'sole').bits.moved > 0 && attribute(result, 'colour').bits.moved < 0);
});

test('renumbered products are no products of both, and the claim says so', () => {
  const graded = claim(
    gaps,
    csvOf(
      { kind, sole, colour },
      each(240, (i) => `new${i}`),
    ),
    'sole',
  );
  assert.equal(graded.verdict, 'unchanged');
  assert.deepEqual(codes(graded), ['ids_changed']);
});

test('without claims, too, renumbered products are told: that nothing moved says nothing then', () => {
  const ids = (old: number) => each(240, (i) => `${i < old ? 'p' : 'new'}${i}`);
  const warned = (old: number) =>
    (compare(gaps, csvOf({ kind, sole, colour }, ids(old))).warnings ?? []).map(
      ({ code, field, message }) => [code, field, message.split(':')[0]],
    );
  assert.deepEqual(warned(0), [['ids_changed', 'after', 'No id stands in both exports']]);
  assert.deepEqual(warned(1), [['ids_changed', 'after', 'Only 1 id stands in both exports']]);
  assert.deepEqual(warned(119), [['ids_changed', 'after', 'Only 119 ids stand in both exports']]);
  assert.deepEqual(warned(120), []);
});

test('less trust is fewer bits, and never a regression by itself', () => {
  const gained = (['merchant', 'extracted', 'enriched', 'inferred'] as const).map(
    (source) => claim(gaps, whole, 'sole', { source }).bitsGained,
  );
  assert.deepEqual(
    [...gained].sort((a, b) => b - a),
    gained,
  );
  assert.ok(gained[3] > 0 && gained[3] < gained[0]);
  const corrected = csvOf({
    kind,
    sole,
    colour: colour.map((text, i) => (i % 6 === 0 ? COLOURS[(i + 2) % 5] : text)),
  });
  for (const source of ['extracted', 'inferred'] as const) {
    const certain = claim(whole, corrected, 'colour');
    const doubted = claim(whole, corrected, 'colour', { source });
    assert.equal(doubted.verdict === 'regressed', certain.verdict === 'regressed');
  }
});

test('titles that speak of the values are evidence where a shelf has no other', () => {
  const materials = ['oak', 'ash', 'pine', 'walnut'];
  const material = each(20, (i) => materials[(i * 3 + (i >> 2)) % 4]);
  const title = each(20, (i) => `Chair no ${i} of ${material[i]}`);
  const blanked = csvOf({ title, material: material.map((text, i) => (i % 5 < 2 ? '' : text)) });
  const filled = (text: (i: number) => string) =>
    csvOf({ title, material: material.map((own, i) => (i % 5 < 2 ? text(i) : own)) });
  assert.equal(
    claim(
      blanked,
      filled((i) => material[i]),
      'material',
    ).verdict,
    'verified',
  );
  const random = claim(
    blanked,
    filled((i) => materials[(materials.indexOf(material[i]) + 1 + (i % 3)) % 4]),
    'material',
  );
  assert.equal(random.verdict, 'doubtful');
  const cleared = csvOf({
    title,
    material: material.map((own, i) => (i % 5 < 2 ? own : i === 2 ? '' : own)),
  });
  assert.equal(claim(blanked, cleared, 'material').verdict, 'partial');
});

const cell = fc.constantFrom('', 'a', 'b', 'c', 'd|a');
const size = fc.constantFrom('', '1', '2', '3.5', '4 cm');
const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), cell, size), { minLength: 1, maxLength: 40 });
const shelfOf = (of: readonly (readonly [number, string, string])[]) =>
  `id,word,size\n${[...new Map(of.map(([id, ...cells]) => [id, cells]))].map(([id, cells]) => [`p${id}`, ...cells].join(',')).join('\n')}\n`;

test('an export beside itself moves nothing, whatever the source', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('merchant' as const, 'inferred' as const), (of, source) => {
      const csv = shelfOf(of);
      const result = compare(csv, csv, { source, repairs: [{ attribute: 'word' }] });
      for (const { bits, status, cells } of result.attributes) {
        assert.equal(bits.moved, 0);
        assert.equal(status, 'unchanged');
        assert.deepEqual(cells, { filled: 0, cleared: 0, changed: 0, placeholders: 0 });
      }
      assert.equal(result.answerability.moved, 0);
      assert.equal(result.claims![0].verdict, 'unchanged');
    }),
  );
});

test('with the merchant as source, comparing the other way round is the mirror image', () => {
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const there = compare(shelfOf(first), shelfOf(second));
      const back = compare(shelfOf(second), shelfOf(first));
      assert.deepEqual(there.products.added, back.products.removed);
      assert.equal(there.products.common, back.products.common);
      for (const one of there.attributes) {
        const other = attribute(back, one.attribute);
        assert.ok(Math.abs(one.bits.moved + other.bits.moved) < 1e-9);
        assert.ok(Math.abs(one.bits.before - other.bits.after) < 1e-9);
        assert.equal(one.cells.filled, other.cells.cleared);
        assert.equal(one.cells.changed, other.cells.changed);
      }
      // What is lost counts, and what is gained counts as far as it is proven.
      if (there.attributes.every(({ cells }) => cells.changed === 0))
        assert.ok(there.answerability.moved + back.answerability.moved < 1e-9);
    }),
  );
});

test('bits lie between nothing and all that it takes to single a product out', () => {
  fc.assert(
    fc.property(
      rows,
      rows,
      fc.constantFrom('merchant' as const, 'enriched' as const),
      (first, second, source) => {
        const { attributes, products } = compare(shelfOf(first), shelfOf(second), { source });
        const most = Math.log2(Math.max(1, products.common)) + 1e-9;
        for (const { bits } of attributes) {
          for (const each of [bits.before, bits.after])
            assert.ok(each >= 0 && each <= most, `${each} of ${most}`);
        }
      },
    ),
  );
});

test('an attribute that nobody touched moves by exactly 0, whatever happens to others', () => {
  fc.assert(
    fc.property(rows, fc.infiniteStream(cell), (of, other) => {
      const after = of.map(([id, , length]): [number, string, string] => [id, other.next().value, length]);
      assert.equal(attribute(compare(shelfOf(of), shelfOf(after)), 'size').bits.moved, 0);
    }),
  );
});

test('the same exports give the same bytes, however their rows stand', () => {
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const options = { repairs: [{ attribute: 'word' }] };
      const [header, ...lines] = shelfOf(second).trimEnd().split('\n');
      const once = JSON.stringify(compare(shelfOf(first), shelfOf(second), options));
      assert.equal(JSON.stringify(compare(shelfOf(first), shelfOf(second), options)), once);
      const turned = [header, ...lines.reverse()].join('\n');
      assert.equal(JSON.stringify(compare(shelfOf(first), turned, options)), once);
    }),
  );
});

test('in the sample repair the true claim holds, and the three others do not', () => {
  const file = (name: string) =>
    readFileSync(new URL(`../../../../examples/catalogues/${name}`, import.meta.url), 'utf8');
  const repairs = JSON.parse(file('monitors-repairs.json')) as RepairClaim[];
  const { claims } = compare(file('monitors-before.csv'), file('monitors-after.csv'), { repairs });
  assert.deepEqual(
    claims!.map(({ verdict }) => verdict),
    ['verified', 'doubtful', 'empty', 'unchanged'],
  );
});

test('an option is compared under its own name, and claimed by it or by its column', () => {
  const shelf = (filled: number): string =>
    [
      'id,Option1 Name,Option1 Value,weight',
      ...Array.from(
        { length: 60 },
        (_, i) => `p${i},Color,${i < filled ? ['red', 'blue', 'green'][i % 3] : ''},${i % 3}`,
      ),
    ].join('\n');
  const pair = interpretTogether(readTable(shelf(20)), readTable(shelf(60)));
  const { attributes, claims } = verify(...pair, {
    repairs: [{ attribute: 'Color' }, { attribute: 'Option1 Value' }],
  });
  const color = attributes.find(({ attribute }) => attribute === 'Color')!;
  assert.deepEqual([color.status, color.cells.filled], ['improved', 40]);
  assert.deepEqual(
    claims!.map(({ verdict, cellsFilled }) => [verdict, cellsFilled]),
    [
      ['verified', 40],
      ['verified', 40],
    ],
  );
});

test('the same file reads the same share in an audit and in a comparison', () => {
  const file = (name: string) =>
    readFileSync(new URL(`../../../../examples/catalogues/${name}`, import.meta.url), 'utf8');
  const before = file('monitors-before.csv');
  const after = file('monitors-after.csv');
  const shareOf = (csv: string) => audit(interpret(readTable(csv))).answerability;
  assert.equal(compare(before, before).answerability.before, shareOf(before));
  // What was guessed is in the audit of the later export, and not in what the repair is worth.
  const { answerability } = compare(before, after);
  assert.ok(answerability.after! > answerability.before! && answerability.after! < shareOf(after)!);
});

test('the headline follows the verdict: what is empty or not believed moves nothing', () => {
  const random = (i: number) => ['rubber', 'cork', 'foam', 'wood'][(i * i + (i >> 1)) % 4];
  const gain = (text: (i: number) => string) => {
    const { claims, answerability } = compare(gaps, mended(text), { repairs: [{ attribute: 'sole' }] });
    return { bits: claims![0].bitsGained, moved: answerability.moved };
  };
  const honest = gain((i) => sole[i]);
  assert.ok(honest.bits > 0.5 && honest.moved > 0.05);
  for (const text of [() => 'rubber', () => 'Other', () => 'TBD', (i: number) => `material ${i % 40}`]) {
    const { bits, moved } = gain(text);
    assert.ok(bits <= 0.01 * honest.bits && moved <= 0.01 * honest.moved, `${text(1)}: ${bits} ${moved}`);
  }
  const half = gain((i) => (i % 2 === 0 ? sole[i] : random(i)));
  assert.ok(half.bits > 0 && half.bits < 0.8 * honest.bits, `${half.bits} of ${honest.bits}`);
});

test('the believed bits of an attribute stand beside what its cells say, where they differ', () => {
  const bitsOf = (text: (i: number) => string) => {
    const { claims, attributes } = compare(gaps, mended(text), { repairs: [{ attribute: 'sole' }] });
    const { bits } = attributes.find(({ attribute }) => attribute === 'sole')!;
    return { ...bits, gained: claims![0].bitsGained };
  };
  const invented = bitsOf((i) => `material ${i % 40}`);
  assert.ok(invented.moved > 0.5);
  assert.equal(invented.believed, 0);
  const honest = bitsOf((i) => sole[i]);
  assert.equal(honest.believed ?? honest.moved, honest.gained);
  const [unclaimed] = compare(
    gaps,
    mended((i) => `material ${i % 40}`),
  ).attributes;
  assert.deepEqual([unclaimed.status, unclaimed.bits.believed], ['unproven', 0]);
});

test('audit and comparison read the same share of the same file: segments, repeated columns and all kinds of gaps', () => {
  const folder = new URL('../../../../examples/catalogues/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  assert.ok(files.length > 3);
  const shared = files.flatMap((name) => {
    const table = readTable(readFileSync(new URL(name, folder), 'utf8'));
    return table.ids.length > 1_500 ? [] : [{ name, table }];
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...shared),
      fc.integer({ min: 1, max: 1e6 }),
      fc.boolean(),
      ({ name, table }, seed, isRepeated) => {
        const random = new Random(seed);
        const given = isRepeated ? withRepeat(table, random) : table;
        const side = blanked(given, random);
        const { answerability } = verify(...interpretTogether(side, side));
        const { answerability: share } = audit(interpret(side));
        // Equal but for rounding: the questions of segments are summed in another order.
        assert.ok(Math.abs(answerability.before! - share!) < 1e-12, name);
        assert.equal(answerability.after, answerability.before, name);
        assert.equal(answerability.moved, 0);
      },
    ),
    { numRuns: 6 },
  );
});

/** A table with a column twice, the second time with gaps. */
function withRepeat(table: Table, random: Random): Table {
  const own = table.columns[random.below(table.columns.length)];
  return {
    ...table,
    columns: [...table.columns, { ...own, name: `${own.name} (text)`, cell: gapped(own.cell, 0.5, random) }],
  };
}

/** A table with gaps in every other column. */
function blanked(table: Table, random: Random): Table {
  return {
    ...table,
    columns: table.columns.map((own, at) =>
      at % 2 === 0 ? own : { ...own, cell: gapped(own.cell, random.uniform(), random) },
    ),
  };
}

function gapped(cell: Int32Array, share: number, random: Random): Int32Array {
  return cell.map((text) => (random.uniform() < share ? -1 : text));
}

test('a true repair of the one colour that was missing is unproven where nothing tells colours, and no other gets more', () => {
  const colours = each(240, (i) => ['red', 'blue', 'green', 'grey', 'black'][(i * i + 3 * i + (i >> 2)) % 5]);
  const random = new Random(3);
  const drawn = each(240, () => ['red', 'blue', 'green', 'grey'][random.below(4)]);
  const isGap = (i: number) => colours[i] === 'black';
  const size = each(240, (i) => `${38 + ((i * 7) % 8)}`);
  const filledWith = (text: (i: number) => string) =>
    csvOf({ size, colour: each(240, (i) => (isGap(i) ? text(i) : colours[i])) });
  const judged = (text: (i: number) => string) => {
    const result = compare(
      filledWith(() => ''),
      filledWith(text),
      { repairs: [{ attribute: 'colour' }] },
    );
    return {
      ...result.claims![0],
      moved: result.answerability.moved,
      warned: result.warnings?.map(({ code }) => code),
    };
  };
  const honest = judged(() => 'black');
  assert.equal(honest.verdict, 'unproven');
  for (const text of [() => 'Other', (i: number) => drawn[i], (i: number) => `${i} nobody`]) {
    const cheat = judged(text);
    assert.ok(cheat.bitsGained <= honest.bitsGained && cheat.moved <= honest.moved, text(1));
  }
  const other = judged(() => 'Other');
  assert.deepEqual([other.verdict, other.bitsGained], ['empty', 0]);
});
