import type { ExtensionApi, PixelEvents, ProductVariant } from '@shopify/web-pixels-extension';

/*
 * Sends customer events of Shopify to the service: as signals, and a finished checkout as an outcome under the id of its order.
 * It uses the session that the SDK keeps in the storage of the page, so that what happens in the checkout belongs to it, too.
 */

/** What the catalogue calls products by. */
type Name = 'sku' | 'variant' | 'product';

/** The settings of `shopify.extension.toml`. */
interface Settings {
  readonly address: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly productId: Name;
}

const FOLLOWED = [
  'page_viewed',
  'collection_viewed',
  'product_viewed',
  'search_submitted',
  'product_added_to_cart',
  'product_removed_from_cart',
  'checkout_completed',
] as const;

type Followed = PixelEvents[(typeof FOLLOWED)[number]];

interface Signal {
  readonly type: string;
  readonly value: string;
}

/** The most that one call of the service takes. */
const MAX_SIGNALS = 100;

/** `gid://shopify/Product/632` is 632. */
const plainId = (id: string | null | undefined): string => (id ?? '').replace(/^.*\//, '');

function nameOf(variant: ProductVariant | null | undefined, by: Name): string {
  if (by === 'variant') return plainId(variant?.id);
  if (by === 'product') return plainId(variant?.product.id);
  return variant?.sku ?? '';
}

/** What is said of some products; one without a name says nothing. */
const ofProducts = (
  type: string,
  variants: readonly (ProductVariant | null | undefined)[],
  by: Name,
): Signal[] =>
  variants.map((variant) => ({ type, value: nameOf(variant, by) })).filter(({ value }) => value !== '');

const ofText = (type: string, value: string | null | undefined): Signal[] => (value ? [{ type, value }] : []);

/** What led to the shop, where that is another site: its host alone. */
function referrerOf({ document, window }: PixelEvents['page_viewed']['context']): Signal[] {
  if (!URL.canParse(document.referrer)) return [];
  const { host } = new URL(document.referrer);
  return host === '' || host === window.location.host ? [] : [{ type: 'referrer', value: `other:${host}` }];
}

function signalsOf(event: Followed, by: Name): Signal[] {
  switch (event.name) {
    case 'page_viewed':
      return referrerOf(event.context);
    case 'collection_viewed':
      return ofText('category_view', event.data.collection.title);
    case 'product_viewed':
      return ofProducts('product_view', [event.data.productVariant], by);
    case 'search_submitted':
      return ofText('search', event.data.searchResult.query);
    case 'product_added_to_cart':
      return ofProducts('cart_add', [event.data.cartLine?.merchandise], by);
    case 'product_removed_from_cart':
      return ofProducts('cart_remove', [event.data.cartLine?.merchandise], by);
    case 'checkout_completed':
      return ofProducts(
        'purchase',
        event.data.checkout.lineItems.map(({ variant }) => variant),
        by,
      );
  }
}

/** As the SDK makes the id of a session. */
const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The session that the SDK keeps; one is begun where there is none. */
async function sessionOf({ localStorage }: ExtensionApi['browser'], organizationId: string): Promise<string> {
  const key = `decidable:${organizationId}:session`;
  try {
    const { id } = JSON.parse((await localStorage.getItem(key)) ?? '{}') as { id?: unknown };
    if (typeof id === 'string') return id;
  } catch (error) {
    // What somebody else has written there is replaced.
    if (!(error instanceof SyntaxError)) throw error;
  }
  const id = randomId();
  await localStorage.setItem(key, JSON.stringify({ id, seen: Date.now() }));
  return id;
}

/** What `register` of the pixel calls, in its sandbox. */
export function follow({ analytics, browser, customerPrivacy, init, settings }: ExtensionApi): void {
  const { address, apiKey, organizationId, productId } = settings as unknown as Settings;
  let isAllowed = init.customerPrivacy.preferencesProcessingAllowed;
  customerPrivacy.subscribe('visitorConsentCollected', ({ customerPrivacy: said }) => {
    isAllowed = said.preferencesProcessingAllowed;
  });

  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      // The page may be left meanwhile.
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ organizationId, ...body }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  };

  async function send(event: Followed): Promise<void> {
    const at = event.timestamp;
    const signals = signalsOf(event, productId).slice(0, MAX_SIGNALS);
    const order = event.name === 'checkout_completed' ? plainId(event.data.checkout.order?.id) : '';
    if (signals.length === 0 && order === '') return;
    const sessionId = await sessionOf(browser, organizationId);
    // An event that Shopify repeats counts once.
    if (signals.length > 0)
      await post('/track', {
        sessionId,
        batchId: event.id,
        signals: signals.map((signal) => ({ ...signal, at })),
      });
    if (order !== '')
      await post('/event', {
        sessionId,
        name: 'purchase',
        eventId: order,
        data: { items: signals.map(({ value }) => value) },
      });
  }

  // One after the other, as their order counts. One that fails keeps none of the others from being sent.
  let last: Promise<void> = Promise.resolve();
  for (const name of FOLLOWED) {
    analytics.subscribe(name, (event) => {
      if (!isAllowed) return;
      last = last.then(() => send(event as Followed)).catch((error) => console.warn('Decidable:', error));
    });
  }
}
