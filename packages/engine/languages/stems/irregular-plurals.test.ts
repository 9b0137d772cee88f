import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../../session/text/stemming.ts';
import { withoutIrregularPlural } from './irregular-plurals.ts';

test('irregular plurals have the stem of their singular in English', () => {
  for (const [plural, singular] of [
    ['knives', 'knife'],
    ['shelves', 'shelf'],
    ['shelving', 'shelf'],
    ['bookshelves', 'bookshelf'],
    ['scarves', 'scarf'],
    ['leaves', 'leaf'],
    ['halves', 'half'],
    ['loaves', 'loaf'],
    ['elves', 'elf'],
    ['ties', 'tie'],
    ['pies', 'pie'],
    ['dies', 'die'],
    ['gases', 'gas'],
    ['buses', 'bus'],
    ['canvases', 'canvas'],
    ['lenses', 'lens'],
    ['irises', 'iris'],
    ['viruses', 'virus'],
    ['mice', 'mouse'],
    ['dormice', 'dormouse'],
    ['feet', 'foot'],
    ['teeth', 'tooth'],
    ['geese', 'goose'],
    ['cacti', 'cactus'],
    ['women', 'woman'],
    ['children', 'child'],
    ['snowmen', 'snowman'],
  ]) {
    assert.equal(withoutIrregularPlural(plural), singular);
    assert.equal(stem(plural), stem(singular), plural);
  }
  for (const written of ['womens', 'womans']) assert.equal(stem(written), stem('woman'));
  assert.equal(stem('childrens'), stem('child'));
});

test('other words are left as they are', () => {
  const words =
    'gloves stoves valves sleeves olives waves moves cleaves delves curves series species ' +
    'movies cookies batteries glasses blouses cases houses fuses focuses rice spice device juice pumice mens men omens ' +
    'specimens linens curtains sirens fleet sheet street cheese tweet carving serving giving';
  for (const word of words.split(' ')) assert.equal(withoutIrregularPlural(word), word);

  assert.notEqual(stem('feet', 'deu'), stem('foot', 'deu'), 'in English alone');
});
