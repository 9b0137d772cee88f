import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberContext } from '../model/model.ts';
import { modelOf, probe, visitTo } from '../testing/expert-probe.ts';
import { session, shopOf } from '../testing/shops.ts';
import { context } from './context.ts';

/** Types alternate: boots, sandals, hats, scarves. */
const index = shopOf(40);
const PHONE = { device: 'mobile' } as const;

/** A model of visits on a phone to one product each, and as many on a desktop to another. */
function model(onPhones: string, onDesktops: string, visits = 60) {
  const all = Array.from({ length: visits }, (_, k) => ({
    ...visitTo(k % 2 === 0 ? onPhones : onDesktops),
    context: { device: k % 2 === 0 ? 'mobile' : 'desktop' } as const,
  }));
  const learned = modelOf(...all);
  for (const visit of all) rememberContext(learned, visit);
  return learned;
}
const onPhone = { ...session(), context: PHONE };

test('the categories that shoppers on this device go to are likelier, in all their products', () => {
  const said = probe(context, index, model('p0', 'p2'), onPhone);
  assert.ok(said.lift('p0') > 1 && said.lift('p2') < 1, `boots ${said.lift('p0')}, hats ${said.lift('p2')}`);
  assert.equal(said.lift('p4'), said.lift('p0'));
  assert.equal(said.dense[0].signal(0), 'device=mobile');
});

test('confidence grows with the visits of the context', () => {
  const sure = (visits: number): number =>
    probe(context, index, model('p0', 'p2', visits), onPhone).dense[0].confidence;
  assert.ok(sure(10) < sure(100) && sure(100) < 1);
});

test('an unseen or unknown device gives no scores', () => {
  assert.deepEqual(probe(context, index, modelOf(visitTo('p0')), onPhone).dense, []);
  assert.deepEqual(probe(context, index, model('p0', 'p2'), session()).dense, []);
});

test('further signals on the current product are not counted as visits', () => {
  const carted = { ...visitTo('p0'), context: PHONE };
  const cart = { item: 'p0', touch: 'carted', at: carted.steps[0].at } as const;
  const counts = (visit: Parameters<typeof rememberContext>[1]) => {
    const learned = modelOf(visit);
    rememberContext(learned, visit);
    return learned.contextClicks.get('device=mobile');
  };
  assert.deepEqual(counts({ ...carted, steps: [...carted.steps, cart] }), counts(carted));
});
