/**
 * The shop's only interface to Decidable. The page also works without it: every function has a fallback when the switch
 * is off, the script is blocked, or the service does not answer in time.
 */

const OFF = 'halden:live-ranking-off';
const meta = (name) => document.querySelector(`meta[name="decidable:${name}"]`)?.content;
/** The stand-in of the page's head, and the SDK once its script has come. */
const sdk = () => globalThis.Decidable;

/** Fires `personas` (the personas of the session changed) and `switched`. */
export const engine = new EventTarget();

function stored() {
  try {
    return sessionStorage.getItem(OFF) === 'yes';
  } catch {
    // With blocked storage the switch is only kept for the page.
    return false;
  }
}
let off = stored();
export const isOn = () => !off;

export async function start() {
  await sdk().init({ apiKey: meta('key'), organizationId: meta('organization') });
}

export function switchEngine(on) {
  off = !on;
  try {
    sessionStorage.setItem(OFF, off ? 'yes' : 'no');
  } catch {
    // As above.
  }
  engine.dispatchEvent(new Event('switched'));
}

const tell = (personas) => engine.dispatchEvent(new CustomEvent('personas', { detail: personas }));

/** Sends a signal, and shows the changed personas. Always resolves within the timeout. */
export async function signal(...signals) {
  if (!isOn()) return;
  const answer = await sdk().track(signals);
  if (!answer.fallback) tell(answer.personas);
}

export async function outcome(name, data) {
  if (isOn()) await sdk().event(name, data);
}

/** Shows the personas of the session without a new signal. */
export async function recall() {
  if (!isOn()) return;
  const answer = await sdk().getSession();
  if (!answer.fallback) tell(answer.personas);
}

/** Forgets this shopper: the session id is discarded, and the next one is new. */
export function forget() {
  sdk().setConsent('denied');
  sdk().setConsent('granted');
}

/** Facets that a list has room for. */
const FACETS = 7;

/**
 * A page of the catalogue for this shopper: all of it, a category, or the answer to a search, with facets.
 *
 * @param own the page as the shop itself would show it: `{ products, total }`; the fallback
 * @param asked `category`, `query`, `filters`, `offset`, `limit`, as the service takes them
 * @param find product by id
 */
export async function browse(own, asked, find) {
  if (!isOn()) return { ...own, reason: 'off' };
  const answer = await sdk().rankedCatalog({ ...asked, unmatched: 'exclude', facets: FACETS, fields: [] });
  if (answer.fallback) return { ...own, reason: answer.reason };
  const { personalised, reason } = answer.explanation;
  const { items, total, matched = total, facets = [], decisionId } = answer;
  // Without signals the shop's own mixture of its categories is the better first page.
  if (!personalised && isWhole(asked)) return { ...own, facets, reason };
  const products = items.map(({ id }) => find(id)).filter(Boolean);
  return {
    // Where nothing has all of the search, the items are what comes nearest.
    ...(matched > 0 ? { products } : { products: [], near: products }),
    total: matched,
    facets,
    decisionId,
    places: new Map(items.map((item) => [item.id, item])),
    ...(personalised || asked.query ? {} : { reason }),
  };
}

const isWhole = ({ query, category, filters }) => !query && !category && !Object.keys(filters ?? {}).length;

/** Orders the products of a category for this shopper; they are given in the shop's own order, which is the fallback. */
export async function rank(products, category, limit) {
  if (!isOn()) return { products, reason: 'off' };
  const answer = await sdk().rankedCatalog({ limit, category, fields: [] });
  if (answer.fallback) return { products, reason: answer.reason };
  const { personalised, reason } = answer.explanation;
  const known = new Map(products.map((product) => [product.id, product]));
  return {
    products: answer.items.map(({ id }) => known.get(id)).filter(Boolean),
    decisionId: answer.decisionId,
    places: new Map(answer.items.map((item) => [item.id, item])),
    ...(personalised ? {} : { reason }),
  };
}

/** Completions of the typed text: `{ text, type, productId }`. The search box also works without. */
export async function suggestions(query) {
  if (!isOn()) return [];
  const { suggestions } = await sdk().suggest(query, { limit: 6 });
  return suggestions.map(({ query: text, type, productId }) => ({ text, type, productId }));
}

/** What became of the calls of this visit, the oldest first. Of the demo alone: in the dashboard it is the Debugger. */
export async function callsOfMine() {
  const sessionId = sdk().getSessionId();
  if (!sessionId) return [];
  try {
    const response = await fetch('calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId }),
    });
    return response.ok ? (await response.json()).calls : [];
  } catch {
    // The next look may reach the service.
    return [];
  }
}

/** Records the exposure of a product in this order when it is seen. */
export function watch(element, decisionId, id, position) {
  if (decisionId && isOn()) sdk().observe(element, decisionId, { id, position });
}
