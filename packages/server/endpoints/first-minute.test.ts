import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { ServiceUnderTest } from '../testing/service-under-test.ts';

const PARTS = readFileSync(
  new URL('../../../examples/catalogues/computer-parts.csv', import.meta.url),
  'utf8',
);

describe('the first minute with the demo catalogue', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(PARTS);
  });
  after(() => service.stop());

  it('reorders the shelf after a category view and a price filter, and says why in words', async () => {
    const before = await service.ranked('curl');
    const kinds = new Set(before.items.map(({ attributes }) => attributes.category));
    assert.ok(kinds.size > 3, 'a new visitor sees several kinds');
    assert.match(before.items[0].why ?? '', /Nothing in the session/);

    await service.track('curl', ['category_view', 'monitor']);
    await service.track('curl', ['price_filter', '150-300']);
    const after = await service.ranked('curl');

    // Prices are compared in steps of some two per cent.
    for (const { attributes, why } of after.items) {
      assert.equal(attributes.category, 'monitor');
      assert.ok(Number(attributes.price) > 147 && Number(attributes.price) < 306, String(attributes.price));
      assert.match(why ?? '', /the shopper asked for the category monitor/i);
      const within = Number(attributes.price) >= 150 && Number(attributes.price) <= 300;
      assert.match(
        why ?? '',
        within
          ? /it costs what the shopper asked for: 150 to 300/i
          : /it costs nearly what the shopper asked for: 150 to 300/i,
      );
    }
  });

  it('follows a search in plain words, down to what is not wanted', async () => {
    await service.ok('/track/keywords', {
      sessionId: 'words',
      query: 'wireless headphones under 100, not pink',
    });
    const { items } = await service.ranked('words');
    assert.equal(items.length, 20);
    for (const { attributes } of items.slice(0, 5)) {
      assert.equal(attributes.category, 'headphones');
      assert.ok(Number(attributes.price) <= 100);
      assert.doesNotMatch(String(attributes.color), /pink/i);
    }
  });
});
