import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldText } from './fold-text.ts';
import { LANGUAGES } from './index.ts';

for (const { code, facts } of LANGUAGES) {
  test(`the words of facts in ${code} are folded as texts are, and each says one value of its kind`, () => {
    for (const words of [
      facts?.colour?.values,
      facts?.material?.values,
      facts?.audience?.values,
      facts?.features,
    ]) {
      const forms = (words ?? '').split(', ').flatMap((value) => value.split('|'));
      assert.ok(forms.length > 4);
      assert.deepEqual(
        forms.filter((form, at) => forms.indexOf(form) < at),
        [],
      );
      for (const form of forms) {
        assert.equal(form, foldText(form));
        // Texts are compared word by word.
        assert.equal(form, form.match(/[\p{L}\p{M}\p{N}]+/gu)?.join(' '));
      }
    }
  });
}
