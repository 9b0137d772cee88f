/** The cart: how many of which product, kept by the browser. */

const KEY = 'halden:cart';
/** Where storage is blocked, the cart lasts as long as the page. */
let memory = {};

export const basket = new EventTarget();

export function contents() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? memory;
  } catch {
    return memory;
  }
}

export const countOf = () => Object.values(contents()).reduce((sum, count) => sum + count, 0);

function keep(lines) {
  memory = lines;
  try {
    localStorage.setItem(KEY, JSON.stringify(lines));
  } catch {
    // Kept in memory.
  }
  basket.dispatchEvent(new Event('change'));
}

export function setCount(id, count) {
  const { [id]: _, ...rest } = contents();
  keep(count > 0 ? { ...rest, [id]: Math.min(count, 99) } : rest);
}

export const add = (id) => setCount(id, (contents()[id] ?? 0) + 1);
export const empty = () => keep({});
