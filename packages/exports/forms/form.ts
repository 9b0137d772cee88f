/** The form of a file: how `apply` has to write it back. */
export type ExportForm = 'csv' | 'json' | 'jsonl' | 'ods' | 'parquet' | 'xls' | 'xlsb' | 'xlsx' | 'xml';

/** What is around a file. */
export type Packing = 'gzip' | 'zip';

const SIGNATURES: readonly (readonly [Packing | 'parquet' | 'xls', readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 3, 4]],
  ['parquet', [0x50, 0x41, 0x52, 0x31]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
];

/**
 * What the bytes of a file are, by their beginning; names say nothing, since downloads and standard input have none.
 * Text that is neither XML nor records of JSON is CSV.
 */
export function sniff(bytes: Uint8Array): Packing | Exclude<ExportForm, 'ods' | 'xlsb' | 'xlsx'> {
  for (const [form, signature] of SIGNATURES) {
    if (signature.every((byte, at) => bytes[at] === byte)) return form;
  }
  const text = beginning(bytes);
  if (isXml(text)) return 'xml';
  if (/^(?:\[\s*)?\{\s*["}]/.test(text) || /^\[\s*(?:\]|$)/.test(text))
    return text.startsWith('[') || !isLineOfJson(bytes) ? 'json' : 'jsonl';
  return 'csv';
}

/** A web page is no feed: the reader of CSV says what it is. */
const isXml = (text: string): boolean =>
  /^<(?:\?xml|!--|[a-z][\w:.-]*(?:\s[^<>]*)?>\s*<)/i.test(text) &&
  !/<(?:!doctype\s+html|html|head|body|table)\b/i.test(text);

/** Characters of the beginning that are looked at. */
const LOOKED_AT = 2_000;

function beginning(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const head = bytes.subarray(0, LOOKED_AT);
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8')
    .decode(head)
    .replace(/^\ufeff/, '')
    .trimStart();
}

/** Whether the first line is a whole value and more follow, so that each line is a record. */
function isLineOfJson(bytes: Uint8Array): boolean {
  const start = bytes.indexOf(0x7b);
  const end = bytes.indexOf(10, start);
  if (end < 0 || bytes.indexOf(0x7b, end) < 0) return false;
  try {
    JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)));
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
