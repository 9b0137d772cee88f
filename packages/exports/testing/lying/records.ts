import { gzipSync } from 'node:zlib';
import { type LyingFile, textBytes } from './lying-file.ts';

const each = (count: number, part: (at: number) => string, between = '') =>
  Array.from({ length: count }, (_, at) => part(at)).join(between);
const zipped = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text));

/** JSON, lines of JSON and XML. */
export const lyingRecords = (): LyingFile[] => [
  {
    name: 'objects.json.gz',
    bytes: zipped(`[${'{},'.repeat(5_000_000)}{"id":1}]`),
    refused: /Unpacked|elements or objects/,
  },
  { name: 'objects.json', bytes: textBytes(`[${'{},'.repeat(500_000)}{"id":"1","a":"b"}]`) },
  {
    name: 'depth.json',
    bytes: textBytes(`[{"id":1,"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}]`),
    refused: /nested too deep|elements or objects/,
  },
  {
    name: 'fields.json',
    bytes: textBytes(`[${each(50_000, (at) => `{"id":${at},"f${at}":1}`, ',')}]`),
    refused: /more than 1,000 different fields/,
  },
  {
    name: 'text.json',
    bytes: textBytes(`[{"id":1,"a":"${'x'.repeat(1_500_000)}"}]`),
    refused: /A cell has more than 1,000,000 characters/,
  },
  {
    name: 'names.json',
    bytes: textBytes(`[{"id":1,"${'x'.repeat(900_000)}":{${each(900, (at) => `"f${at}":1`, ',')}}}]`),
    refused: /name of more than 2,000 characters/,
  },
  {
    name: 'names.xml',
    bytes: textBytes(
      `<r>${'<p/>'.repeat(2)}<p><id>1</id><${'x'.repeat(900_000)}>${each(900, (at) => `<f${at}>1</f${at}>`)}</${'x'.repeat(900_000)}></p></r>`,
    ),
    refused: /name of more than 2,000 characters/,
  },
  { name: 'numbers.json', bytes: textBytes(`[${'1,'.repeat(1_000_000)}1]`), refused: /./ },
  { name: 'open.json', bytes: textBytes(`[{"id":"${'x'.repeat(3_000_000)}`), refused: /is not JSON/ },
  { name: 'lines.jsonl', bytes: textBytes(`{"id":"1","a":"b"}\n${'{}\n'.repeat(700_000)}`) },
  {
    name: 'line.jsonl',
    bytes: textBytes(`{"id":"1"}\n{"a":"${'y'.repeat(4_000_000)}"}`),
    refused: /A cell has more than 1,000,000 characters/,
  },
  {
    name: 'elements.xml.gz',
    bytes: zipped(`<r>${'<a/>'.repeat(5_000_000)}</r>`),
    refused: /Unpacked|elements or objects/,
  },
  { name: 'elements.xml', bytes: textBytes(`<r>${'<a/>'.repeat(800_000)}</r>`), refused: /./ },
  { name: 'depth.xml', bytes: textBytes(`${'<a>'.repeat(700_000)}`), refused: /nested too deep/ },
  {
    name: 'attributes.xml',
    bytes: textBytes(`<r><p ${each(200_000, (at) => `a${at}="1" `)}/><p/></r>`),
    refused: /attributes/,
  },
  {
    name: 'text.xml',
    bytes: textBytes(`<r><p><id>1</id><a>${'x'.repeat(2_000_000)}</a></p><p><id>2</id><a>1</a></p></r>`),
    refused: /A cell has more than 1,000,000 characters/,
  },
  {
    name: 'entities.xml',
    bytes: textBytes(
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}">]><r><p><id>1</id><a>${'&b;'.repeat(1_000)}</a></p></r>`,
    ),
    refused: /not well-formed/,
  },
  {
    name: 'encoding.xml',
    bytes: textBytes(`<?xml version="1.0" encoding="utf-16be"?><r>${'<p/>'.repeat(100_000)}</r>`),
    refused: /./,
  },
];
