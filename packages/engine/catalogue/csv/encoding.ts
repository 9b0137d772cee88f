import { CatalogueError } from '../catalogue-error.ts';
import type { Warning } from '../types.ts';

/**
 * The bytes 0x80 to 0x9F of Windows-1252; all others equal Latin-1. Undefined bytes keep their code point, as browsers
 * do.
 */
export const WINDOWS_1252_UPPER =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Text decoded from a file, and a warning where its encoding had to be assumed. */
export interface Decoded {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/**
 * Decodes the bytes of an export: UTF-8 with or without a byte-order mark, UTF-16 with a mark or recognisable by its
 * zero bytes, else Windows-1252, which spreadsheet programs on Windows save, with a warning.
 * A string is taken as decoded already; only its byte-order mark is removed.
 */
export function decode(csv: string | Uint8Array): Decoded {
  if (typeof csv === 'string') return { text: withoutMark(csv), warnings: [] };
  const utf16 = utf16Order(csv);
  if (utf16 !== undefined) return { text: withoutMark(decodeUtf16(csv, utf16)), warnings: [] };
  try {
    return { text: withoutMark(new TextDecoder('utf-8', { fatal: true }).decode(csv)), warnings: [] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return {
    text: decodeWindows1252(csv),
    warnings: [
      {
        code: 'decoded_windows_1252',
        message:
          'The file is not UTF-8. It was read as Windows-1252, the usual encoding of spreadsheets saved on Windows. ' +
          'If letters with accents look wrong, save it again as "CSV UTF-8".',
      },
    ],
  };
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Byte order of UTF-16 text, from its mark or from the positions of the zero bytes of its ASCII characters. */
function utf16Order(bytes: Uint8Array): 'little' | 'big' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'little';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'big';
  const pairs = Math.min(bytes.length >> 1, 512);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++;
    if (bytes[2 * i + 1] === 0) odd++;
  }
  if (pairs >= 2 && odd > pairs * 0.7 && even === 0) return 'little';
  if (pairs >= 2 && even > pairs * 0.7 && odd === 0) return 'big';
  return undefined;
}

function decodeUtf16(bytes: Uint8Array, order: 'little' | 'big'): string {
  if (bytes.length % 2 === 1) {
    throw new CatalogueError(
      'broken_encoding',
      'The file looks like UTF-16 but is cut off in the middle of a character. Export it again, preferably as "CSV UTF-8".',
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  const units = bytes.length >> 1;
  for (let start = 0; start < units; start += 8192) {
    const end = Math.min(units, start + 8192);
    const codes: number[] = [];
    for (let i = start; i < end; i++) codes.push(view.getUint16(2 * i, order === 'little'));
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join('');
}

function decodeWindows1252(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    const end = Math.min(bytes.length, start + 8192);
    const codes: number[] = [];
    for (let i = start; i < end; i++) {
      const byte = bytes[i];
      codes.push(byte >= 0x80 && byte <= 0x9f ? WINDOWS_1252_UPPER.charCodeAt(byte - 0x80) : byte);
    }
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join('');
}
