import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** The encodings of answers and files, the one that is preferred first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How much work is put into compressing; brotli's quality and gzip's level. */
export interface Effort {
  readonly br: number;
  readonly gzip: number;
}

/** For what is sent once: of all efforts the least processor time, for a fifth more bytes than the usual ones give. */
export const ONCE: Effort = { br: 1, gzip: 1 };

/** For what is compressed once and sent often. The best quality would take seconds for a megabyte, and save a tenth. */
export const OFTEN: Effort = { br: 5, gzip: constants.Z_DEFAULT_COMPRESSION };

const brotliOptions = (effort: Effort, size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: effort.br, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});

/** Compresses on another thread. */
export function compress(encoding: Encoding, bytes: Buffer, effort: Effort): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(bytes, brotliOptions(effort, bytes.length))
    : promisify(gzip)(bytes, { level: effort.gzip });
}

/** Compresses at once, which holds up everything else: some 3 ms a megabyte with the least effort. */
export function compressNow(encoding: Encoding, bytes: Buffer | string, effort: Effort): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(bytes, brotliOptions(effort, bytes.length))
    : gzipSync(bytes, { level: effort.gzip });
}

/** Whether a client takes an encoding: it names it, and gives it a weight (RFC 9110, 12.5.3). */
const takes = (accepted: string, encoding: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .some(([name, ...parameters]) => name === encoding && !parameters.some((p) => /^q=0(\.0*)?$/.test(p)));

/** Headers that are remembered: there are as many as kinds of clients. */
const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 100;
const remembered = new Map<string, Encoding | undefined>();

/** The encoding that a client prefers of those that there are, by its `Accept-Encoding`; none where it takes neither. */
export function acceptedEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || accepted === '') return undefined;
  const known = remembered.get(accepted);
  if (known !== undefined || remembered.has(accepted)) return known;
  const encoding = ENCODINGS.find((each) => takes(accepted, each));
  if (accepted.length <= LONGEST_REMEMBERED) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(accepted, encoding);
  }
  return encoding;
}
