import type { Client, Signal } from '../types.ts';

const VIEW = 'data-decidable-view';
const CLICK = 'data-decidable-click';

/** The signal that an attribute says: `product_view:sku-1`. */
function signalOf(text: string): Signal {
  const colon = text.indexOf(':');
  const [type, value] = colon < 0 ? [text] : [text.slice(0, colon), text.slice(colon + 1)];
  return { type, value } as unknown as Signal;
}

/**
 * Tracks what the markup of the page says: `data-decidable-view` once an element with it is in the page, and again when
 * it says something else, as pages without reloads do; `data-decidable-click` when the element, or one in it, is clicked.
 */
export function watch({ track }: Pick<Client, 'track'>): void {
  const said = new WeakMap<Element, string>();
  const look = () => {
    const signals: Signal[] = [];
    for (const element of document.querySelectorAll(`[${VIEW}]`)) {
      const text = element.getAttribute(VIEW)!;
      if (!text || said.get(element) === text) continue;
      said.set(element, text);
      signals.push(signalOf(text));
    }
    if (signals.length) void track(signals);
  };
  look();
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: [VIEW],
  });
  document.addEventListener(
    'click',
    ({ target }) => {
      const text = (target as Element).closest?.(`[${CLICK}]`)?.getAttribute(CLICK);
      if (text) void track([signalOf(text)]);
    },
    // Before the listeners of the shop, which may leave the page or stop the event.
    true,
  );
}
