import { fileURLToPath } from 'node:url';
import { emitOverSdk } from '../sdk/emitted-over-sdk.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Emits the scripts and their types into a folder. */
export const buildInstantSearch = (folder: string): Promise<void> => emitOverSdk(here('.'), folder, {});

if (import.meta.main) await buildInstantSearch(here('dist'));
