import { createClient } from './client.ts';
import type { Client } from './types.ts';

declare global {
  var Decidable: Client;
}

// Known only while the script itself runs.
const source = (document.currentScript as HTMLScriptElement | null)?.src;
const endpoint = source && `${new URL(source).origin}/api/v1`;

// A page that carries the tag twice keeps the first client, with all that it has collected.
globalThis.Decidable ??= createClient(endpoint);
