/**
 * The shop's only interface to Decidable. The page also works without it: every function has a fallback when the script
 * is blocked, the switch is off, or the service does not answer in time.
 */

const OFF = 'halden:live-ranking-off';
const meta = (name) => document.querySelector(`meta[name="decidable:${name}"]`)?.content;
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
export const isOn = () => !off && Boolean(sdk());

export async function start() {
  await sdk()?.init({ apiKey: meta('key'), organizationId: meta('organization') });
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
  sdk()?.setConsent('denied');
  sdk()?.setConsent('granted');
}

/** Most products that are ranked; the others stay in the shop's own order. */
const RANKED = 300;

/**
 * Orders products for this shopper.
 *
 * @param products in the shop's own order, which is the fallback
 * @param shelf `{ whole: true, category? }` when the products are all of the catalogue or of a category
 */
export async function rank(products, { whole = false, category, query } = {}, limit = 96) {
  if (!isOn()) return { products, reason: off ? 'off' : 'blocked' };
  if (!products.length) return { products };
  const answer = whole
    ? await sdk().rankedCatalog({ limit, ...(category && { category }) })
    : await sdk().search(
        products.slice(0, RANKED).map(({ id }) => ({ id })),
        { limit, ...(query && { query: query.slice(0, 512) }) },
      );
  if (answer.fallback) return { products, reason: answer.reason };
  const list = answer.items ?? answer.results;
  const { personalised, reason } = answer.explanation;
  // Without signals the shop's own mixture of its categories is the better first page.
  if (!personalised && whole && !category) return { products, reason };
  const places = new Map(list.map((item) => [item.id, item]));
  const known = new Map(products.map((product) => [product.id, product]));
  const ranked = list.map(({ id }) => known.get(id)).filter(Boolean);
  return {
    products: [...ranked, ...products.filter(({ id }) => !places.has(id))],
    decisionId: answer.decisionId,
    places,
    ...(personalised ? {} : { reason }),
  };
}

/** Completions of the typed text. The SDK has no call for them, so this uses the HTTP interface. */
export async function suggestions(query, abort) {
  const sessionId = sdk()?.getSessionId();
  if (!isOn() || !sessionId) return [];
  try {
    const response = await fetch('/api/v1/suggest', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': meta('key') },
      body: JSON.stringify({ sessionId, organizationId: meta('organization'), query, limit: 6 }),
      signal: AbortSignal.any([abort, AbortSignal.timeout(800)]),
    });
    return response.ok
      ? (await response.json()).suggestions.map((suggestion) => suggestion.query.toLowerCase())
      : [];
  } catch {
    // The search box also works without suggestions.
    return [];
  }
}

/** Records the exposure of a product in this order when it is seen. */
export function watch(element, decisionId, id, position) {
  if (decisionId && isOn()) sdk().observe(element, decisionId, { id, position });
}
