import { bytesIn, pathOf, type SystemCall } from './system-calls.ts';

/*
 * The disk as a power cut leaves it, from a trace of system calls: what was synced is there, and of everything else any
 * part may be. Creation, renaming and removal of files count as durable at once, which is the worst for a file that is
 * renamed over another before what it holds is synced.
 */

/** Options of strace for such a trace: all bytes in hexadecimal digits. */
export const DISK_TRACED = [
  ...['-f', '-y', '-xx', '-s', '200000', '--seccomp-bpf'],
  ...['-e', 'trace=openat,pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate,rename,unlink'],
];

type Change =
  | { readonly offset: number; readonly bytes: Buffer; readonly ended: number }
  | { readonly length: number; readonly ended: number };

class TracedFile {
  /** What is on the disk whatever happens. */
  durable: Buffer;
  /** What may be. */
  pending: Change[] = [];
  /** Length with everything that is pending. */
  length: number;

  constructor(durable: Buffer) {
    this.durable = durable;
    this.length = durable.length;
  }

  add(change: Change): void {
    this.pending.push(change);
    this.length =
      'length' in change ? change.length : Math.max(this.length, change.offset + change.bytes.length);
  }

  /** A sync began: what had been written by then is durable. */
  synced(began: number): void {
    const isCovered = ({ ended }: Change) => ended < began;
    this.durable = applied(this.durable, this.pending.filter(isCovered));
    this.pending = this.pending.filter((change) => !isCovered(change));
  }
}

function applied(bytes: Buffer, changes: readonly Change[]): Buffer {
  const length = changes.reduce(
    (so, change) => ('length' in change ? so : Math.max(so, change.offset + change.bytes.length)),
    bytes.length,
  );
  let result = Buffer.alloc(length);
  bytes.copy(result);
  let end = bytes.length;
  for (const change of changes) {
    if ('length' in change) {
      result.fill(0, change.length);
      end = change.length;
    } else {
      change.bytes.copy(result, change.offset);
      end = Math.max(end, change.offset + change.bytes.length);
    }
  }
  result = result.subarray(0, end);
  return result;
}

/** Bytes that a disk writes whole. */
const SECTOR = 512;

/** The files of a folder while the calls of a trace are carried out one after another. */
export class TracedDisk {
  readonly #folder: string;
  readonly #files = new Map<string, TracedFile>();

  /** @param before the files at the beginning of the trace, by name */
  constructor(folder: string, before: ReadonlyMap<string, Buffer>) {
    this.#folder = folder;
    for (const [name, bytes] of before) this.#files.set(name, new TracedFile(bytes));
  }

  carryOut(call: SystemCall): void {
    const { name, args, began, ended, result } = call;
    if (name === 'rename' || name === 'unlink') {
      const [from, to] = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([quoted]) =>
        this.#nameOf(bytesIn(quoted).toString()),
      );
      if (from === undefined) return;
      const file = this.#files.get(from);
      this.#files.delete(from);
      if (name === 'rename' && file !== undefined && to !== undefined) this.#files.set(to, file);
      return;
    }
    if (name === 'openat') {
      const opened = this.#nameOf(bytesIn(args).toString());
      if (opened === undefined || /O_DIRECTORY|O_RDONLY/.test(args)) return;
      const file = this.#file(opened);
      if (args.includes('O_TRUNC') && file.length > 0) file.add({ length: 0, ended });
      return;
    }
    const file = this.#nameOf(pathOf(args) ?? '');
    if (file === undefined) return;
    switch (name) {
      case 'pwrite64':
        this.#file(file).add({
          offset: Number(/, (\d+)$/.exec(args)?.[1]),
          bytes: bytesIn(args).subarray(0, result || undefined),
          ended,
        });
        return;
      case 'write':
      case 'writev':
        this.#file(file).add({
          offset: this.#file(file).length,
          bytes: bytesIn(args).subarray(0, result || undefined),
          ended,
        });
        return;
      case 'ftruncate':
        this.#file(file).add({ length: Number(/, (\d+)$/.exec(args)?.[1]), ended });
        return;
      case 'fsync':
      case 'fdatasync':
        this.#files.get(file)?.synced(began);
        return;
      default:
        throw new Error(`The trace has a call on ${file} that is not carried out: ${name}.`);
    }
  }

  /** The files as a power cut leaves them now, without the index of the log, which is made again. */
  cut(random: () => number): Map<string, Buffer> {
    const left = new Map<string, Buffer>();
    for (const [name, { durable, pending }] of this.#files) {
      if (name.endsWith('-shm')) continue;
      const written = pending.flatMap((change) => {
        if (random() < 0.5) return [];
        if ('length' in change || random() < 0.75) return [change];
        const sectors = Math.floor((random() * change.bytes.length) / SECTOR);
        return [{ ...change, bytes: change.bytes.subarray(0, sectors * SECTOR) }];
      });
      left.set(name, applied(durable, written));
    }
    return left;
  }

  #file(name: string): TracedFile {
    let file = this.#files.get(name);
    if (file === undefined) {
      file = new TracedFile(Buffer.alloc(0));
      this.#files.set(name, file);
    }
    return file;
  }

  /** The name of a file in the folder; undefined for all other paths. */
  #nameOf(path: string): string | undefined {
    const name = path.startsWith(`${this.#folder}/`) ? path.slice(this.#folder.length + 1) : '';
    return name === '' || name.includes('/') || name.startsWith('serve.')
      ? undefined
      : name.replace(/ \(deleted\)$/, '');
  }
}
