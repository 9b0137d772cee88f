import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { confusionOfRepairs, REPAIRS } from './repairs.ts';

const example = (file: string) =>
  fileURLToPath(new URL(`../../examples/catalogues/${file}`, import.meta.url));

test('true repairs of a real catalogue are verified, and each kind of bad one is caught', () => {
  const { rates, tried } = confusionOfRepairs([example('craft-beers.csv')], { seeds: 1, columns: 4 });
  const all = rates.find(({ file }) => file === 'all')!.rates;
  const wrong = tried.filter(({ verdict, repair }) => (verdict === 'verified') !== (repair === 'true'));
  for (const repair of REPAIRS) assert.equal(all[repair], 1, `${repair}: ${JSON.stringify(wrong)}`);
});
