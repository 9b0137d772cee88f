import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueError } from '../catalogue-error.ts';
import { refuseOtherFormats } from './other-formats.ts';

const refusal = (text: string): string | undefined => {
  try {
    refuseOtherFormats(text);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CatalogueError && error.code === 'not_csv');
    return error.message;
  }
};

test('another format is refused by its name', () => {
  for (const [text, said] of [
    ['PK\u0003\u0004abc', /spreadsheet/],
    ['\u001f\u2039abc', /packed/],
    ['%PDF-1.7', /PDF/],
    ['{\\rtf1', /RTF/],
    ['<!doctype html><title>Log in</title>', /web page \(HTML\) called "Log in"/],
    ['<!-- x --><table><tr></tr></table>', /HTML/],
    ['<?xml version="1.0"?><rss></rss>', /XML/],
    ['[{"id": 1}]', /JSON/],
    ['{"error": "no"}', /JSON/],
    ['id\0name\n', /NUL/],
  ] as const) {
    assert.match(refusal(text) ?? '', said, text);
  }
});

test('a header row that begins like another format is a header row', () => {
  for (const text of ['<TICKER>,<DATE>\nA,1\n', '{id},[name]\n1,2\n', 'PK,name\n1,2\n', '<html>,name\n1,2\n'])
    assert.equal(refusal(text), undefined, text);
});
