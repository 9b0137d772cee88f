import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpretTogether, readTable } from '../../catalogue/index.ts';
import { Random } from '../../primitives/random.ts';
import { type VerifyResult, verify } from '../index.ts';

type Segment = Record<string, readonly string[]>;

function csvOf(shelf: Segment, ids?: readonly string[]): string {
  const names = Object.keys(shelf);
  const lines = shelf[names[0]].map((_, i) =>
    [ids?.[i] ?? `p${i}`, ...names.map((name) => `"${shelf[name][i]}"`)].join(','),
  );
  return `${['id', ...names].join(',')}\n${lines.join('\n')}\n`;
}

const compare = (before: string, after: string, attribute: string): VerifyResult =>
  verify(...interpretTogether(readTable(before), readTable(after)), { repairs: [{ attribute }] });

const each = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));

/** Claims that the gaps of one column were filled, and gives the verdict with the codes of its reasons. */
function claimed(shelf: Segment, name: string, isGap: (i: number) => boolean, text: (i: number) => string) {
  const before = csvOf({ ...shelf, [name]: shelf[name].map((own, i) => (isGap(i) ? '' : own)) });
  const after = csvOf({ ...shelf, [name]: shelf[name].map((own, i) => (isGap(i) ? text(i) : own)) });
  const result = compare(before, after, name);
  const { verdict, reasons } = result.claims![0];
  return {
    verdict,
    codes: reasons.map(({ code }) => code).join(),
    message: reasons.map(({ message }) => message).join(' '),
    reasons,
    warnings: (result.warnings ?? []).map(({ code, field }) => `${code} ${field}`),
  };
}

const twoFifths = (i: number) => i % 5 < 2;

// Twenty products of which nothing tells the other.
const rooms = each(
  20,
  (i) => ['Indoor', 'Outdoor', 'Indoor', 'Balcony', 'Indoor', 'Outdoor', 'Indoor'][i % 7],
);

test('on twenty products cells that are all alike are no repair where the recorded ones differ', () => {
  const { verdict, codes } = claimed({ rooms }, 'rooms', twoFifths, () => 'Outdoor');
  assert.equal(verdict, 'empty');
  assert.equal(codes, 'constant');
});

test('on twenty products rare values that have become as frequent as others are doubtful', () => {
  const option = each(20, (i) => (i === 4 ? 'Small' : 'Default'));
  const half = claimed({ option }, 'option', twoFifths, (i) => (i % 2 === 0 ? 'Small' : 'Default'));
  assert.equal(half.verdict, 'doubtful');
  assert.equal(half.codes, 'independent_of_other_attributes');
  assert.match(half.message, /equally frequent/);
});

test('prices that end in any digit are doubtful where the recorded ones do not', () => {
  const price = each(24, (i) => `${12 + ((i * 17) % 80)}.99`);
  const invented = (i: number) => `${9 + ((i * 29) % 97)}.${10 + ((i * 37) % 83)}`;
  assert.equal(claimed({ price }, 'price', twoFifths, (i) => price[i]).verdict, 'unproven');
  const { verdict, codes } = claimed({ price }, 'price', twoFifths, invented);
  assert.equal(verdict, 'doubtful');
  assert.equal(codes, 'new_values');
});

const plants = ['Fern', 'Palm', 'Cactus', 'Ivy', 'Orchid', 'Moss'];
const titles = each(60, (i) => `${plants[(i * 5) % 6]} in a pot, no ${i}`);
const tags = each(60, (i) => `${plants[(i * 5) % 6]}, Pot`);
const light = each(60, (i) => (['Fern', 'Ivy', 'Moss'].includes(plants[(i * 5) % 6]) ? 'Shade' : 'Sun'));

test('a column that is copied is recognised however it is spelled', () => {
  const { verdict, codes } = claimed({ titles, tags, light }, 'light', twoFifths, (i) =>
    tags[i].split(', ').reverse().join(' / '),
  );
  assert.equal(verdict, 'doubtful');
  assert.match(codes, /copied_from_column/);
});

test('the beginning of the titles is no repair of a column that says something else, and one of a column that says it', () => {
  const makers = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm'];
  const panel = each(80, (i) => ['IPS', 'VA', 'TN'][(i * i) % 3]);
  const maker = each(80, (i) => makers[(i * 3) % 5]);
  const names = each(80, (i) => `${maker[i]} screen ${panel[i]} no ${i}`);
  const cut = claimed({ names, panel }, 'panel', twoFifths, (i) => maker[i].toUpperCase());
  assert.equal(cut.verdict, 'doubtful', cut.codes);
  assert.match(cut.message, /repeat the beginning of "names" in 100 %/);
  assert.equal(claimed({ names, panel }, 'panel', twoFifths, (i) => panel[i]).verdict, 'verified');
  assert.equal(claimed({ names, maker }, 'maker', twoFifths, (i) => maker[i]).verdict, 'verified');
  const recorded = (few: number) => (i: number) => i >= few;
  assert.equal(claimed({ names, maker: panel }, 'maker', recorded(0), (i) => maker[i]).verdict, 'verified');
  assert.equal(claimed({ names, maker: panel }, 'maker', recorded(9), (i) => maker[i]).codes, 'new_values');
  assert.match(claimed({ names, maker: panel }, 'maker', recorded(10), (i) => maker[i]).codes, /copied_from/);
});

test('words are no repair of a column of numbers, even words that other columns tell', () => {
  const kind = each(120, (i) => ['desk', 'shelf', 'lamp'][i % 3]);
  const maker = each(120, (i) => ['Ash', 'Birch'][Math.floor(i / 3) % 2]);
  const depth = each(120, (i) => `${[60, 30, 15][i % 3] + ((i * 7) % 11)} cm`);
  const shelf = { kind, maker, depth };
  const words = (i: number) => `${kind[i]} of ${maker[i]}`;
  const { verdict, codes, message } = claimed(shelf, 'depth', twoFifths, words);
  assert.equal(verdict, 'doubtful');
  assert.match(codes, /new_values/);
  assert.match(message, /100 % of the new values are no numbers/);
  assert.equal(claimed(shelf, 'depth', twoFifths, (i) => depth[i]).verdict, 'verified');
  // At most half of the new cells; and a few numbers may be sizes, as letters are.
  const some = (share: number) => (i: number) => (i % 4 < 4 * share ? words(i) : depth[i]);
  const isGap = (recorded: number) => (i: number) => i >= recorded;
  assert.doesNotMatch(claimed(shelf, 'depth', isGap(20), some(0.5)).message, /no numbers/);
  assert.match(
    claimed(shelf, 'depth', isGap(20), some(0.75)).message,
    /75 % of the new values are no numbers/,
  );
  // The first twelve all differ.
  assert.match(claimed(shelf, 'depth', isGap(12), words).message, /no numbers/);
  assert.doesNotMatch(claimed(shelf, 'depth', isGap(11), words).message, /no numbers/);
});

test('what titles tell is verified without a warning, and values put anywhere are doubtful', () => {
  const isTrue = claimed({ titles, light }, 'light', twoFifths, (i) => light[i]);
  assert.equal(isTrue.verdict, 'verified', isTrue.message);
  assert.deepEqual(isTrue.warnings, []);
  const anywhere = claimed({ titles, light }, 'light', twoFifths, (i) => light[(i * i) % 7]);
  assert.equal(anywhere.verdict, 'doubtful');
  assert.match(anywhere.message, /the products' own texts/);
});

const many = each(400, (i) => `${plants[(i * 5) % 6]} in a pot, no ${i}`);
const pots = each(400, (i) => ['clay', 'glass', 'metal', 'cork'][((i * 5) % 6) % 4]);
const sellers = each(400, (i) => `Seller ${(i * 7) % 11}`);
/** Every second gap is filled with something else than the truth. */
const halfOf = (text: (i: number) => string) => (i: number) => (i % 10 < 5 ? text(i) : pots[i]);

test('a repair of which half is drawn from the column is doubtful, and its believable share is told', () => {
  const shelf = { many, pots, sellers };
  const random = new Random(17);
  const isTrue = claimed(shelf, 'pots', twoFifths, (i) => pots[i]);
  assert.equal(isTrue.verdict, 'verified', isTrue.message);
  for (const text of [
    () => pots[random.below(400)],
    () => ['clay', 'cork'][random.below(2)],
    () => 'glass',
  ]) {
    const { verdict, codes, message, reasons } = claimed(shelf, 'pots', twoFifths, halfOf(text));
    assert.equal(verdict, 'doubtful', message);
    assert.equal(codes, 'independent_of_other_attributes');
    const [, told] = /only about (\d+) % of the new ones/.exec(message)!.map(Number);
    const [, share, low, high] = /^(\d+) % \((\d+) to (\d+) %\)/.exec(reasons[0].details!)!.map(Number);
    assert.equal(told, share);
    // What is drawn says the truth now and then.
    assert.ok(share > 35 && share < 80 && low < share && share < high && high < 90, message);
  }
});

test('a reason is one sentence without the figures of its evidence, which stand in its details', () => {
  const random = new Random(5);
  const price = each(400, (i) => `${12 + ((i * 17) % 80)}.99`);
  const option = each(20, (i) => (i === 4 ? 'Small' : 'Default'));
  const reasons = [
    claimed({ many, pots, sellers }, 'pots', twoFifths, () => pots[random.below(400)]),
    claimed({ many, pots, sellers }, 'pots', twoFifths, (i) => `value ${(i * i) % 7}`),
    claimed({ many, pots, sellers }, 'pots', twoFifths, (i) => sellers[i]),
    claimed({ many, pots, sellers }, 'pots', twoFifths, () => 'n/a'),
    claimed({ option }, 'option', twoFifths, (i) => (i % 2 === 0 ? 'Small' : 'Default')),
    claimed({ option }, 'option', twoFifths, () => 'Default'),
    claimed({ price }, 'price', twoFifths, (i) => `${9 + ((i * 29) % 97)}.${10 + ((i * 37) % 83)}`),
    claimed({ rooms }, 'rooms', twoFifths, (i) => rooms[i]),
  ].flatMap(({ reasons }) => reasons);
  assert.ok(reasons.length >= 8, `${reasons.length}`);
  assert.ok(reasons.some(({ details }) => details !== undefined));
  for (const { message } of reasons) {
    assert.match(message, /^[^.!?]*(?:\d\.\d[^.!?]*)*\.$/, message);
    assert.doesNotMatch(message, /likelihood|ratio|\bbits?\b|expected/i);
    assert.ok(message.split(' ').length <= 32, message);
  }
});

test('a repair of which half is new words is doubtful, one that adds a value where texts say it is not', () => {
  const shelf = { many, pots, sellers };
  const { verdict, codes, message } = claimed(
    shelf,
    'pots',
    twoFifths,
    halfOf((i) => `value ${(i * i) % 7}`),
  );
  assert.equal(verdict, 'doubtful', message);
  assert.match(codes, /new_values/);
  assert.match(
    message,
    /^80 of 160 new values were never used as pots before; of true ones about 1 would be new\.$/,
  );
  // All of one plant were missing, and nothing else was made of wood.
  const wood = pots.map((pot, i) => ((i * 5) % 6 === 3 ? 'wood' : pot));
  const names = many.map((name, i) => `${name}, ${wood[i]}`);
  const gaps = (i: number) => wood[i] === 'wood' || i % 5 === 0;
  assert.equal(claimed({ names, wood, sellers }, 'wood', gaps, (i) => wood[i]).verdict, 'verified');
});

test('a repair of which half repeats another column is doubtful', () => {
  const { verdict, codes, message } = claimed(
    { many, pots, sellers },
    'pots',
    twoFifths,
    halfOf((i) => sellers[i]),
  );
  assert.equal(verdict, 'doubtful', message);
  assert.match(codes, /copied_from_column/);
  assert.match(message, /repeat "sellers" in 50 % of the products; the recorded ones do in 0 %/);
});

test('two columns that both say no of the products that were missing are no copies', () => {
  const group = each(120, (i) => ['a', 'b', 'c'][i % 3]);
  const wifi = each(120, (i) => (i % 3 === 0 ? (i % 30 === 0 ? 'Yes' : 'No') : i % 2 === 0 ? 'Yes' : 'No'));
  const app = each(120, (i) => (i % 3 === 0 ? (i % 45 === 0 ? 'Yes' : 'No') : i % 4 < 2 ? 'Yes' : 'No'));
  const { codes } = claimed(
    { group, wifi, app },
    'wifi',
    (i) => i % 3 === 0,
    (i) => wifi[i],
  );
  assert.doesNotMatch(codes, /copied_from_column/);
});

test('a column that was only renamed is the same column, by whichever name it is claimed', () => {
  for (const name of ['exposure', 'light']) {
    const result = compare(csvOf({ titles, light }), csvOf({ titles, exposure: light }), name);
    assert.equal(result.claims![0].verdict, 'unchanged');
    assert.ok(result.warnings!.some(({ code }) => code === 'column_renamed'));
  }
});

test('an attribute that is claimed twice gains its bits once', () => {
  const shade = each(60, (i) => ((light[i] === 'Sun') === i % 19 > 0 ? 'warm' : 'cold'));
  const result = verify(
    ...interpretTogether(
      readTable(csvOf({ titles, light, shade: shade.map((text, i) => (twoFifths(i) ? '' : text)) })),
      readTable(csvOf({ titles, light, shade })),
    ),
    { repairs: [{ attribute: 'shade' }, { attribute: 'Shade' }] },
  );
  const [first, second] = result.claims!;
  assert.equal(first.verdict, second.verdict);
  assert.ok(first.bitsGained > 0);
  assert.equal(second.bitsGained, 0);
  assert.ok(second.reasons.some(({ code }) => code === 'claimed_twice'));
});

test('true values that nothing else tells are unproven, and gain nothing until something tells them', () => {
  const random = new Random(11);
  const shade = each(60, () => ['red', 'blue', 'green'][random.below(3)]);
  const { verdict, codes } = claimed({ shade, titles }, 'shade', twoFifths, (i) => shade[i]);
  assert.equal(verdict, 'unproven');
  assert.equal(codes, 'unproven');
});

test('true repairs of columns that have nothing to do with each other are hardly ever doubted', () => {
  let undoubted = 0;
  let tried = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const count = [20, 40, 100][seed % 3];
    const column = () => {
      const kinds = 2 + random.below(6);
      return each(count, () => `v${Math.floor(kinds * random.uniform() ** 2)}`);
    };
    const shelf = { a: column(), b: column(), c: column(), d: column(), e: column(), f: column() };
    if (new Set(shelf.a.filter((_, i) => !twoFifths(i))).size < 2) continue;
    tried++;
    if (claimed(shelf, 'a', twoFifths, (i) => shelf.a[i]).verdict !== 'doubtful') undoubted++;
  }
  assert.ok(tried > 50 && undoubted >= 0.95 * tried, `${undoubted} of ${tried}`);
});

test('products of another kind that are gone were not missing the attribute', () => {
  const kind = each(300, (i) => (i < 100 ? 'memory' : 'keyboard'));
  const latency = each(300, (i) => (i < 100 ? `CL${14 + ((i * i) % 7)}` : ''));
  const layout = each(300, (i) => (i < 100 ? '' : ['ansi', 'iso'][(i * 3) % 2]));
  const gaps = latency.map((text, i) => (i % 5 === 0 ? '' : text));
  const kept = each(300, String).flatMap((_, i) => (i < 100 || i % 2 === 0 ? [i] : []));
  const of = (texts: readonly string[]) => kept.map((i) => texts[i]);
  const result = compare(
    csvOf({ kind, latency: gaps, layout }),
    csvOf(
      { kind: of(kind), latency: of(latency), layout: of(layout) },
      kept.map((i) => `p${i}`),
    ),
    'latency',
  );
  assert.deepEqual(
    result.claims![0].reasons.map(({ code }) => code),
    ['unproven'],
  );
});

test('values that nobody recorded gain no more than the truth, where most values are new anyway', () => {
  const random = new Random(5);
  const owners = each(120, () => `owner ${random.below(90)}`);
  const shelf = { companies: owners.map((owner) => `company ${Number(owner.slice(6)) % 80}`), owners };
  const before = csvOf({ ...shelf, owners: owners.map((own, i) => (twoFifths(i) ? '' : own)) });
  const gained = (text: (i: number) => string) => {
    const after = csvOf({ ...shelf, owners: owners.map((own, i) => (twoFifths(i) ? text(i) : own)) });
    return compare(before, after, 'owners').claims![0].bitsGained;
  };
  const truth = gained((i) => owners[i]);
  assert.ok(truth > 0);
  for (const kinds of [12, 23, 40]) {
    const half = gained((i) => (i % 2 === 0 ? owners[i] : `value ${(i * 7) % kinds} of nobody`));
    assert.ok(half <= truth + 1e-9, `${kinds}: ${half} of ${truth}`);
  }
});
