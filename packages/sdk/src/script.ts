import { createClient } from './client.ts';
import type { Client } from './types.ts';

declare global {
  var Decidable: Client;
}

// Defined only while the script itself runs.
const source = (document.currentScript as HTMLScriptElement | null)?.src;
const endpoint = source && `${new URL(source).origin}/api/v1`;

// A page with two script tags keeps the first client, with its collected exposures.
globalThis.Decidable ??= createClient(endpoint);
