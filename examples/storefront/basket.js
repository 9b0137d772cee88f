/** The cart: the quantity of each product, stored by the browser. */

const KEY = 'halden:cart';
/** Where storage is blocked, the cart lasts as long as the page. */
let memory = {};

/** Fires `change` for changes in this tab and in others. */
export const basket = new EventTarget();
const changed = () => basket.dispatchEvent(new Event('change'));
// Another tab may have changed the cart, and a page in the back/forward cache receives no events.
addEventListener('storage', ({ key }) => key === KEY && changed());
addEventListener('pageshow', ({ persisted }) => persisted && changed());

export function contents() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? memory;
  } catch {
    return memory;
  }
}

/** Whether the cart is stored beyond the page. */
export function isKept() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

export const countOf = () => Object.values(contents()).reduce((sum, count) => sum + count, 0);

function keep(lines) {
  memory = lines;
  try {
    localStorage.setItem(KEY, JSON.stringify(lines));
  } catch {
    // The cart stays in memory.
  }
  changed();
}

export function setCount(id, count) {
  const { [id]: _, ...rest } = contents();
  keep(count > 0 ? { ...rest, [id]: Math.min(count, 99) } : rest);
}

export const add = (id) => setCount(id, (contents()[id] ?? 0) + 1);
export const empty = () => keep({});
