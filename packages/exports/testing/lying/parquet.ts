import { type LyingFile, textBytes } from './lying-file.ts';

/** A field of a Thrift struct: its number, type and contents. */
type Field = readonly [number: number, type: number, bytes: Buffer];

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
const struct = (...fields: Field[]): Buffer => {
  let last = 0;
  const parts = fields.map(([number, type, bytes]) => {
    const head = Buffer.from([((number - last) << 4) | type]);
    last = number;
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
};
const int = (number: number, value: number): Field => [number, 5, varint(value * 2)];
const long = (number: number, value: number): Field => [number, 6, varint(value * 2)];
const text = (number: number, value: string): Field => [
  number,
  8,
  Buffer.concat([varint(value.length), Buffer.from(value)]),
];
const within = (number: number, ...fields: Field[]): Field => [number, 12, struct(...fields)];
const list = (number: number, type: number, items: readonly Buffer[], claimed = items.length): Field => [
  number,
  9,
  Buffer.concat([Buffer.from([0xf0 | type]), varint(claimed), ...items]),
];

const [BYTE_ARRAY, PLAIN, DELTA_BYTE_ARRAY, RLE_DICTIONARY] = [6, 0, 7, 8];

interface Claims {
  /** Rows of the group, and values of each page. */
  readonly rows: number;
  readonly values?: number;
  /** Bytes that the page unpacks to. */
  readonly length?: number;
  readonly columns?: number;
  /** A field that all columns are within. */
  readonly group?: string;
  /** Pages without a value in front of the page. */
  readonly empty?: number;
  readonly encoding?: number;
  readonly dictionary?: Buffer;
  /** Values that the dictionary claims. */
  readonly entries?: number;
}

/** A Parquet file of one page a column, all columns the same bytes. */
function parquet(page: Buffer, claims: Claims): Uint8Array<ArrayBuffer> {
  const {
    rows,
    values = rows,
    length = page.length,
    columns = 1,
    group,
    empty = 0,
    encoding = PLAIN,
    dictionary,
    entries = 1,
  } = claims;
  const pages: Buffer[] = [];
  if (dictionary !== undefined) {
    const about = within(7, int(1, entries), int(2, PLAIN));
    pages.push(struct(int(1, 2), int(2, dictionary.length), int(3, dictionary.length), about), dictionary);
  }
  const start = pages.reduce((sum, each) => sum + each.length, 4);
  const about = within(5, int(1, values), int(2, encoding), int(3, 3), int(4, 3));
  const nothing = within(5, int(1, 0), int(2, PLAIN), int(3, 3), int(4, 3));
  for (let at = 0; at < empty; at++) pages.push(struct(int(1, 0), int(2, 0), int(3, 0), nothing));
  pages.push(struct(int(1, 0), int(2, length), int(3, page.length), about), page);
  const size = pages.reduce((sum, each) => sum + each.length, 0);
  const names = Array.from({ length: columns }, (_, at) => `c${at}`);
  const path = (name: string) =>
    [...(group === undefined ? [] : [group]), name].map((each) =>
      Buffer.concat([varint(each.length), Buffer.from(each)]),
    );
  const schema = [
    struct(text(4, 'root'), int(5, group === undefined ? columns : 1)),
    ...(group === undefined ? [] : [struct(int(3, 0), text(4, group), int(5, columns))]),
    ...names.map((name) => struct(int(1, BYTE_ARRAY), int(3, 0), text(4, name), int(6, 0))),
  ];
  const chunks = names.map((name) =>
    struct(
      long(2, 4),
      within(
        3,
        int(1, BYTE_ARRAY),
        list(2, 5, [varint(0)]),
        list(3, 8, path(name)),
        int(4, 0),
        long(5, values),
        long(6, size),
        long(7, size),
        long(9, start),
        ...(dictionary === undefined ? [] : [long(11, 4)]),
      ),
    ),
  );
  return closed(
    Buffer.concat(pages),
    struct(
      int(1, 1),
      list(2, 12, schema),
      long(3, rows),
      list(4, 12, [struct(list(1, 12, chunks), long(2, size), long(3, rows))]),
    ),
  );
}

function closed(pages: Buffer, footer: Buffer): Uint8Array<ArrayBuffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const mark = textBytes('PAR1');
  return new Uint8Array(Buffer.concat([mark, pages, footer, length, mark]));
}

const plain = (...texts: readonly string[]): Buffer =>
  Buffer.concat(
    texts.map((each) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(each.length);
      return Buffer.concat([length, Buffer.from(each)]);
    }),
  );

/** One run of a value of one bit, behind the width. */
const run = (count: number): Buffer => Buffer.concat([Buffer.from([1]), varint(count * 2), Buffer.from([0])]);

/** Whole numbers that grow by `step`, as a first one and differences without a width. */
const growing = (first: number, step: number, count: number): Buffer => {
  const block = Buffer.from([...varint(step * 2), 0, 0, 0, 0]);
  const blocks = Array.from({ length: Math.ceil((count - 1) / 128) }, () => block);
  return Buffer.concat([varint(128), varint(4), varint(count), varint(first * 2), ...blocks]);
};

/** Texts of which each is the one before it and a letter more. */
const longerAndLonger = (count: number): Buffer =>
  Buffer.concat([growing(0, 1, count), growing(1, 0, count), Buffer.alloc(count, 'x')]);

/** Parquet, which describes itself in numbers. */
export function lyingParquet(): LyingFile[] {
  const one = plain('red');
  const broken = /The Parquet file cannot be read/;
  let nested = Buffer.from([0xf9, ...varint(30_000_000)]);
  for (let depth = 0; depth < 12; depth++) nested = Buffer.concat([Buffer.from([0x19]), nested]);
  return [
    { name: 'honest.parquet', bytes: parquet(plain('a', 'b', 'c'), { rows: 3 }) },
    { name: 'rows.parquet', bytes: parquet(one, { rows: 1e13, values: 1 }), refused: broken },
    { name: 'values.parquet', bytes: parquet(one, { rows: 2_000_000_000 }), refused: /cells|cannot be read/ },
    {
      name: 'length.parquet',
      bytes: parquet(one, { rows: 1, length: 2_000_000_000 }),
      refused: /Unpacked, the file has more than/,
    },
    {
      name: 'run.parquet',
      bytes: parquet(run(1_000_000_000), { rows: 10, encoding: RLE_DICTIONARY, dictionary: one }),
      refused: broken,
    },
    {
      name: 'long-run.parquet',
      bytes: parquet(run(450_000), { rows: 450_000, encoding: RLE_DICTIONARY, dictionary: one }),
      refused: /Nothing tells the .* rows apart/,
    },
    {
      name: 'long-text.parquet',
      bytes: parquet(run(500_000), {
        rows: 500_000,
        encoding: RLE_DICTIONARY,
        dictionary: plain('x'.repeat(100_000)),
      }),
      refused: /Unpacked, the file has more than/,
    },
    {
      name: 'shared-beginnings.parquet',
      bytes: parquet(longerAndLonger(50_000), { rows: 50_000, encoding: DELTA_BYTE_ARRAY }),
      refused: /Unpacked, the file has more than/,
    },
    {
      name: 'longer-beginnings.parquet',
      bytes: parquet(Buffer.concat([growing(0, 9, 1_000), growing(1, 0, 1_000), Buffer.alloc(1_000, 'x')]), {
        rows: 1_000,
        encoding: DELTA_BYTE_ARRAY,
      }),
      refused: broken,
    },
    {
      name: 'dictionary.parquet',
      bytes: parquet(run(3), { rows: 3, encoding: RLE_DICTIONARY, dictionary: one, entries: 30_000_000 }),
      refused: broken,
    },
    {
      name: 'same-pages.parquet',
      bytes: parquet(run(200_000), {
        rows: 200_000,
        columns: 1_000,
        encoding: RLE_DICTIONARY,
        dictionary: one,
      }),
      refused: /cells/,
    },
    {
      name: 'structs.parquet',
      bytes: closed(
        Buffer.alloc(0),
        struct(
          list(2, 12, [struct(text(4, 'root'))]),
          list(4, 12, []),
          list(5, 12, [Buffer.alloc(1_000_000)], 1_000_000),
        ),
      ),
      refused: broken,
    },
    {
      name: 'empty-pages.parquet',
      bytes: parquet(one, { rows: 1, columns: 1_000, empty: 50_000 }),
      refused: /elements or objects/,
    },
    {
      name: 'names.parquet',
      bytes: parquet(one, { rows: 1, columns: 900, group: 'x'.repeat(900) }),
    },
    {
      name: 'long-names.parquet',
      bytes: parquet(one, { rows: 1, columns: 5, group: 'x'.repeat(100_000) }),
      refused: /name of more than 2,000 characters/,
    },
    { name: 'columns.parquet', bytes: parquet(one, { rows: 1, columns: 20_000 }), refused: broken },
    {
      name: 'lists.parquet',
      bytes: closed(Buffer.alloc(0), Buffer.concat([Buffer.from([0x29]), nested])),
      refused: broken,
    },
    {
      name: 'footer.parquet',
      bytes: new Uint8Array([...textBytes('PAR1'), 0xff, 0xff, 0xff, 0x7f, ...textBytes('PAR1')]),
      refused: broken,
    },
  ];
}
