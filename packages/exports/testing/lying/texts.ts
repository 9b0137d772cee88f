import { type LyingFile, textBytes } from './lying-file.ts';

const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** CSV, read as a text. */
export const lyingTexts = (): LyingFile[] => [
  { name: 'commas.csv', bytes: textBytes(`id,a,b\n${',,\n'.repeat(1_000_000)}1,2,3\n`) },
  {
    name: 'rows.csv',
    bytes: textBytes(`id\n${'a\n'.repeat(2_000_000)}`),
    refused: /more than 2,000,000 rows|Nothing tells the 2,000,000 rows apart/,
  },
  { name: 'columns.csv', bytes: textBytes(`${names(20_000)}\n1,2\n`), refused: /more than 1,000 columns/ },
  { name: 'columns-of-commas.csv', bytes: textBytes(`id${','.repeat(1_500_000)}x\n1\n`), refused: /columns/ },
  {
    name: 'short-rows.csv',
    bytes: textBytes(`${names(1_000)}\n${lines(40_000, String)}\n`),
    refused: /cells \(rows times columns\)/,
  },
  {
    name: 'unnamed-columns.csv',
    bytes: textBytes(`id${','.repeat(999)}x\n${lines(40_000, String)}\n`),
    refused: /columns|cells/,
  },
  {
    name: 'cell.csv',
    bytes: textBytes(`id,a\n1,${'x'.repeat(1_500_000)}\n`),
    refused: /line 2, column 2: A cell has more than 1,000,000 characters/,
  },
  {
    name: 'endless-line.csv',
    bytes: textBytes(`id,a\n1,2\n3,"${'x'.repeat(10_000_000)}`),
    refused: /line 3: A line has more than 2,000,000 characters/,
  },
  {
    name: 'line.csv',
    bytes: textBytes(`id,a\n${'x'.repeat(6_000_000)}`),
    refused: /A cell has more than 1,000,000 characters/,
  },
  {
    name: 'open-quote.csv',
    bytes: textBytes(`id,a\n1,"${'x,y\n'.repeat(1_500_000)}`),
    refused: /line 2: A cell has more than 1,000,000 characters/,
  },
  {
    name: 'loose-quotes.csv',
    bytes: textBytes(`id,a\n1,"${'x"'.repeat(900_000)}\n`),
    refused: /quotation mark|characters/,
  },
  { name: 'backslash-quotes.csv', bytes: textBytes(`id,a\n${lines(150_000, (at) => `${at},"x\\"y"`)}\n`) },
  { name: 'blank-lines.csv', bytes: textBytes(`${'\n'.repeat(1_500_000)}id,a\n1,2\n`) },
  { name: 'returns.csv', bytes: textBytes(`id,a\r1,2${'\r'.repeat(1_900_000)}`) },
  { name: 'zeros.csv', bytes: new Uint8Array(3_000_000), refused: /./ },
  {
    name: 'utf-16-cut.csv',
    bytes: new Uint8Array([0xff, 0xfe, ...new Array(2_000_001).fill(65)]),
    refused: /cut off in the middle of a character/,
  },
  { name: 'open-tags.csv', bytes: textBytes(`${'<title'.repeat(300_000)}\n`), refused: /./ },
];
