import { createClient } from './client.ts';
import type { QueuedCall, ScriptClient } from './types.ts';

declare global {
  var Decidable: ScriptClient;
}

// Defined only while the script itself runs.
const source = (document.currentScript as HTMLScriptElement | null)?.src;
const endpoint = source && new URL('/api/v1', source).href;

/** The other files stand beside this one. */
const file = (name: string) => import(`${new URL(`decidable-${name}.mjs`, source)}`);

const before: unknown = globalThis.Decidable || [];

// A page with two script tags keeps the first client, with its collected exposures.
if (Array.isArray(before)) {
  const client = createClient(
    {
      debug: () => file('debug'),
      markup: () => file('markup'),
      dataLayer: () => file('data-layer'),
      jsonLd: () => file('json-ld'),
    },
    endpoint,
  );
  const push = (...calls: readonly QueuedCall[]) => {
    for (const call of calls) {
      // A call that fails must keep none of the others from running.
      try {
        if (typeof call === 'function') call(globalThis.Decidable);
        else {
          const [name, ...args] = call;
          (client[name] as (...args: unknown[]) => unknown)(...args);
        }
      } catch (error) {
        console.warn('Decidable:', error);
      }
    }
  };
  globalThis.Decidable = { ...client, push };
  // A page may have kept the array: what it pushes there runs, too.
  before.push = push as never;
  push(...(before as QueuedCall[]));
}
