import { packedZip } from './archives.ts';
import { type LyingFile, textBytes } from './lying-file.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="rId${at}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

interface Parts {
  readonly texts?: string;
  readonly sheets?: number;
  /** Sheets without a row beside it, each a part of its own. */
  readonly empty?: number;
  readonly head?: string;
}

/** A workbook around the XML of its rows. */
function workbook(
  rows: string,
  { texts = '', sheets = 1, empty = 0, head = '' }: Parts = {},
): Uint8Array<ArrayBuffer> {
  const sheet = Array.from(
    { length: Math.max(sheets, empty) },
    (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId${empty === 0 ? 0 : at}"/>`,
  );
  const noRows = textBytes('<worksheet/>');
  const names = Array.from({ length: empty }, (_, at) => `worksheets/empty${at}.xml`);
  return packedZip({
    '[Content_Types].xml': textBytes('<Types/>'),
    '_rels/.rels': textBytes(relations([['officeDocument', 'xl/workbook.xml']])),
    'xl/workbook.xml': textBytes(
      `<workbook xmlns:r="${RELATIONS}"><sheets>${sheet.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': textBytes(
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ...names.map((name) => ['worksheet', name] as const),
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
    ),
    'xl/sharedStrings.xml': textBytes(`<sst>${texts}</sst>`),
    'xl/worksheets/sheet1.xml': textBytes(`${head}<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    ...Object.fromEntries(names.map((name) => [`xl/${name}`, noRows])),
  });
}

const each = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at)).join('');
const HEAD =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>a</t></is></c></row>';

const TABLE = ['xmlns:office="o"', 'xmlns:table="t"', 'xmlns:text="x"'].join(' ');
/** An OpenDocument workbook around the XML of its rows. */
const openDocument = (rows: string): Uint8Array<ArrayBuffer> =>
  packedZip({
    mimetype: textBytes('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': textBytes(
      `<office:document-content ${TABLE}><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
  });
const cell = (text: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const head = `<table:table-row>${cell('id')}${cell('a')}</table:table-row>`;

/** Workbooks of both families. */
export const lyingWorkbooks = (): LyingFile[] => [
  {
    name: 'far-columns.xlsx',
    bytes: workbook(
      HEAD +
        each(
          20_000,
          (at) =>
            `<row r="${at + 2}"><c r="A${at + 2}"><v>${at}</v></c><c r="XFD${at + 2}"><v>1</v></c></row>`,
        ),
    ),
    refused: /has a value in column XFD/,
  },
  {
    name: 'far-formats.xlsx',
    bytes: workbook(
      HEAD +
        each(
          20_000,
          (at) =>
            `<row r="${at + 2}"><c r="A${at + 2}"><v>${at}</v></c><c r="B${at + 2}"><v>1</v></c><c r="XFD${at + 2}" s="1"/></row>`,
        ),
    ),
  },
  {
    name: 'far-rows.xlsx',
    bytes: workbook(`${HEAD}<row r="1048576"><c r="A1048576"><v>1</v></c><c r="B1048576"><v>2</v></c></row>`),
  },
  { name: 'rows-of-no-end.xlsx', bytes: workbook(`${HEAD}<row r="1e300"><c r="A1"><v>1</v></c></row>`) },
  {
    name: 'no-place.xlsx',
    bytes: workbook(`${HEAD}<row><c r="${'A'.repeat(500_000)}1"><v>1</v></c></row>`),
    refused: /a cell has the place|has a value in column/,
  },
  {
    name: 'one-text-often.xlsx',
    bytes: workbook(HEAD + each(20_000, (at) => `<row><c><v>${at}</v></c><c t="s"><v>0</v></c></row>`), {
      texts: `<si><t>${'long '.repeat(100_000)}</t></si>`,
    }),
    refused: /Unpacked, the file has more than/,
  },
  {
    name: 'same-sheet.xlsx',
    bytes: workbook(HEAD + each(2_000, (at) => `<row><c><v>${at}</v></c><c><v>1</v></c></row>`), {
      sheets: 2_000,
    }),
    refused: /two of its sheets are one/,
  },
  { name: 'many-sheets.xlsx', bytes: workbook(HEAD, { empty: 20_000 }), refused: /./ },
  {
    name: 'packed.xlsx',
    bytes: workbook(HEAD + ' '.repeat(40_000_000)),
    refused: /Unpacked, the file has more than/,
  },
  { name: 'deep.xlsx', bytes: workbook('<a>'.repeat(500_000)), refused: /nested too deep/ },
  {
    name: 'entities.xlsx',
    bytes: workbook(`${HEAD}<row><c t="str"><v>&a;</v></c></row>`, {
      head: '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>',
    }),
    refused: /cannot be read/,
  },
  {
    name: 'attributes.xlsx',
    bytes: workbook(`${HEAD}<row ${each(300_000, (at) => `a${at}="" `)}/>`),
    refused: /attributes/,
  },
  {
    name: 'cut.xlsx',
    bytes: workbook(HEAD + each(5_000, String)).slice(0, 900),
    refused: /broken or cut off/,
  },
  {
    name: 'rows.ods',
    bytes: openDocument(
      `${head}<table:table-row table:number-rows-repeated="1048576">${cell('x')}${cell('y')}</table:table-row>`,
    ),
    refused: /cells|rows/,
  },
  {
    name: 'columns.ods',
    bytes: openDocument(
      `${head}<table:table-row>${cell('x', 'table:number-columns-repeated="16384"')}</table:table-row>`,
    ),
    refused: /has a value in column ALM/,
  },
  {
    name: 'empty-repeats.ods',
    bytes: openDocument(
      `${head}<table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999"/></table:table-row><table:table-row>${cell('1')}${cell('2')}</table:table-row>`,
    ),
  },
  {
    name: 'spaces.ods',
    bytes: openDocument(
      `${head}${each(3_000, (at) => `<table:table-row>${cell(`${at}`)}${cell('<text:s text:c="999999999"/>x')}</table:table-row>`)}`,
    ),
  },
];
