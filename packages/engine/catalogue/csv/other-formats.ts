import { CatalogueError } from '../catalogue-error.ts';

/** Characters of a file's beginning or title that a message quotes; set by hand. */
const QUOTED_LENGTH = 60;

const WORKBOOK =
  'This is a spreadsheet program\'s own file (.xlsx or .xls), or another packed one, and no CSV. Open it there and save it as "CSV UTF-8".';
const PACKED =
  'This is a packed file (.gz, .zip or the like), and no CSV. Unpack it, and grade the CSV file inside.';

/** Formats that are recognised by their first characters, with instructions for each. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['PK\u0003\u0004', WORKBOOK],
  ['\u00d0\u00cf\u0011\u00e0', WORKBOOK],
  // Decoded as Windows-1252, and as a string in which bytes that are not UTF-8 were replaced.
  ['\u001f\u2039', PACKED],
  ['\u001f\ufffd', PACKED],
  ['PK\u0005\u0006', PACKED],
  ['Rar!\u001a', PACKED],
  ['7z\u00bc\u00af', PACKED],
  ['\u2030PNG', 'This is a picture (PNG), and no export. Export the catalogue itself, as CSV.'],
  ['%PDF-', 'This is a PDF, and no CSV. Export the catalogue itself, as CSV.'],
  [
    '{\\rtf',
    'This is a formatted document (RTF), and no CSV. Save it as plain text, or export the catalogue again.',
  ],
];

/** The beginning of an HTML document. A column name that looks like a tag is followed by another name. */
const HTML = /^<(?:!doctype\s+html|html|head|body)\b(?![^<>]*>[,;\t])/i;
const XML_DECLARATION = /^<\?xml\b[^>]*>\s*/;
/** The beginning of a JSON record or list of records. No column name begins like that. */
const JSON_RECORD = /^(?:\[\s*)?\{\s*["}]/;

/**
 * Refuses files of other formats: workbooks, archives, web pages, feeds, and binary files. Read as CSV, some would give
 * a column or two of gibberish, others a misleading error.
 *
 * @param text decoded, without a byte-order mark
 * @throws CatalogueError `not_csv`, whose message names the format and explains how to get a CSV file.
 */
export function refuseOtherFormats(text: string): void {
  for (const [beginning, message] of SIGNATURES) if (text.startsWith(beginning)) throw notCsv(message);
  const own = text.trimStart();
  if (own[0] === '<') refuseMarkup(own);
  if ((own[0] === '{' || own[0] === '[') && isJson(own)) {
    throw notCsv(
      `This is JSON, and no CSV: it begins with ${beginning(own)}. Export the catalogue as CSV; if this is an answer that refuses the export, mend what it says first.`,
    );
  }
  const end = text.indexOf('\n');
  if (text.slice(0, end < 0 ? undefined : end).includes('\0')) {
    throw notCsv(
      'The header row holds NUL characters: this is no text, or in an encoding that is not known here. Export it again as "CSV UTF-8".',
    );
  }
}

/** A header row may also begin with a tag (`<TICKER>,<DATE>`), but it has no closing tag. */
function refuseMarkup(text: string): void {
  const document = withoutComments(text.replace(XML_DECLARATION, ''));
  const root = /^<([a-z][\w:.-]*)[\s>]/i.exec(document)?.[1].toLowerCase();
  const isClosed =
    root !== undefined &&
    document
      .trimEnd()
      .slice(-root.length - 3)
      .toLowerCase() === `</${root}>`;
  if (HTML.test(document) || (isClosed && root === 'table')) {
    const title = /<title[^<>]*>([^<]*)</i.exec(text)?.[1].trim();
    throw notCsv(
      `This is a web page (HTML)${title ? ` called "${beginning(title)}"` : ''}, and no CSV: often a page to log in, or one that tells of an error, saved in place of the export. ` +
        'Log in, and export the catalogue again. If the page shows the products, open it in a spreadsheet program and save it as "CSV UTF-8".',
    );
  }
  if (isClosed || XML_DECLARATION.test(text))
    throw notCsv('This is XML (a product feed, perhaps), and no CSV. Export the catalogue as CSV.');
}

function withoutComments(text: string): string {
  let from = 0;
  while (text.startsWith('<!--', from)) {
    const end = text.indexOf('-->', from);
    if (end < 0) break;
    from = end + 3;
    while (from < text.length && text[from].trim() === '') from++;
  }
  return text.slice(from);
}

function isJson(text: string): boolean {
  if (JSON_RECORD.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}

function beginning(text: string): string {
  const line = text
    .slice(0, 4 * QUOTED_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= QUOTED_LENGTH ? line : `${line.slice(0, QUOTED_LENGTH)}\u2026`;
}

function notCsv(message: string): CatalogueError {
  return new CatalogueError('not_csv', message);
}
