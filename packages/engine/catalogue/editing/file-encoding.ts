import { CatalogueError } from '../catalogue-error.ts';
import { decode, WINDOWS_1252_UPPER } from '../csv/encoding.ts';

/** The encodings in which a file is written back. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type EncodingName = (typeof ENCODINGS)[number];

/** How the text of a file is written as bytes. */
export interface FileEncoding {
  readonly name: EncodingName;
  /** Whether the file begins with a byte-order mark. */
  readonly mark: boolean;
}

/**
 * Decodes a file, and finds the encoding that gives its bytes back.
 *
 * @throws CatalogueError `broken_encoding` where no encoding does, so that a file is never written back changed
 */
function decodeReversibly(bytes: Uint8Array): {
  readonly text: string;
  readonly encoding: FileEncoding;
} {
  const { text } = decode(bytes);
  for (const name of ENCODINGS) {
    for (const mark of [false, true]) {
      const encoding = { name, mark };
      if (isSame(encodeWhere(text, encoding).bytes, bytes)) return { text, encoding };
    }
  }
  throw new CatalogueError(
    'broken_encoding',
    'The file cannot be written back byte for byte: parts of it are not in the encoding of the rest. Export it again as "CSV UTF-8".',
  );
}

/**
 * Edits the text of a file.
 *
 * @param instead the encoding to write, the file's own if absent
 * @throws CatalogueError `not_encodable`
 */
export function editText(
  bytes: Uint8Array,
  edit: (text: string) => string,
  instead?: FileEncoding,
): Uint8Array<ArrayBuffer> {
  const { text, encoding } = decodeReversibly(bytes);
  return encode(edit(text), instead ?? encoding);
}

/**
 * Encodes a text.
 *
 * @throws CatalogueError `not_encodable` with the first character that the encoding lacks
 */
export function encode(text: string, encoding: FileEncoding): Uint8Array<ArrayBuffer> {
  const { bytes, lacking } = encodeWhere(text, encoding);
  if (lacking === undefined) return bytes;
  throw new CatalogueError(
    'not_encodable',
    `The file is in Windows-1252 (Latin-1), which has no "${lacking}" (U+${lacking.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}). ` +
      'Write the result in UTF-8, or use another character.',
  );
}

function encodeWhere(
  text: string,
  { name, mark }: FileEncoding,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly lacking?: string } {
  const marked = mark ? `\ufeff${text}` : text;
  if (name === 'utf-8') return { bytes: new TextEncoder().encode(marked) };
  if (name === 'windows-1252') return encodeWindows1252(marked);
  const view = new DataView(new ArrayBuffer(2 * marked.length));
  for (let i = 0; i < marked.length; i++) view.setUint16(2 * i, marked.charCodeAt(i), name === 'utf-16le');
  return { bytes: new Uint8Array(view.buffer) };
}

const BYTE_OF = new Map([...WINDOWS_1252_UPPER].map((character, at) => [character.charCodeAt(0), 0x80 + at]));

function encodeWindows1252(text: string) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const byte = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : BYTE_OF.get(code);
    if (byte === undefined) return { bytes, lacking: String.fromCodePoint(text.codePointAt(i)!) };
    bytes[i] = byte;
  }
  return { bytes };
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
