export { type Comparison, comparison } from './comparison.ts';
export { type InferredState, inferredState } from './inferred-state.ts';
export { cardOf } from './product-card.ts';
export { categoriesOf, findProducts } from './products.ts';
export { rankingNow } from './ranking-now.ts';
export { type IntegrationCheck, integrationChecks, originOfSite } from './self-test.ts';
export { shownSignals } from './shown-signals.ts';
