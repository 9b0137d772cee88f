import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTable } from '../csv/table-reader.ts';
import { Folding } from './folding.ts';

/** What an attribute's name, value and flags are called; those of the last three are in no language pack. */
const HEADERS = [
  ['Attribute # name', 'Attribute # value(s)', 'Attribute # visible', 'Attribute # global'],
  ['Nom de l’attribut #', 'Valeur(s) de l’attribut #', 'Attribut # visible', 'Attribut # global'],
  ['Attribut # Name', 'Attribut # Wert(e)', 'Attribut # sichtbar', 'Attribut # global'],
  ['Nombre del atributo #', 'Valor(es) del atributo #', 'Atributo visible #', 'Atributo global #'],
  ['Název vlastnosti #', 'Hodnota vlastnosti #', 'Vlastnost # viditelná', 'Globální vlastnost #'],
  ['Όνομα ιδιότητας #', 'Τιμή ιδιότητας #', 'Ιδιότητα # ορατή', 'Ιδιότητα # καθολική'],
  ['Denumire atribut #', 'Valoarea (valorile) atribut #', 'Atribut # vizibil', 'Atribut # global'],
];

const shop = fc.array(
  fc.record({
    colour: fc.option(fc.constantFrom('Blau', 'Rot', 'Grün')),
    stuff: fc.constantFrom('Len', 'Lana', 'Seda'),
  }),
  { minLength: 12, maxLength: 40 },
);

test('names and values of numbered attributes are found in any language, and written back as both', () => {
  fc.assert(
    fc.property(shop, fc.constantFrom(...HEADERS), (products, header) => {
      const names = [1, 2].flatMap((number) => header.map((name) => name.replace('#', String(number))));
      const rows = [
        { colour: 'Blau', stuff: 'Len' },
        { colour: 'Rot', stuff: 'Lana' },
        { colour: null, stuff: 'Len' },
        ...products,
      ].map(({ colour, stuff }, at) =>
        [
          `p${at}`,
          'Materie',
          stuff,
          '1',
          '1',
          ...(colour === null ? ['', '', '', ''] : ['Barva', colour, '1', '0']),
        ].join(','),
      );
      const table = readTable(`id,${names.join(',')}\n${rows.join('\n')}\n`, { forWriting: true });
      const columns = table.columns.map(({ name }) => name);
      assert.ok(columns.includes('Barva') && columns.includes('Materie'), columns.join());
      assert.ok(!columns.includes(names[1]) && !columns.includes(names[5]));
      const written = new Folding(table).foldValue('Barva', 2, 'Rot').edits;
      assert.deepEqual(
        written.map(({ column, text }) => [column, text]),
        [
          [5, 'Barva'],
          [6, 'Rot'],
        ],
      );
    }),
    { numRuns: 60 },
  );
});

test('levels of categories, and pictures with their texts, are no names and values', () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) => `p${at},Group ${at % 3},Part ${at % 9},a${at}.jpg,Lamp ${at}`,
  );
  const { columns } = readTable(
    `id,Level 1 category,Level 1 subcategory,Image 1 src,Image 1 alt\n${rows.join('\n')}\n`,
  );
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['Level 1 category', 'Level 1 subcategory', 'Image 1 src', 'Image 1 alt'],
  );
});
