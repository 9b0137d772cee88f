import type { Baseline } from './baseline.ts';

/** The most clicked items, whatever the session. */
export const popularity: Baseline = ({ items, train }) => {
  const clicks = new Float64Array(items);
  for (const session of train) for (const item of session) clicks[item]++;
  return {
    bytes: clicks.byteLength,
    score(_items, _length, into) {
      for (let item = 0; item < clicks.length; item++) into.add(item, clicks[item]);
    },
  };
};
