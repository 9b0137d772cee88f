/** JSON Schema, as far as request bodies use it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly 'x-max-bytes'?: number;
  readonly 'x-max-nesting'?: number;
}

/** One request to send. */
export interface Case {
  readonly kind: 'valid' | 'invalid' | 'hostile';
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = [
  'boots',
  'red',
  'Größe',
  'été',
  '靴',
  '👟',
  'price<50',
  "Robert'); DROP TABLE",
  '=1+1',
  '__proto__',
  'constructor',
  'toString',
  'a\u0000b',
  '\ud83d',
  '\u202eabc',
  'NaN',
  '1e999',
  '../../etc/passwd',
  '<script>',
  '%00',
  'cafe\u0301',
  '\ufeff',
];

/** Signals as shops send them, and values that do not fit their types. */
const signals = [
  { type: 'category_view', value: 'boots' },
  { type: 'product_view', value: '1' },
  { type: 'brand_view', value: 'Acme' },
  { type: 'search', value: 'red boots under 50' },
  { type: 'price_filter', value: '10-90' },
  { type: 'price_filter', value: 'cheap' },
  { type: 'attribute_filter', value: 'colour=red' },
  { type: 'sort', value: 'price_asc' },
  { type: 'compare', value: '2' },
  { type: 'wishlist_add', value: '2' },
  { type: 'cart_add', value: '1' },
  { type: 'cart_remove', value: '1' },
  { type: 'purchase', value: '3' },
  { type: 'dwell', value: '1:30' },
  { type: 'dwell', value: '1:for ever' },
  { type: 'dismiss', value: '3' },
  { type: 'device', value: 'mobile' },
  { type: 'referrer', value: 'search' },
  { type: 'time_of_day', value: '09:30+02:00' },
  { type: 'never_heard_of' },
];

/** Filters of the shop that is tested: of made-up attributes nearly all would be refused. */
const filters = [
  {},
  { colour: 'RED' },
  { brand: ['Acme', 'Nord'], price: { max: 60 } },
  { price: [20, { min: 50 }, '10-30'], category: 'boots' },
  { category: 'trousers', colour: true },
  { price: { min: -1e308, max: 1e308 } },
];

const exports = [
  'id,colour,size\n1,red,M\n2,,L\n3,blue,\n4,red,S\n5,green,M\n6,,M\n',
  'id;price;name\r\n1;9,99;"a ""quoted"" name"\r\n2;19,99;b\r\n',
  '\ufeffid\tmaterial\nA\toak\nB\tN/A\nC\tsteel\n',
  'id,a\n1,x\n1,y\n2,x\n',
  'id,__proto__,constructor\n1,a,b\n2,c,d\n',
  'id\n1\n2\n',
  'id,a\n',
  'id,a',
  'id,a\n1,"never closed',
  'id,a\n1,2,3\n',
  'id,a,a\n1,2,3\n',
  'id,,c\n1,2,3\n',
  ',a\n1,2\n',
  'id,a\n,2\n',
  '\n\n\n',
  '"',
];

/** Fields beside an export that name its columns. Sent often, they would refuse most exports: few have the column. */
const NAMING_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'kinds',
  'applies',
  'emptyMeansNo',
  'emptyMeansUnknown',
]);

/** Bodies for a described endpoint: ones that it describes, ones that just miss it, and ones that mean harm. */
export class BodyGenerator {
  readonly #random: () => number;
  readonly #description: object;
  readonly #organizationId: string;

  constructor(seed: number, description: object, organizationId: string) {
    this.#random = seeded(seed);
    this.#description = description;
    this.#organizationId = organizationId;
  }

  /** A body for a request schema: half of them valid, a third invalid, the others hostile. */
  next(schema: object): Case {
    const dice = this.#random();
    const value = this.#value(schema as Schema, '');
    if (dice < 0.5) return { kind: 'valid', body: Buffer.from(JSON.stringify(value)), headers: {} };
    if (dice < 0.83)
      return { kind: 'invalid', body: Buffer.from(JSON.stringify(this.#spoiled(value))), headers: {} };
    return this.#hostile(value);
  }

  /** A whole number below a count. */
  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  #text({ minLength = 0, maxLength = 64 }: Schema): string {
    const dice = this.#random();
    if (dice < 0.05) return this.#one(['x', 'é', '鞋', '👟']).repeat(maxLength);
    if (dice < 0.5) return [...this.#one(words)].slice(0, maxLength).join('') || 'x'.repeat(minLength);
    const letters = Array.from({ length: Math.max(minLength, this.below(Math.min(maxLength, 20) + 1)) }, () =>
      String.fromCharCode(97 + this.below(26)),
    );
    return letters.join('');
  }

  #csv(): string {
    if (this.#random() < 0.3) return this.#one(exports);
    const columns = 1 + this.below(5);
    const rows = 1 + this.below(30);
    const cell = () =>
      this.#one(['red', 'blue', '', '', '12 cm', '7', 'N/A', 'a|b', '"x, y"', '2024-05-01', 'yes']);
    const header = ['id', ...Array.from({ length: columns }, (_, i) => `column ${i}`)].join(',');
    return [
      header,
      ...Array.from({ length: rows }, (_, i) => [i, ...Array.from({ length: columns }, cell)].join(',')),
    ].join('\n');
  }

  #freeForm(depth: number): unknown {
    const dice = this.#random();
    if (depth <= 1 || dice < 0.6) return this.#one<unknown>([this.#one(words), 1.5, -0, true, null, 1e300]);
    if (dice < 0.8) return Array.from({ length: this.below(4) }, () => this.#freeForm(depth - 1));
    return this.#freeObject(depth - 1);
  }

  #freeObject(depth: number): object {
    return Object.fromEntries(
      Array.from({ length: this.below(4) }, () => [this.#one(words), this.#freeForm(depth)]),
    );
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    return schema.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], this.#description) as Schema;
  }

  /** A value that a schema describes. Some fields are known to need more than their schema can say. */
  #value(given: Schema, field: string): unknown {
    const schema = this.#resolve(given);
    if (field === 'organizationId') return this.#organizationId;
    if (field === 'sessionId' && this.#random() < 0.8) return `session-${this.below(50)}`;
    if (field === 'attribute' && this.#random() < 0.8) return 'column 0';
    if (field === 'signals[]' && this.#random() < 0.9) return this.#one(signals);
    if (field === 'filters' && this.#random() < 0.8) return this.#one(filters);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.#one(schema.enum);
    if (schema.anyOf !== undefined) return this.#value(this.#one(schema.anyOf), field);
    if (schema['x-max-bytes'] !== undefined) return this.#csv();
    if (schema['x-max-nesting'] !== undefined) return this.#freeObject(schema['x-max-nesting']);
    switch (schema.type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
        return (
          (schema.minimum ?? 0) +
          this.below(Math.min((schema.maximum ?? 1000) - (schema.minimum ?? 0) + 1, 100))
        );
      case 'number': {
        if (field === 'at') return Date.now() - this.below(1000 * 3600);
        const least = schema.minimum ?? schema.exclusiveMinimum ?? -1000;
        const most = schema.maximum ?? 1000;
        return this.#random() < 0.1 ? most : least + (this.#random() * 0.99 + 0.001) * (most - least);
      }
      case 'boolean':
        return this.#random() < 0.5;
      case 'array': {
        const length = this.#random() < 0.02 ? (schema.maxItems ?? 10) : this.below(6);
        return Array.from({ length }, () => this.#value(schema.items ?? {}, `${field}[]`));
      }
      case 'object':
        return this.#object(schema);
      default:
        return null;
    }
  }

  #object(schema: Schema): object {
    const entries: [string, unknown][] = [];
    const properties = Object.values(schema.properties ?? {});
    const isExport = properties.some((inner) => this.#resolve(inner)['x-max-bytes'] !== undefined);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const often = isExport && NAMING_COLUMNS.has(name) ? 0.15 : 0.6;
      if (schema.required?.includes(name) || this.#random() < often)
        entries.push([name, this.#value(inner, name)]);
    }
    const { additionalProperties: open } = schema;
    if (typeof open === 'object') {
      for (let more = this.below(4); more > 0; more--) {
        entries.push([this.#one(['colour', 'brand', 'price', 'available', ...words]), this.#value(open, '')]);
      }
    }
    return Object.fromEntries(entries);
  }

  /** The value with one thing wrong in it. */
  #spoiled(value: unknown): unknown {
    if (Array.isArray(value) && value.length > 0) {
      const index = this.below(value.length);
      return value.with(index, this.#spoiled(value[index]));
    }
    if (value !== null && typeof value === 'object' && this.#random() < 0.95) {
      const fields = Object.entries(value);
      if (fields.length === 0) return { unknown: this.#one(words) };
      const [name, inner] = this.#one(fields);
      const dice = this.#random();
      if (dice < 0.2) return Object.fromEntries(fields.filter(([other]) => other !== name));
      if (dice < 0.3)
        return Object.fromEntries(fields.map(([other, kept]) => [other === name ? `${name}s` : other, kept]));
      return { ...value, [name]: this.#spoiled(inner) };
    }
    return this.#one<() => unknown>([
      () => null,
      () => true,
      () => -1,
      () => 0.5,
      () => 1e21,
      () => '',
      () => 'x'.repeat(this.#one([65, 129, 257, 513, 1_001])),
      () => [],
      () => [[]],
      () => ({}),
      () => ({ id: 1 }),
      () => Array.from({ length: 1_001 }, (_, i) => `p${i}`),
      () => 'org_of_somebody_else',
    ])();
  }

  #hostile(value: unknown): Case {
    const text = JSON.stringify(value);
    const plain = (body: string | Buffer, headers: Record<string, string> = {}): Case => ({
      kind: 'hostile',
      body: Buffer.from(body),
      headers,
    });
    const depth = this.#one([10, 1_000, 40_000]);
    return this.#one<() => Case>([
      () => plain(''),
      () => plain(text.slice(0, this.below(text.length))),
      () => plain(`${text}${text}`),
      () => plain(text.replaceAll('"', "'")),
      () => plain(`\ufeff${text}`),
      () => plain(Buffer.from(text, 'utf16le')),
      () => plain(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])])),
      () => plain(Buffer.from(Array.from({ length: 64 }, () => this.below(256)))),
      () => plain('['.repeat(depth) + ']'.repeat(depth)),
      () => plain(`{"data":${'{"a":'.repeat(depth)}"\\u0000"${'}'.repeat(depth)}}`),
      () => plain(`${text.slice(0, -1)},"data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`),
      () => plain(`${text.slice(0, -1)},"metadata":${'[{"a":'.repeat(depth)}"\\ud800"${'}]'.repeat(depth)}}`),
      () =>
        plain(`${text.slice(0, -1)},"__proto__":{"organizationId":"x"},"constructor":{"prototype":{"a":1}}}`),
      () => plain(`${text.slice(0, -1)},"sessionId":"twice","sessionId":"again"}`),
      () => plain(`${text.slice(0, -1)},"limit":1e999,"strength":-1e999,"amortisationHorizon":1e-320}`),
      () =>
        plain(
          text.replace(/-?\d+(?:\.\d+)?(?=[,}\]])/g, (number) =>
            this.#one([number, '1e999', '-1e999', '9'.repeat(400)]),
          ),
        ),
      () => plain(`${text.slice(0, -1)},"data":{"a":[1e999]},"metadata":{"a":{"b":-1e400}}}`),
      () =>
        plain(
          `${text.slice(0, -1)},${Array.from({ length: 2_000 }, (_, i) => `"sesionId${i}":1`).join(',')}}`,
        ),
      () =>
        plain(`${text.slice(0, -1)},"csv":${JSON.stringify(`id,${'a'.repeat(300)}\n${'"'.repeat(999)}`)}}`),
      () => plain(`${text.slice(0, -1)},"query":${JSON.stringify('a'.repeat(200_000))}}`),
      () => plain(`{"a":"${'x'.repeat(270_000)}"}`),
      () => plain(JSON.stringify([value])),
      () => plain('null'),
      () =>
        plain(text, {
          'content-type': this.#one(['text/plain', 'application/xml', 'nonsense', 'multipart/form-data']),
        }),
      () => plain(text, { 'content-encoding': 'br' }),
      () => plain(text, { 'x-api-key': this.#one(['', 'pk_live_wrong', 'x'.repeat(4_000)]) }),
      () =>
        plain(text, { origin: 'https://shop.example', referer: `https://x.example/${'a'.repeat(2_000)}` }),
      () =>
        plain(text, { 'user-agent': this.#one(['', 'x'.repeat(5_000), 'Mozilla/5.0 (iPhone)', '\u00ff']) }),
      () => plain(text, { 'x-forwarded-for': this.#one(['1.2.3.4', 'nonsense', '::1, ,,']) }),
    ])();
  }
}
