import { readFileSync, writeFileSync } from 'node:fs';
import { managementEndpoints } from '@decidable/contract/management';

const file = new URL('../api/operations.generated.ts', import.meta.url);

/**
 * The source of `api/operations.generated.ts`: of each operation the few words that a request needs. Its schemas stay out
 * of the bundle, its types are those of the contract.
 */
export function operationsSource(): string {
  const lines = [...managementEndpoints]
    .sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
    .map(({ operationId, method, path, form }) => {
      const words = [method, path, ...(form === undefined ? [] : [form])].map((word) => `'${word}'`);
      return `export const ${operationId}: Operation<typeof contract.${operationId}> = [${words.join(', ')}];`;
    });
  return [
    '// Written by "npm run build" from @decidable/contract/management. Do not edit.',
    "import type * as contract from '@decidable/contract/management';",
    "import type { Operation } from './operation.ts';",
    '',
    ...lines,
    '',
  ].join('\n');
}

/** Writes the file where it differs. */
export function writeOperations(): void {
  const source = operationsSource();
  if (readCurrent() !== source) writeFileSync(file, source);
}

export function readCurrent(): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
