import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from '../../catalogue/columns/interpreter.ts';
import { readTable } from '../../catalogue/csv/table-reader.ts';
import { audit } from '../grade/audit.ts';
import type { LackingFact } from './lacking-fact.ts';

type Cells = Readonly<Record<string, string>>;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function csvOf(rows: readonly Cells[]): string {
  const names = Object.keys(rows[0]);
  const lines = rows.map((row, at) => [`p${at}`, ...names.map((name) => quoted(row[name]))].join(','));
  return `id,${names.join(',')}\n${lines.join('\n')}\n`;
}

const lacking = (rows: readonly Cells[]): readonly LackingFact[] =>
  audit(interpret(readTable(csvOf(rows)))).lacking ?? [];

const of = (facts: readonly LackingFact[], name: string | RegExp): LackingFact | undefined =>
  facts.find(({ attribute }) => (typeof name === 'string' ? attribute === name : name.test(attribute)));

const NAMES = 'Alder Birch Cedar Dover Elmet Fjord Grove Haven Ivory Jasper Kestrel Linden'.split(' ');
const range = (length: number): number[] => Array.from({ length }, (_, at) => at);
/** Names of products that no word is known of; every one differs. */
const named = (at: number): string => `${NAMES[at % 12]} ${NAMES[(at * 5 + 1) % 12]}er`;

test('a measure that titles say and no column holds is told, with its values, examples and bits', () => {
  const rows = range(40).map((at) => ({
    title: `${named(at)} lotion${at % 4 === 3 ? '' : ` ${[250, 500, 750][at % 3]} ml`}`,
    skin: ['dry', 'oily'][at % 2],
  }));
  const [fact, ...more] = lacking(rows);
  assert.deepEqual(more, []);
  assert.equal(fact.attribute, 'volume (ml)');
  assert.equal(fact.from, 'title');
  assert.deepEqual([fact.products, fact.of, fact.distinct], [30, 40, 3]);
  assert.deepEqual(
    fact.values.map(({ value, products }) => [value, products]),
    [
      ['250 ml', 10],
      ['500 ml', 10],
      ['750 ml', 10],
    ],
  );
  // Three values, about equally frequent.
  assert.ok(Math.abs(fact.bits - Math.log2(3)) < 0.1, `${fact.bits}`);
  for (const { product, text } of fact.examples) {
    const { title } = rows[Number(product.slice(1))];
    assert.ok(title.includes(text) && /\d+ ml/.test(text));
  }
});

test('a measure that a column holds is not told, in whichever unit', () => {
  const litres = range(40).map((at) => {
    const size = [250, 500, 750][at % 3];
    return {
      title: `${named(at)} lotion ${size} ml`,
      content: `${size / 1000} l`,
      skin: ['dry', 'oily'][at % 2],
    };
  });
  assert.deepEqual(lacking(litres), []);
  const shifted = litres.map((row, at) => ({ ...row, content: at % 2 === 0 ? 'tube' : 'bottle' }));
  assert.equal(lacking(shifted)[0].attribute, 'volume (ml)');
});

test('nor is one of which a column has the name', () => {
  const rows = range(40).map((at) => ({
    title: `${named(at)} lamp ${[20, 40, 60][at % 3]} W`,
    power: '',
    shade: ['round', 'square'][at % 2],
  }));
  assert.equal(of(lacking(rows), /power/), undefined);
  const unnamed = rows.map(({ title, shade }) => ({ title, shade }));
  assert.equal(of(lacking(unnamed), 'power (W)')?.products, 40);
});

test('generations, sizes of clothes and models are no measures', () => {
  for (const word of ['4G', '36 S', 'XR-500', '3D']) {
    const rows = range(40).map((at) => ({
      title: `${named(at)} ${at % 2 === 0 ? word : word.replace(/\d/, '5')}`,
      shade: ['round', 'square'][at % 2],
    }));
    assert.deepEqual(lacking(rows), [], word);
  }
});

test('pieces in a pack are told in several forms', () => {
  const rows = range(40).map((at) => ({
    title: `${named(at)} ${['pack of 4', '6 pcs', '10er Pack'][at % 3]}`,
    shade: ['round', 'square'][at % 2],
  }));
  assert.deepEqual(
    of(lacking(rows), 'pieces')?.values.map(({ value }) => value),
    ['4', '10', '6'],
  );
});

for (const [language, words, name] of [
  ['English', ['Cotton', 'Wool', 'Silk'], 'material'],
  ['German', ['rot', 'schwarze', 'blauer'], 'Farbe'],
  ['Japanese', ['ネイビー', 'ブラック', 'レッド'], 'カラー'],
] as const) {
  test(`${language} words of a fact are told by its name in the language`, () => {
    const rows = range(36).map((at) => ({
      title:
        language === 'Japanese'
          ? `${named(at)} トート ${words[at % 3]}`
          : `${named(at)} ${words[at % 3]} bag`,
      closing: ['zip', 'button'][at % 2],
    }));
    const fact = of(lacking(rows), name);
    assert.equal(fact?.products, 36);
    assert.equal(fact?.distinct, 3);
  });
}

test('a word that belongs to the maker, or to a name in the title, is no value', () => {
  const rows = range(60).map((at) => ({
    title: `${named(at)} ${at % 3 === 0 ? 'by Alison Glass' : at % 3 === 1 ? 'bowl' : 'jug'}`,
    brand: ['Orange', 'Acme', 'Zenith'][at % 3],
  }));
  assert.deepEqual(lacking(rows), []);
});

test('what is denied is not said', () => {
  const rows = (said: string) =>
    range(40).map((at) => ({
      title: `${named(at)} phone ${at % 2 === 0 ? said : ''}`,
      screen: ['flat', 'curved'][at % 3 === 0 ? 1 : 0],
    }));
  assert.equal(of(lacking(rows('dual sim')), 'dual sim')?.products, 20);
  assert.equal(of(lacking(rows('not waterproof')), 'waterproof'), undefined);
});

test('facts with a label in descriptions are told by it', () => {
  const rows = range(40).map((at) => ({
    title: named(at),
    description: `Made with care for those who walk far and wide in all weathers and seasons of the year.\nSole: ${['rubber', 'crepe', 'leather'][at % 3]}\nNote: ${named(at)} the ${at}`,
    closing: ['zip', 'laces'][at % 2],
  }));
  const facts = lacking(rows);
  assert.deepEqual(
    of(facts, 'Sole')?.values.map(({ value }) => value),
    ['rubber', 'crepe', 'leather'],
  );
  assert.match(of(facts, 'Sole')!.examples[0].text, /^Sole: (?:rubber|crepe|leather)$/);
  assert.equal(of(facts, 'Note'), undefined);
});

test('statements that exclude each other are values of what they end in', () => {
  const rows = range(40).map((at) => ({
    title: named(at),
    description: `A piece for warm days at the pool and for long evenings on the terrace with friends and family. ${['Matte', 'Shiny'][at % 2]} finish. Two year warranty.`,
    closing: ['zip', 'laces'][at % 3 === 0 ? 0 : 1],
  }));
  assert.deepEqual(
    lacking(rows).map(({ attribute, values }) => [attribute, values.map(({ value }) => value)]),
    [['finish', ['matte finish', 'shiny finish']]],
  );
});

test('words that replace each other in titles are values of one fact', () => {
  const words = ['uni', 'print', 'jacquard'];
  const rows = range(8).flatMap((at) =>
    words.map((word, turn) => ({
      title: `${NAMES[at]} yarn ${word}`,
      needles: ['thin', 'thick'][(at + turn) % 2],
    })),
  );
  const fact = of(lacking(rows), /uni/);
  assert.equal(fact?.attribute, 'jacquard / print / uni');
  assert.equal(fact?.products, 24);
});

test('names of models of one maker replace each other too, and are no fact', () => {
  const models = ['viper', 'basilisk', 'cobra'];
  const rows = [
    ...range(8).flatMap((at) => models.map((word) => `Razor ${word} ${NAMES[at]}`)),
    ...range(40).map((at) => `${NAMES[at % 12]}soft ${named(at)} mouse`),
  ].map((title, at) => ({ title, wheel: ['one', 'two'][at % 2] }));
  assert.equal(of(lacking(rows), /viper/), undefined);
});

test('what measures have beside them is a fact of its own', () => {
  const rows = range(40).map((at) => ({
    title: named(at),
    battery: `${['Li-Ion', 'NiMH'][at % 2]} ${1000 + 37 * at} mAh`,
    closing: ['zip', 'laces'][at % 3 === 0 ? 0 : 1],
  }));
  const fact = lacking(rows).find(({ from }) => from === 'battery');
  assert.deepEqual(
    fact?.values.map(({ value, products }) => [value, products]),
    [
      ['li ion', 20],
      ['nimh', 20],
    ],
  );
  const repeated = rows.map((row) => ({ ...row, battery: row.battery.replace('NiMH', 'Li-Ion Li-Ion') }));
  assert.equal(
    lacking(repeated).find(({ from }) => from === 'battery'),
    undefined,
  );
  const alike = rows.map((row) => ({ ...row, battery: row.battery.replace('NiMH', 'Li-Ion') }));
  assert.equal(
    lacking(alike).find(({ from }) => from === 'battery'),
    undefined,
  );
});

test('a fact that is found in two ways is told once: by the name that texts give it, and in one unit', () => {
  const prose = 'Made with care for those who walk far and wide in all weathers and seasons of the year.';
  const labelled = range(40).map((at) => ({
    title: named(at),
    description: `${prose}\nMaterial: ${['rubber', 'cotton', 'leather'][at % 3]}`,
    closing: ['zip', 'laces'][at % 2],
  }));
  assert.deepEqual(
    lacking(labelled).map(({ attribute }) => attribute),
    ['Material'],
  );
  const sized = range(40).map((at) => ({
    title: named(at),
    dimensions: `${at + 60} x ${30 + (at % 9)} mm (${(at + 60) / 25} x ${(30 + (at % 9)) / 25} in), as tested here by us and by others of the trade in all weathers of the year`,
    closing: ['zip', 'laces'][at % 2],
  }));
  assert.ok(lacking(sized).filter(({ attribute }) => /\((?:mm|in)\)$/.test(attribute)).length <= 1);
});

test('headings, and how to reach the maker, are no facts', () => {
  const rows = range(40).map((at) => ({
    title: named(at),
    description: `A piece for warm days at the pool and for long evenings on the terrace with friends and family.\n${['Technical', 'Advanced'][at % 2]} features:\nlong life.\nEmail: ${['sales', 'info'][at % 2]}@maker${at % 4}.example\nPhone: 0161 555 012${at % 4}\n`,
    closing: ['zip', 'laces'][at % 3 === 0 ? 0 : 1],
  }));
  assert.deepEqual(
    lacking(rows).map(({ attribute }) => attribute),
    [],
  );
});

test('five products that say it are enough, four are not', () => {
  const rows = (saying: number) =>
    range(20).map((at) => ({
      title: `${named(at)} oil${at < saying ? ` ${[250, 500][at % 2]} ml` : ''}`,
      press: ['cold', 'hot'][at % 2],
    }));
  assert.equal(of(lacking(rows(5)), 'volume (ml)')?.products, 5);
  assert.deepEqual(lacking(rows(4)), []);
});

test('a fact of one kind of products is counted among these', () => {
  const rows = range(120).map((at) => ({
    title: `${named(at)} ${at % 2 === 0 ? `monitor ${[24, 27, 32][at % 3]} inch` : 'cable'}`,
    category: at % 2 === 0 ? 'Monitors' : 'Cables',
    panel: at % 2 === 0 ? ['IPS', 'VA'][at % 4 === 0 ? 0 : 1] : '',
    plug: at % 2 === 0 ? '' : ['straight', 'angled'][at % 4 === 1 ? 0 : 1],
  }));
  const fact = of(lacking(rows), /size/);
  assert.deepEqual([fact?.products, fact?.of], [60, 60]);
  assert.ok(Math.abs(fact!.bits - Math.log2(3) / 2) < 0.1, `${fact!.bits}`);
});

test('the order of rows and columns changes nothing', () => {
  const rows = range(60).map((at) => ({
    title: `${named(at)} ${['Cotton', 'Wool', 'Silk'][at % 3]} ${[250, 500, 750][(at >> 1) % 3]} ml`,
    skin: ['dry', 'oily'][at % 2],
    ribbon: ['a', 'b', 'c'][at % 3],
  }));
  const [header, ...lines] = csvOf(rows).trimEnd().split('\n');
  const turned = [header, ...lines.toReversed()].map((line) => {
    const [id, ...cells] = line.split(',');
    return [id, ...cells.toReversed()].join(',');
  });
  const read = (csv: string) => audit(interpret(readTable(csv))).lacking;
  assert.ok((read(csvOf(rows))?.length ?? 0) >= 2);
  assert.deepEqual(read(`${turned.join('\n')}\n`), read(csvOf(rows)));
});

test('no more facts are told than five', () => {
  const rows = range(60).map((at) => ({
    title: named(at),
    description: `Some words to begin with, which are many enough to make of it a text that goes on and on.${range(
      7,
    )
      .map(
        (label) =>
          `\nLabel ${'abcdefg'[label]}x: ${['one', 'two', 'three'][(at * (label + 1) + (at >> 2)) % 3]}`,
      )
      .join('')}`,
    closing: ['zip', 'laces'][at % 2],
  }));
  assert.equal(lacking(rows).length, 5);
});

test('a word is no colour where such products have none: the gold of a perfume is its name', () => {
  const titled = (thing: string) =>
    lacking(
      range(40).map((at) => ({
        title: `${NAMES[at % 12]} ${['Gold', 'Black', 'Red', 'Blue'][at % 4]} ${thing}`,
        strength: ['mild', 'strong'][at % 2],
      })),
    );
  assert.ok(of(titled('handbag'), /colou?r/i) !== undefined);
  assert.ok(of(titled('xumo'), /colou?r/i) !== undefined);
  assert.equal(of(titled('eau de parfum'), /colou?r/i), undefined);
});

test('what stands for any value is no value of a label', () => {
  const rows = range(40).map((at) => ({
    title: named(at),
    description: `Made with care for those who walk far and wide in all weathers and seasons of the year.\nFinish: ${['matt', 'gloss', 'satin'][at % 3]}\nSize: ${['-', 'Varies by variant', '–'][at % 3]}\n`,
    skin: ['dry', 'oily'][at % 2],
  }));
  const facts = lacking(rows);
  assert.notEqual(of(facts, 'Finish'), undefined);
  assert.equal(of(facts, 'Size'), undefined);
});

test('words that replace each other are not told again where some are colours', () => {
  const rows = range(60).map((at) => ({
    title: `${NAMES[at % 12]} jacket ${['grey', 'khaki', 'lime', 'grey'][at % 4]}`,
    description: `${NAMES[(at * 5) % 12]} number ${at}`,
    kind: ['walk', 'run'][at % 2],
  }));
  const facts = lacking(rows).filter(({ values }) => values.some(({ value }) => /gr[ea]y/.test(value)));
  assert.equal(facts.length, 1);
});
