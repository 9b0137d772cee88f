import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../../learning/empty-model.ts';
import { rank } from '../../rank.ts';
import { NOON, titledShop } from '../../testing/shops.ts';

/** Enough sentences to tell that a shop is German, and the words with which the compounds below begin. */
const SENTENCES = [
  ...Array.from(
    { length: 12 },
    (_, k) => `Das Modell ${k + 100} ist für den Sommer und nicht für die Kinder`,
  ),
  'Arm Blumen Faden Falten Glas Gummi Holz Leder',
];

/** The titles that a search matches, best first. */
function matching(
  titles: readonly string[],
  query: string,
  sentences: readonly string[] = SENTENCES,
): string[] {
  const all = [...titles, ...sentences];
  const index = titledShop(all);
  const { items } = rank({
    profile: undefined,
    index,
    model: emptyModel(),
    now: NOON,
    query,
    limit: all.length,
  });
  return items.flatMap(({ id, scoreBreakdown }) => {
    const keyword = scoreBreakdown.find(({ factor }) => factor === 'keyword');
    return keyword === undefined || keyword.contribution < 1e-9 ? [] : [all[Number(id.slice(1))]];
  });
}

const SCISSORS = ['Universalschere', 'Fadenschere rot', 'Schermesser', 'Stricknadel'];

test('a noun finds the compounds that end with it, behind itself', () => {
  assert.deepEqual(matching(SCISSORS, 'Schere').sort(), ['Fadenschere rot', 'Universalschere']);
  assert.equal(matching(['Universalschere', 'Schere'], 'Schere')[0], 'Schere');
  assert.deepEqual(matching(['Holzknöpfe', 'Knopfloch'], 'Knöpfe'), ['Holzknöpfe'], 'in plural, too');
  assert.deepEqual(
    matching(['Universalschere'], 'Scheren'),
    ['Universalschere'],
    'of which either may be one',
  );
  assert.deepEqual(matching(['Universalscheren'], 'Schere'), ['Universalscheren']);
});

test('a compound that the shop lacks is what its last noun is', () => {
  assert.deepEqual(matching(['Weiche Wolle', 'Babydecke'], 'Babywolle'), ['Weiche Wolle']);
  const tables = ['Tisch Eiche', 'Elastisch', 'Glastisch'];
  assert.deepEqual(
    matching(tables.slice(0, 2), 'Glastisch'),
    ['Tisch Eiche'],
    'by the longest noun that is one',
  );
  // One letter wrong is a misspelling first.
  assert.deepEqual(matching(['Strickgarn', 'Häkelgarn'], 'Strickgarm'), ['Strickgarn']);
});

test('two nouns are a compound in either order, and with what links them', () => {
  const titles = ['Holzknöpfe', 'Karte Geburtstag', 'Geburtstagskarte'];
  assert.equal(matching(titles, 'Knöpfe Holz')[0], 'Holzknöpfe');
  assert.ok(matching(titles, 'Karte Geburtstag').includes('Geburtstagskarte'));
});

test('what a shop calls so comes before what ends with it', () => {
  assert.deepEqual(matching(['Lederschuhe', 'Rote Schuhe'], 'Schuhe'), ['Rote Schuhe', 'Lederschuhe']);
});

test('a half typed word is also what it begins', () => {
  assert.deepEqual(matching(['Armband', 'Bandmass'], 'Band').sort(), ['Armband', 'Bandmass']);
});

test('what only ends like a noun is none of it', () => {
  for (const [compound, noun] of [
    ['Handschuhe', 'Schuhe'],
    ['Durchmesser', 'Messer'],
    ['Frühstück', 'Stück'],
    ['Kunststoff', 'Stoff'],
    ['Lederhandschuhe', 'Schuhe'],
    ['Krawatte', 'Watte'],
  ])
    assert.deepEqual(matching([compound], noun), [], compound);
});

test('what begins with no word is found where the shop has neither the noun nor a better compound', () => {
  const titles = ['Praktisch', 'Glastisch'];
  assert.deepEqual(matching(titles, 'Tisch'), ['Glastisch', 'Praktisch']);
  assert.deepEqual(matching([...titles, 'Tisch'], 'Tisch'), ['Tisch', 'Glastisch']);
  assert.deepEqual(matching(['Klapptisch'], 'Tisch'), ['Klapptisch']);
  assert.deepEqual(
    matching(['Hausschwein', 'Wein rot'], 'Wein'),
    ['Wein rot'],
    'so many consonants are no word',
  );
});

test('short nouns are counted as they are typed', () => {
  assert.deepEqual(matching(['Lederhose', 'Blumenvase'], 'Hose'), ['Lederhose']);
});

test('chance ends are no nouns', () => {
  assert.deepEqual(matching(['Holzeis'], 'Eis'), [], 'three letters');
  assert.deepEqual(matching(['Holzuhren'], 'Uhren'), ['Holzuhren'], 'five');
  assert.deepEqual(matching(['Barock', 'Faltenrock'], 'Rock'), ['Faltenrock'], 'two letters before it');
});

test('an English shop parts no words at their ends', () => {
  assert.deepEqual(matching(['Blackboard', 'Surfboard'], 'board', []), []);
});

test('ten words of a search are nouns of compounds at most', () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, k) => `wort${'abcdefghij'[k]}`).join(' ');
  assert.ok(matching(['Fadenschere'], `${others(9)} Schere`).includes('Fadenschere'));
  assert.ok(!matching(['Fadenschere'], `${others(10)} Schere`).includes('Fadenschere'));
});
