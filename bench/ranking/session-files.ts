import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';

export interface BenchStep {
  readonly item: string;
  readonly at: number;
}

export interface BenchSession {
  readonly id: string;
  readonly steps: readonly BenchStep[];
}

/** One set of session files. */
export interface SessionSet {
  readonly name: string;
  readonly train: readonly BenchSession[];
  readonly test: readonly BenchSession[];
  /** `items.csv`, header first; only the header where the set has none. */
  readonly items: readonly (readonly string[])[];
}

/** An error of input files. */
export class UnreadableSet extends Error {}

/** The sets under a folder: the folder itself, or each of its folders that holds a training and a test file. */
export function setFolders(directory: string): string[] {
  if (existsSync(join(directory, 'train_sessions.csv.gz'))) return [directory];
  if (!existsSync(directory)) throw new UnreadableSet(`There is no folder ${directory}.`);
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(directory, entry.name))
    .filter((folder) => existsSync(join(folder, 'train_sessions.csv.gz')))
    .sort();
}

export function readSet(folder: string, train = 'train_sessions', test = 'test_sessions'): SessionSet {
  const items = join(folder, 'items.csv.gz');
  return {
    name: folder.split('/').filter(Boolean).at(-1) ?? folder,
    train: readSessions(join(folder, `${train}.csv.gz`)),
    test: readSessions(join(folder, `${test}.csv.gz`)),
    items: existsSync(items) ? rowsOf(items) : [['itemId']],
  };
}

/** Training sessions that are held out to choose settings on: those of the set, else the last tenth. */
export function readValidation(folder: string): SessionSet {
  if (existsSync(join(folder, 'valid_sessions.csv.gz'))) {
    const before = existsSync(join(folder, 'train_tr_sessions.csv.gz'))
      ? 'train_tr_sessions'
      : 'train_sessions';
    return readSet(folder, before, 'valid_sessions');
  }
  const set = readSet(folder, 'train_sessions', 'train_sessions');
  const test = mostRecent(set.train, Math.ceil(set.train.length / 10));
  const left = new Set(test);
  return { ...set, train: set.train.filter((session) => !left.has(session)), test };
}

function rowsOf(file: string): string[][] {
  if (!existsSync(file)) throw new UnreadableSet(`There is no file ${file}.`);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  return Papa.parse<string[]>(text.trimEnd(), { header: false }).data;
}

function readSessions(file: string): BenchSession[] {
  const sessions = new Map<string, BenchStep[]>();
  const [header, ...rows] = rowsOf(file);
  if (header?.join() !== 'sessionId,timestampMs,type,itemId') {
    throw new UnreadableSet(`${file}: the header must be sessionId,timestampMs,type,itemId.`);
  }
  for (const [id, at, , item] of rows) {
    const step = { item: item!, at: Number(at) };
    const steps = sessions.get(id!);
    if (steps === undefined) sessions.set(id!, [step]);
    else steps.push(step);
  }
  return [...sessions].map(([id, steps]) => ({ id, steps }));
}

/** Merges consecutive repeats of an item. */
export function collapse(sessions: readonly BenchSession[]): BenchSession[] {
  return sessions.map(({ id, steps }) => ({
    id,
    steps: steps.filter((step, k) => k === 0 || step.item !== steps[k - 1].item),
  }));
}

/** The `count` sessions that ended last, in the given order. */
export function mostRecent(sessions: readonly BenchSession[], count: number): BenchSession[] {
  const ends = (session: BenchSession): number => session.steps.at(-1)!.at;
  const kept = new Set([...sessions].sort((a, b) => ends(b) - ends(a)).slice(0, count));
  return sessions.filter((session) => kept.has(session));
}
