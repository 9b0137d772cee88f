import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doubled, idOf, keptOf, refusalInWords, settingsOf } from './settings.ts';

const KEPT = {
  personas: [
    {
      id: 'night_owl',
      label: 'Night owl',
      evidence: [
        { signal: 'sort:newest', weight: 0.5 },
        { measure: 'one_brand', weight: 1 },
      ],
    },
  ],
  behaviours: { 'opened-lookbook': { persona: 'night_owl', weight: 0.7 } },
};

describe('own personas in the form', () => {
  it('are sent as they were read', () => {
    assert.deepEqual(keptOf(settingsOf(KEPT)), KEPT);
    assert.deepEqual(settingsOf(null), { personas: [], behaviours: [] });
  });

  it('get their ids by their labels', () => {
    assert.equal(idOf(' Night owl! '), 'night_owl');
    assert.equal(idOf('Frühaufsteher'), 'frühaufsteher');
  });

  it('are refused where one would overwrite another', () => {
    const { personas, behaviours } = settingsOf(KEPT);
    assert.equal(doubled({ personas, behaviours }), undefined);
    assert.match(
      doubled({ personas: [...personas, { id: '', label: 'Night owl', evidence: [] }], behaviours })!,
      /night_owl/,
    );
    assert.match(doubled({ personas, behaviours: [...behaviours, ...behaviours] })!, /opened-lookbook/);
  });

  it('name the place of a refusal as the form shows it', () => {
    assert.equal(
      refusalInWords('personas[0].evidence[1].weight must be a number above 0, at most 10.'),
      'Persona 1, rule 2, the weight must be a number above 0, at most 10.',
    );
    assert.equal(refusalInWords('personas[2].label must be text.'), 'Persona 3, the label must be text.');
    assert.equal(refusalInWords('behaviours must be an object.'), 'behaviours must be an object.');
  });
});
