import {
  CHOSEN_KINDS,
  type ChosenKind,
  type KindChoices,
  nearestName,
  ROLES,
  type RoleOverrides,
} from '@decidable/engine/catalogue';

/** The name of the file with the settings of an export, beside it. */
export const SETTINGS_FILE = 'decidable.json';

/** What the owner of an export says of it once, so that no run needs flags. Each is optional. */
export interface ExportSettings {
  /** Whether a row names the columns; where none does, they are called "column 1" and so on. Judged when absent. */
  readonly header?: boolean;
  /** The column of the product ids. */
  readonly id?: string;
  /** Columns to leave out. */
  readonly ignore?: readonly string[];
  /** Columns by the part that they play in ranking; null for a part that no column plays. */
  readonly roles?: RoleOverrides;
  /** How columns are read. */
  readonly kinds?: KindChoices;
  /** For attributes the categories to which they apply. */
  readonly applies?: Readonly<Record<string, readonly string[]>>;
  /** Attributes that apply to every product. */
  readonly applicable?: readonly string[];
  /** Facts of which an empty cell means no. */
  readonly emptyMeansNo?: readonly string[];
  /** Facts that only ever say yes, of which an empty cell means that nobody knows. */
  readonly emptyMeansUnknown?: readonly string[];
}

/** Settings that cannot be used. The message names the field. */
export class InvalidSettings extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidSettings';
  }
}

const FIELDS = [
  '$schema',
  'header',
  'id',
  'ignore',
  'roles',
  'kinds',
  'applies',
  'applicable',
  'emptyMeansNo',
  'emptyMeansUnknown',
] as const;

/**
 * Reads the settings of an export.
 *
 * @returns the settings, and a sentence on each field that is not known
 * @throws InvalidSettings with the field, or the place of a syntax error
 *
 * @example
 * readSettings('{ "id": "SKU", "applies": { "neckline": ["Tops"] } }').settings.id; // 'SKU'
 */
export function readSettings(text: string): { settings: ExportSettings; warnings: readonly string[] } {
  const value = parsed(text);
  if (!isObject(value)) throw new InvalidSettings('Settings are an object, such as { "id": "SKU" }.');
  const warnings = Object.keys(value)
    .filter((field) => !(FIELDS as readonly string[]).includes(field))
    .map((field) => {
      const meant = nearestName(field, FIELDS);
      return `There is no setting "${field}"${meant === undefined ? `; the settings: ${FIELDS.slice(1).join(', ')}` : `; is "${meant}" meant?`}`;
    });
  const { header, id, ignore, roles, kinds, applies, applicable, emptyMeansNo, emptyMeansUnknown } = value;
  return {
    settings: {
      ...(header !== undefined && { header: flagOf('header', header) }),
      ...(id !== undefined && { id: textOf('id', id) }),
      ...(ignore !== undefined && { ignore: texts('ignore', ignore) }),
      ...(roles !== undefined && { roles: rolesOf(roles) }),
      ...(kinds !== undefined && { kinds: kindsOf(kinds) }),
      ...(applies !== undefined && { applies: appliesOf(applies) }),
      ...(applicable !== undefined && { applicable: texts('applicable', applicable) }),
      ...(emptyMeansNo !== undefined && { emptyMeansNo: texts('emptyMeansNo', emptyMeansNo) }),
      ...(emptyMeansUnknown !== undefined && {
        emptyMeansUnknown: texts('emptyMeansUnknown', emptyMeansUnknown),
      }),
    },
    warnings,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = Number(/at position (\d+)/.exec(error.message)?.[1] ?? text.length);
    const before = text.slice(0, position);
    throw new InvalidSettings(
      `Line ${before.split('\n').length}, column ${position - before.lastIndexOf('\n')}: this is not JSON.`,
    );
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(field: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new InvalidSettings(`"${field}" must be a text, not ${shown(value)}.`);
}

function flagOf(field: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidSettings(`"${field}" must be true or false, not ${shown(value)}.`);
}

function texts(field: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) {
    throw new InvalidSettings(
      `"${field}" must be a list of texts, as ["${field === 'ignore' ? 'Cost' : 'Size'}"], not ${shown(value)}.`,
    );
  }
  return value.map((each, at) => textOf(`${field}[${at}]`, each));
}

function objectOf(field: string, value: unknown, example: string): JsonObject {
  if (isObject(value)) return value;
  throw new InvalidSettings(`"${field}" must be an object, as ${example}, not ${shown(value)}.`);
}

function rolesOf(value: unknown): RoleOverrides {
  const roles: RoleOverrides = {};
  for (const [name, column] of Object.entries(objectOf('roles', value, '{ "price": "RRP" }'))) {
    const role = ROLES.find((known) => known === name);
    if (role === undefined) throw unknown('roles', name, ROLES);
    Object.assign(roles, { [role]: column === null ? null : textOf(`roles.${name}`, column) });
  }
  return roles;
}

function kindsOf(value: unknown): KindChoices {
  const kinds = new Map<string, ChosenKind>();
  for (const [column, name] of Object.entries(objectOf('kinds', value, '{ "Range": "category" }'))) {
    const kind = CHOSEN_KINDS.find((known) => known === name);
    if (kind === undefined) throw unknown(`kinds.${column}`, textOf(`kinds.${column}`, name), CHOSEN_KINDS);
    kinds.set(column, kind);
  }
  return Object.fromEntries(kinds);
}

function appliesOf(value: unknown): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(objectOf('applies', value, '{ "neckline": ["Tops"] }'));
  return Object.fromEntries(
    entries.map(([attribute, segments]) => {
      const field = `applies.${attribute}`;
      const values = typeof segments === 'string' ? [textOf(field, segments)] : texts(field, segments);
      if (values.length === 0) throw new InvalidSettings(`"${field}" must name at least one category.`);
      return [attribute, values];
    }),
  );
}

function unknown(field: string, name: string, known: readonly string[]): InvalidSettings {
  const meant = nearestName(name, known);
  return new InvalidSettings(
    `"${field}": there is no "${name}"${meant === undefined ? `. Give one of ${known.join(', ')}.` : `; is "${meant}" meant?`}`,
  );
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 40)}\u2026`;
};
