import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCatchAll } from './catch-all.ts';

test('values that fit every product are known in each language, however they are written', () => {
  const values =
    'Other, Others, OTHER BRANDS, Misc., Generic, See description, n/a, Not specified, Unbranded, ' +
    'Sonstige, siehe Beschreibung, Ohne Marke, Autre marque, Voir description, Générique, Otros, Ver descripción, ' +
    'Genérico, Vario, Vedi descrizione, Outros, Não informado, Overig, Zie omschrijving, Øvrige, Övriga, Se beskrivelse, ' +
    'Annet, Muut, Katso kuvaus, Inne, brak, Różne, Diğer, Açıklamaya bakınız, Karışık, أخرى, غير محدد, その他, 不明, 説明参照, ' +
    '기타, 상세설명 참조, Другое, Прочие товары, см. описание, не указан, 其他, 见描述, 無品牌';
  const unknown = values.split(', ').filter((value) => !isCatchAll(value));
  assert.deepEqual(unknown, []);
});

test('values that only begin with such a word are particular', () => {
  const values =
    'General Electric, All-Clad, Standard Edition, Mixed Berries, Generics Books, Anderson, Otherworld, Seed, Versace, ' +
    'Regular Fit, Allergan, Verde, Innova, Verona, Alle Farben, 无印良品, 전체복, Noir, Segovia';
  const taken = values.split(', ').filter(isCatchAll);
  assert.deepEqual(taken, []);
});
