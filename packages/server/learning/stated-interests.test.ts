import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { loadLearned } from './learned-model.ts';

const CATEGORIES = ['Boots', 'Hats', 'Scarves'];

describe('what shoppers say', () => {
  let believed: ServiceUnderTest;
  let idle: ServiceUnderTest;
  before(async () => {
    believed = await ServiceUnderTest.start();
    idle = await ServiceUnderTest.start();
    await believed.importCatalogue(SIXTY_PRODUCTS);
    await idle.importCatalogue(SIXTY_PRODUCTS);
  });
  after(async () => {
    await believed.stop();
    await idle.stop();
  });

  /** Shoppers who name a category and then look at a product of the category `away` further on. */
  async function shop(service: ServiceUnderTest, away: number): Promise<void> {
    for (let i = 0; i < 120; i++) {
      const product = `p${3 * ((i * 7) % 20) + ((i + away) % 3)}`;
      await service.track(`s${i}`, ['category_view', CATEGORIES[i % 3]], ['product_view', product]);
    }
    await service.learn();
  }

  /** Probability that a shopper who named boots looks at boots next. */
  async function trust(service: ServiceUnderTest): Promise<number> {
    const sessionId = 'asked';
    await service.track(sessionId, ['category_view', 'Boots']);
    const { items } = await service.ranked(sessionId, { limit: 60 });
    return items.reduce(
      (sum, { score, attributes }) => sum + (attributes.category === 'Boots' ? score : 0),
      0,
    );
  }

  it('counts as much as the organization’s own shoppers kept to it', async () => {
    await shop(believed, 0);
    await shop(idle, 1);
    const [kept, broken] = [await trust(believed), await trust(idle)];
    assert.ok(kept > broken + 0.05, `${kept} where shoppers kept to what they said, ${broken} where not`);
  });

  it('is learned with their ways of shopping, as the organization’s own personas tell them', async () => {
    const { organizationId, storage } = believed;
    for (let i = 0; i < 40; i++) {
      const order = i % 2 ? 'price_desc' : 'price_asc';
      await believed.track(`sorted${i}`, ['sort', order], ['product_view', `p${i}`]);
    }
    const weights = async () => {
      await believed.learn();
      const { models } = storage;
      const learned = await loadLearned(models, organizationId, await models.current(organizationId));
      return learned!.model.weights.stated;
    };
    const before = await weights();
    const personas = ['bargain_hunter', 'premium_buyer'].map((id) => ({ id, label: id, evidence: [] }));
    await storage.organizations.setPersonas(organizationId, JSON.stringify({ personas, behaviours: {} }));
    assert.notDeepEqual(await weights(), before);
  });
});
