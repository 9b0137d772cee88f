import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
export default {
  // Only in a checkout of Decidable, which has a lock file in a folder above.
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
};
