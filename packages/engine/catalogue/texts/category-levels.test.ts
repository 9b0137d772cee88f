import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { categoryLabels, isPath, lastLevel, levelsIn, levelsOf } from './category-levels.ts';

describe('the levels of categories', () => {
  test('are read from the signs of many shop systems', () => {
    const levels = [['Men', 'Tops', 'Tees'], ['Men', 'Tops'], ['Women', 'Bags'], ['Women', 'Tops'], ['Sale']];
    for (const sign of [' > ', '>', ' » ', '›', '|', ' | ', '::', '\\', '/', ' / '])
      assert.deepEqual(levelsOf(levels.map((path) => path.join(sign))), levels, sign);
    assert.deepEqual(levelsOf(['appliances.kitchen.fridge', 'appliances.kitchen.oven', 'appliances']), [
      ['appliances', 'kitchen', 'fridge'],
      ['appliances', 'kitchen', 'oven'],
      ['appliances'],
    ]);
  });

  test('are told by the sign of most paths, whatever one label has', () => {
    const paths = ['Men/Tops', 'Men/Bags', 'Women/Tops', 'Women/Bags'];
    assert.deepEqual(levelsOf([...paths, 'Offers > 50 %', 'Gifts > Cards'])?.slice(0, 2), [
      ['Men', 'Tops'],
      ['Men', 'Bags'],
    ]);
    assert.deepEqual(levelsOf(['Media > TV/Audio', 'Media > Books/Films', 'Media > Toys'])?.[0], [
      'Media',
      'TV/Audio',
    ]);
  });

  test('stand behind arrows, too, and behind no limit', () => {
    assert.deepEqual(levelsOf(['A -> B', 'A=>C', 'A  >  D']), [
      ['A', 'B'],
      ['A', 'C'],
      ['A', 'D'],
    ]);
    for (const limit of ['> 3 years', '>= 5 kg', 'Weight >= 5 kg', '<5 kg', '-> 3 years', '=> Tops']) {
      assert.equal(levelsOf([limit]), undefined, limit);
      assert.ok(!isPath(limit), limit);
    }
    const paths = ['Printers > 3D printers', 'Jeans > 501', 'Rings > 14K', 'Movies > 1980s'];
    assert.deepEqual(
      levelsOf(paths),
      paths.map((path) => path.split(' > ')),
    );
    assert.ok(paths.every(isPath));
  });

  test('are none where few labels have the sign, or hardly two share a beginning', () => {
    for (const labels of [
      ['TV/Audio', 'Books', 'Toys', 'Games'],
      ['TV/Audio', 'Books/Films', 'Toys/Games'],
      ['American Amber / Red Ale', 'American Amber / Red Lager', 'Altbier', 'Bock'],
      ['U.S. Polo', 'Levi Strauss & Co.', 'Dr. Martens'],
      ['Sofas', 'Beds'],
      [],
    ])
      assert.equal(levelsOf(labels), undefined, labels.join());
  });

  test('take three of five labels with a sign of names for names, and four for paths', () => {
    const paths = ['Men/Tops', 'Men/Bags', 'Men/Tees', 'Men/Hats'];
    assert.equal(levelsOf([...paths.slice(0, 3), 'Sale', 'New']), undefined);
    assert.equal(levelsOf([...paths, 'New'])?.length, 5);
  });

  test('take paths of as few as half as many beginnings', () => {
    assert.equal(levelsOf(['Men/Tops', 'Men/Bags', 'Women/Tops', 'Women/Bags'])?.length, 4);
    assert.equal(levelsOf(['Men/Tops', 'Men/Bags', 'Women/Tops', 'Kids/Bags']), undefined);
  });

  test('keep signs of names inside a level', () => {
    assert.deepEqual(levelsOf(['Media / TV/Audio', 'Media / Books', 'Media'])?.[0], ['Media', 'TV/Audio']);
    assert.deepEqual(levelsOf(['Media > TV / Audio', 'Media > Books | Films'])?.[0], ['Media', 'TV / Audio']);
  });

  test('are never empty', () => {
    assert.deepEqual(levelsOf(['/Men//Tops/', '/Men/Bags/', '/Men/']), [
      ['Men', 'Tops'],
      ['Men', 'Bags'],
      ['Men'],
    ]);
  });
});

describe('categories in an index', () => {
  test('have the same sign between their levels', () => {
    assert.deepEqual(categoryLabels(['Men/Tops', 'Men/Bags', 'Men']), {
      labels: ['Men > Tops', 'Men > Bags', 'Men'],
      roots: [],
    });
    assert.deepEqual(categoryLabels(['Men &gt; Tops &amp; tees']), {
      labels: ['Men > Tops & tees'],
      roots: [],
    });
    assert.deepEqual(categoryLabels(['Men > Tops', '>']), { labels: ['Men > Tops', '>'], roots: [] });
    assert.deepEqual(categoryLabels(['TV/Audio', 'Books']), { labels: ['TV/Audio', 'Books'], roots: [] });
  });

  test('lack a first level that all have and that says nothing', () => {
    assert.deepEqual(
      categoryLabels(['Default Category', 'Default Category/Men', 'Default Category/Men/Tops']),
      {
        labels: ['Default Category', 'Men', 'Men > Tops'],
        roots: ['Default Category'],
      },
    );
    assert.deepEqual(
      categoryLabels(['Root Catalog/Default Category/Men', 'Root Catalog/Default Category/Kids']),
      {
        labels: ['Men', 'Kids'],
        roots: ['Root Catalog', 'Default Category'],
      },
    );
    assert.deepEqual(categoryLabels(['Home > Beds', 'Garden > Pots']), {
      labels: ['Home > Beds', 'Garden > Pots'],
      roots: [],
    });
    assert.deepEqual(categoryLabels(['Clothing > Men', 'Clothing > Kids']), {
      labels: ['Clothing > Men', 'Clothing > Kids'],
      roots: [],
    });
    const deep = categoryLabels([`${'Home > '.repeat(40)}Beds`]);
    assert.equal(deep.roots.length, 4);
    assert.deepEqual(categoryLabels([]), { labels: [], roots: [] });
  });

  test('are called by their last level', () => {
    assert.deepEqual(levelsIn('Men > Tops'), ['Men', 'Tops']);
    assert.equal(lastLevel('Men > Tops'), 'Tops');
    assert.equal(lastLevel('TV/Audio'), 'TV/Audio');
    for (const limit of ['> 3 years', '>500 W']) {
      assert.ok(!isPath(limit));
      assert.deepEqual(levelsIn(limit), [limit]);
    }
    assert.ok(isPath('Men > Tops') && isPath('A>B'));
    assert.deepEqual(levelsIn('Grade A- > Shirts'), ['Grade A-', 'Shirts']);
  });
});
