import { WINDOWS_1252_UPPER } from '../csv/encoding.ts';

/** The Windows-1252 byte of each character beyond ASCII that has one. */
const BYTES = new Map<string, number>([
  ...Array.from({ length: 128 }, (_, at): [string, number] => [String.fromCharCode(0x80 + at), 0x80 + at]),
  ...[...WINDOWS_1252_UPPER].map((character, at): [string, number] => [character, 0x80 + at]),
]);
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const BEYOND_ASCII = /[^\0-\x7f]+/g;
/** Letters of phonetic alphabets, as which "NESCAFÉ®" would read; no shop writes them. */
const PHONETIC = /[\u0250-\u02ff]/;

/** How many pieces of a text beyond ASCII are letters of another encoding, and how many are not; and the text as meant. */
export interface Mended {
  readonly text: string;
  readonly garbled: number;
  readonly sound: number;
}

/** A text as it was meant where its UTF-8 was read as Windows-1252: "grÃ¼n" is "grün". */
export function mendMojibake(text: string): Mended {
  let garbled = 0;
  let sound = 0;
  const mended = text.replace(BEYOND_ASCII, (piece) => {
    const meant = asUtf8(piece);
    if (meant === undefined) sound++;
    else garbled++;
    return meant ?? piece;
  });
  return { text: mended, garbled, sound };
}

function asUtf8(piece: string): string | undefined {
  // Most pieces are one letter, and an exception takes long.
  if (piece.length < 2) return undefined;
  const bytes = [...piece].map((character) => BYTES.get(character));
  if (bytes.some((byte) => byte === undefined)) return undefined;
  try {
    const meant = UTF_8.decode(Uint8Array.from(bytes as number[]));
    return PHONETIC.test(meant) ? undefined : meant;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}
