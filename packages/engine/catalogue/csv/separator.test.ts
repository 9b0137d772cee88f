import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recogniseSeparator } from './separator.ts';

test('the separator is the one in the header row', () => {
  assert.equal(recogniseSeparator('id,name\n1;2;3,x\n'), ',');
  assert.equal(recogniseSeparator('id;name\n1,5;x\n'), ';');
  assert.equal(recogniseSeparator('id\tname\n1,5\tx\n'), '\t');
  assert.equal(recogniseSeparator('id|name\n1|5, or 6\n'), '|');
  assert.equal(recogniseSeparator('id\n1\n'), ',');
});

test('separators within quotation marks count for nothing, lines within them end no header', () => {
  assert.equal(recogniseSeparator('id;"a, b, c"\n1;2\n'), ';');
  assert.equal(recogniseSeparator('id,"name;\nof;it;"\n1,2\n'), ',');
});

test('of several in the header, the one that gives rows as long as the header', () => {
  assert.equal(recogniseSeparator('id;Size, cm;Weight, kg\n1;2;3\n4;5,5;6\n'), ';');
  assert.equal(recogniseSeparator('id,a;b\n1,2\n3,4\n'), ',');
  assert.equal(recogniseSeparator('id,a|b,c\n1,x|y|z,2\n3,x,4\n'), ',');
});

test('where the rows leave it open, the one that comes more often', () => {
  assert.equal(recogniseSeparator('id;a;b,c'), ';');
});

test('a name with many commas does not outvote the rows', () => {
  const header = 'Product ID;Active (0/1);Categories (x,y,z...);Features (a,b,c)\n';
  assert.equal(recogniseSeparator(`${header}1;1;Toys, Games;red\n2;1;Toys;blue, green\n`), ';');
});
