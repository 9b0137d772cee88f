import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from '../columns/interpreter.ts';
import { readTable } from '../csv/table-reader.ts';
import { heldAttributes, isOfVocabulary } from './held-attributes.ts';

const column = (name: string, values: readonly string[]) => {
  const rows = values.map((value, at) => `p${at},"${value}"`);
  return interpret(readTable(`id,${name}\n${rows.join('\n')}`)).attributes[0];
};

test('a column holds what it is called, what its unit measures, and what its words say', () => {
  const has = (name: string, values: readonly string[]) => heldAttributes(column(name, values));
  assert.ok(has('Farbe', ['x', 'y', 'x', 'y']).has('colour'));
  assert.ok(has('Zapremina', ['0.75 l', '1 l', '0.7 l', '1.5 l']).has('volume'));
  assert.ok(has('option', ['red', 'blue', 'red', 'dark green']).has('colour'));
  assert.ok(has('zzz', ['herren', 'damen', 'herren', 'damen']).has('gender'));
  assert.ok(has('composition', ['57% cotton', 'wool']).has('material'));
  assert.equal(has('zzz', ['aro', 'bex', 'aro', 'bex']).size, 0);
  assert.ok(!has('zzz', ['12 cm', '14 cm', '12 cm', '20 cm']).has('heel-height'));
});

test('a value is of the vocabulary of its column where all of its words are', () => {
  assert.ok(isOfVocabulary('Colour', 'Turquoise'));
  assert.ok(isOfVocabulary('Farbe', 'schwarz'));
  assert.ok(!isOfVocabulary('Colour', 'XYBOX3PCKN139'));
  assert.ok(!isOfVocabulary('gender', 'Lightly'));
  assert.ok(!isOfVocabulary('Finish', 'turquoise'));
});
