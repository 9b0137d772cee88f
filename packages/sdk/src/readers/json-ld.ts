import type { Client, Signal, SignalValues } from '../types.ts';

const SCRIPTS = 'script[type="application/ld+json"]';

type Fields = Readonly<Record<string, unknown>>;

const signal = (type: keyof SignalValues, value: string) => ({ type, value }) as Signal;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const isA = (node: Fields, type: RegExp): boolean => list(node['@type']).some((each) => type.test(`${each}`));
const text = (value: unknown): string | undefined =>
  ['string', 'number'].includes(typeof value) && `${value}`.trim() ? `${value}`.trim() : undefined;

/** The entities that a page describes: those at the top, in a graph, and what a page says is its subject. */
function entities(value: unknown): Fields[] {
  return list(value).flatMap((each) => {
    const node = Object(each) as Fields;
    const inside = [node['@graph'], node.mainEntity].filter(Boolean);
    return [node, ...inside.flatMap(entities)];
  });
}

/** Names of schema.org's types, by themselves or as addresses. */
const typed = (names: string) => new RegExp(`^(?:https?://schema\\.org/)?(?:${names})$`);
const PRODUCT = typed('Product');
const GROUP = typed('ProductGroup');
const TRAIL = typed('BreadcrumbList');
const COLLECTION = typed('CollectionPage|ItemList|OfferCatalog');

/**
 * What a page says of itself in schema.org's terms. It is the page of a product where it describes one `ProductGroup`, or
 * else one `Product`, with a `productGroupID`, `sku` or `productID`; of several products it is none. Without products it is the
 * page of a category where it is a collection: of the last name in its `BreadcrumbList`.
 */
export function signalsOf(documents: readonly unknown[]): Signal[] {
  const all = documents.flatMap(entities);
  const of = (type: RegExp) => all.filter((node) => isA(node, type));
  // A group may stand beside its variants.
  const [groups, single] = [of(GROUP), of(PRODUCT)];
  const products = groups.length ? groups : single;
  if (products.length) {
    // A theme and an app may both describe it.
    const ids = new Set(
      products.map((each) => text(each.productGroupID) ?? text(each.sku) ?? text(each.productID)),
    );
    const [id] = ids;
    return id && ids.size === 1 ? [signal('product_view', id)] : [];
  }
  const [trail] = of(TRAIL);
  if (!trail || !of(COLLECTION).length) return [];
  const steps = list(trail.itemListElement)
    .map((each) => Object(each) as Fields)
    .sort((one, other) => Number(one.position) - Number(other.position));
  // The first leads to the shop itself.
  const last = steps.length > 1 ? steps.at(-1)! : {};
  const category = text(last.name) ?? text((Object(last.item) as Fields).name);
  return category ? [signal('category_view', category)] : [];
}

/** Tracks what the page describes once it does, and again when it describes something else, as pages without reloads do. */
export function watch({ track }: Pick<Client, 'track'>): void {
  let read: string | undefined;
  let tracked: string | undefined;
  const look = () => {
    const texts = [...document.querySelectorAll(SCRIPTS)].map(({ textContent }) => textContent!);
    if (texts.join() === read) return;
    read = texts.join();
    const signals = signalsOf(
      texts.flatMap((each) => {
        try {
          return [JSON.parse(each) as unknown];
        } catch {
          // What is no JSON is left to the shop's other tools, which say so: search engines skip it as well.
          return [];
        }
      }),
    );
    const said = JSON.stringify(signals);
    if (signals.length && said !== tracked) void track(signals);
    tracked = said;
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
