import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpretTogether, readTable } from '../../../catalogue/index.ts';
import { csvOf, linear } from '../../exports.fixture.ts';
import { verify } from '../../index.ts';

const VALUES = ['oak', 'steel', 'glass', 'cork', 'linen', 'wool', 'jute'];
const PRODUCTS = 160;

/**
 * What is said of a repair that fills the cells of one value, of which none or few were recorded. The first of the values go
 * with the kind of the product, more or less; the products of the last ones are of any kind.
 */
function repaired(
  seed: number,
  text: (truth: string) => string,
  isGap: (truth: string, at: number) => boolean,
) {
  const random = linear(seed);
  const below = (count: number) => Math.floor(random() * count);
  const values = VALUES.slice(0, 4 + below(4));
  const told = below(values.length);
  const noise = [0.05, 0.3][below(2)];
  const rows = Array.from({ length: PRODUCTS }, (_, at) => {
    const own = below(values.length);
    const kind = own < told && random() >= noise ? own : below(values.length);
    return { id: `p${at}`, title: `Lamp ${at * 7}`, kind: `kind ${kind}`, own: values[own] };
  });
  const exportOf = (cell: (truth: string, at: number) => string) =>
    readTable(
      csvOf({
        names: ['id', 'title', 'kind', 'material'],
        rows: rows.map(({ id, title, kind, own }, at) => [id, title, kind, cell(own, at)]),
      }),
    );
  const result = verify(
    ...interpretTogether(
      exportOf((own, at) => (isGap(own, at) ? '' : own)),
      exportOf((own, at) => (isGap(own, at) ? text(own) : own)),
    ),
    { repairs: [{ attribute: 'material' }] },
  );
  return { ...result.claims![0], moved: result.answerability.moved };
}

test('a true repair of all cells of one value is hardly ever refused, whether other columns tell it or not', () => {
  const refused: string[] = [];
  for (let seed = 1; seed <= 80; seed++) {
    const value = VALUES[seed % 4];
    const { verdict, reasons } = repaired(
      seed,
      (own) => own,
      (own, at) => own === value && (seed % 2 === 0 || at % 10 > 0),
    );
    if (verdict === 'empty' || verdict === 'doubtful')
      refused.push(`${seed} ${verdict}: ${reasons.map(({ message }) => message).join(' ')}`);
  }
  assert.ok(refused.length <= 4, refused.join('\n'));
});

test('one value for cells that were missing here and there is never paid, known or not', () => {
  for (let seed = 1; seed <= 80; seed++) {
    const value = [...VALUES, 'anthracite'][seed % 8];
    const { verdict, bitsGained, moved } = repaired(
      seed,
      () => value,
      (_, at) => (at * 7) % 5 < 2,
    );
    const told = JSON.stringify({ seed, value, verdict, bitsGained, moved });
    assert.ok(bitsGained <= 0 && moved <= 1e-9, told);
    assert.ok(verdict !== 'verified' && verdict !== 'partial', told);
  }
});

test('the commonest of many makers in all cells is never accepted, although it fits all products better than rare ones do', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = linear(seed);
    const below = (count: number) => Math.floor(random() * count);
    const rows = Array.from({ length: 240 }, (_, at) => {
      const maker = Math.floor(60 * random() ** 1.5);
      const told = (kinds: number) => (random() < 0.5 ? below(kinds) : (maker * 5) % kinds);
      return {
        names: [`p${at}`, `Foundation ${at * 7}`, ...[3, 4, 5, 7].map((kinds) => `kind ${told(kinds)}`)],
        maker,
      };
    });
    const isGap = (at: number) => (at * 7) % 5 < 2;
    const exportOf = (filled: string) =>
      readTable(
        csvOf({
          names: ['id', 'title', 'finish', 'form', 'series', 'base', 'maker'],
          rows: rows.map(({ names, maker }, at) => [...names, isGap(at) ? filled : `maker ${maker}`]),
        }),
      );
    const [{ verdict }] = verify(...interpretTogether(exportOf(''), exportOf('maker 0')), {
      repairs: [{ attribute: 'maker' }],
    }).claims!;
    assert.ok(verdict !== 'verified' && verdict !== 'partial', `${seed} ${verdict}`);
  }
});
