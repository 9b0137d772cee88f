import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The part of a process that a function belongs to, by the file that it is in. */
function partOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'collecting garbage';
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (library !== undefined) return library;
  const ours = /packages\/([^/]+\/[^/]+)/.exec(url)?.[1];
  if (ours !== undefined) return ours;
  return url.startsWith('node:')
    ? url.replace(/^(node:(?:internal\/)?[^/]+).*/, '$1')
    : 'system calls and native code';
}

/** The shares of the parts of a process in its CPU time that is not idle, from its largest profile in a folder. */
export function sharesOf(folder: string): readonly (readonly [part: string, share: number])[] {
  const largest = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile)
    .toSorted((a, b) => b.nodes.length - a.nodes.length)[0];
  if (largest === undefined) return [];
  const parts = new Map(largest.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [n, id] of largest.samples.entries()) {
    const part = parts.get(id)!;
    if (part !== 'idle') times.set(part, (times.get(part) ?? 0) + (largest.timeDeltas[n] ?? 0));
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([part, time]) => [part, time / all] as const).toSorted(([, a], [, b]) => b - a);
}
