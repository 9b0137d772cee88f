import { recogniseRoles } from '../../catalogue/columns/role-recognition.ts';
import type { Attribute, AttributeKind, Catalogue } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import { cellLabel } from '../display/cell-label.ts';
import { derive, possibleSources } from '../grade/functional-dependency.ts';
import { confirmedByKind } from '../grade/kind-agreement.ts';
import type { AuditedAttribute, AuditResult } from '../result.ts';

/** Bits below which the report gives an attribute no line of its own. */
const LEAST_WORTH = 0.005;

/** Rows of a sheet unless the caller says otherwise: about a week of looking up. Set by hand. */
const USUAL_ROWS = 1_000;

/** The share of the rows that spellings may take from missing cells, which need more work. Set by hand. */
const SPELLINGS_SHARE = 0.1;

/** Characters of a title or category that are shown; set by hand. */
const SHOWN_LENGTH = 100;

export interface SheetOptions {
  /** The most rows; the first products of every attribute are kept. */
  readonly rows?: number;
}

/** One cell to fill in, or one value to write as others write it. */
export interface SheetRow {
  readonly id: string;
  /** Empty where no column of the export has titles, or categories. */
  readonly title: string;
  readonly category: string;
  /** Index into the questions of the sheet. */
  readonly question: number;
  /** The column of the file into which the value belongs. */
  readonly column: string;
  /** The value that the product has, where it looks like a spelling of the suggestion. Absent for missing cells. */
  readonly current?: string;
  /** The value that `derivedFrom` implies, or the usual spelling of `current`; empty where there is none. */
  readonly suggestion: string;
  readonly derivedFrom: string;
}

/** An attribute of which the sheet asks, and what its column knows. */
export interface SheetQuestion {
  readonly attribute: string;
  readonly kind: AttributeKind;
  /** Values that a product can have, the most frequent first; of numbers a few, by size. */
  readonly values: readonly string[];
  /** The separator of several values in one cell. */
  readonly separator?: string;
  readonly unit?: string;
}

/** The proposed work for a merchandiser: one row a missing cell, then one for each value in an unusual spelling. */
export interface RepairSheet {
  readonly questions: readonly SheetQuestion[];
  /** By the worth of the attribute, then by the usefulness of the product; spellings by the bits that they cost. */
  readonly rows: readonly SheetRow[];
  /** Missing cells that are worth something, and spellings, that did not fit. */
  readonly leftOut: number;
}

/**
 * What is worth recording, cell by cell. Attributes whose values would hardly help are left out, and those of which too
 * little is recorded to tell. Where there are more cells than rows, every attribute keeps an equal number of products:
 * the first ones, whose values settle most. Spellings take at most a tenth of the rows from missing cells.
 */
export function repairSheet(
  catalogue: Catalogue,
  result: AuditResult,
  { rows: most = USUAL_ROWS }: SheetOptions = {},
): RepairSheet {
  const byName = new Map(catalogue.attributes.map((attribute) => [attribute.name, attribute]));
  const productOf = new Map(catalogue.ids.map((id, product) => [id, product]));
  // In the order of the audit, which decides between columns that tell the kind equally well.
  const inOrder = [...catalogue.attributes].sort(
    (left, right) =>
      compare(left.name.toLowerCase(), right.name.toLowerCase()) || compare(left.name, right.name),
  );
  const { title, category } = productLabels(catalogue);
  const asked = result.attributes.flatMap((audited) => {
    const attribute = byName.get(audited.attribute);
    return attribute !== undefined && isWorthAsking(audited) ? [{ audited, attribute }] : [];
  });
  const missing = asked.map(({ audited }) => audited.affectedProducts.length);
  const spelled = spellingsOf(result.attributes, byName);
  const needed = missing.reduce((sum, count) => sum + count, 0);
  const kept = Math.min(
    spelled.length,
    Math.max(Math.floor(SPELLINGS_SHARE * most), most - Math.min(most, needed)),
  );
  const each = sharesOf(missing, most - kept);
  const questions = asked.map(({ attribute }) => attribute);
  const rows: SheetRow[] = [];
  asked.forEach(({ audited: { affectedProducts, derivable }, attribute }, question) => {
    const from = derivable === undefined ? undefined : byName.get(derivable.from);
    const implied =
      from === undefined ? undefined : derive(attribute, from, possibleSources(attribute, inOrder).length);
    const derived = implied === undefined ? undefined : confirmedByKind(attribute, implied, inOrder);
    for (const id of affectedProducts.slice(0, each[question])) {
      const product = productOf.get(id) ?? -1;
      const cell = derived?.cellOf[product] ?? -1;
      rows.push({
        id,
        title: title(product),
        category: category(product),
        question,
        column: columnOf(attribute, product),
        suggestion: cell < 0 ? '' : writtenLabel(attribute, cell),
        derivedFrom: cell < 0 || from === undefined ? '' : from.name,
      });
    }
  });
  for (const { attribute, product, current, proposed } of spelled.slice(0, kept)) {
    if (!questions.includes(attribute)) questions.push(attribute);
    rows.push({
      id: catalogue.ids[product],
      title: title(product),
      category: category(product),
      question: questions.indexOf(attribute),
      column: columnOf(attribute, product),
      current,
      suggestion: proposed,
      derivedFrom: '',
    });
  }
  return { questions: questions.map(questionOf), rows, leftOut: needed + spelled.length - rows.length };
}

/** A value of a product that others write in another way. */
interface Spelled {
  readonly attribute: Attribute;
  readonly product: number;
  readonly current: string;
  readonly proposed: string;
}

/** The products of all spellings but the proposed ones: those of the costliest group first. */
function spellingsOf(
  audited: readonly AuditedAttribute[],
  byName: ReadonlyMap<string, Attribute>,
): readonly Spelled[] {
  const groups = audited.flatMap(({ attribute: name, spellings = [] }) => {
    const attribute = byName.get(name);
    return attribute === undefined ? [] : spellings.map((group) => ({ attribute, group }));
  });
  return groups
    .sort(
      (left, right) =>
        right.group.bits - left.group.bits || compare(left.attribute.name, right.attribute.name),
    )
    .flatMap(({ attribute, group: { values, proposed } }) =>
      values
        .filter(({ value }) => value !== proposed)
        .flatMap(({ value: current }) =>
          productsWith(attribute, current).map((product) => ({ attribute, product, current, proposed })),
        ),
    );
}

/** The products, by index, that have a value. */
export function productsWith({ cell, cells, values }: Attribute, label: string): number[] {
  const value = values.findIndex((each) => each.label === label);
  const products: number[] = [];
  cell.forEach((own, product) => {
    if (own >= 0 && cells[own].includes(value)) products.push(product);
  });
  return products;
}

function isWorthAsking({ threeQuestionGain = 0, action }: AuditedAttribute): boolean {
  return threeQuestionGain >= LEAST_WORTH && action !== 'ask' && action !== 'leave';
}

/** Divides rows among attributes: as many for each as it needs, up to a bound that is equal for all. */
function sharesOf(needed: readonly number[], most: number): readonly number[] {
  const shares = needed.map(() => 0);
  let left = most;
  const byNeed = needed.map((_, at) => at).sort((a, b) => needed[a] - needed[b] || b - a);
  byNeed.forEach((at, done) => {
    shares[at] = Math.min(needed[at], Math.floor(left / (byNeed.length - done)));
    left -= shares[at];
  });
  return shares;
}

function questionOf(attribute: Attribute): SheetQuestion {
  const { name, kind, unit, separator } = attribute;
  return {
    attribute: name,
    kind,
    values: kind === 'number' || kind === 'date' ? examples(attribute) : byFrequency(attribute),
    ...(separator === undefined ? {} : { separator }),
    ...(unit === undefined ? {} : { unit }),
  };
}

/** The smallest, middle and largest number as the column writes them. */
function examples({ values }: Attribute): string[] {
  const places = [0, Math.floor((values.length - 1) / 2), values.length - 1];
  return [...new Set(places)].flatMap((place) => values[place]?.label ?? []);
}

function byFrequency({ cell, cells, values }: Attribute): string[] {
  const counts = new Float64Array(values.length);
  for (const own of cell) if (own >= 0) for (const value of cells[own]) counts[value]++;
  return values
    .map(({ label }, value) => ({ label, count: counts[value] }))
    .sort((a, b) => b.count - a.count)
    .map(({ label }) => label);
}

/** The title and the category of each product as a sheet shows them; empty where no column has them. */
export function productLabels(catalogue: Catalogue): {
  readonly title: (product: number) => string;
  readonly category: (product: number) => string;
} {
  const byName = new Map(catalogue.attributes.map((attribute) => [attribute.name, attribute]));
  const roles = recogniseRoles(catalogue);
  const title = byName.get(roles.title ?? '') ?? mostNaming(catalogue.attributes);
  const category = byName.get(roles.category ?? '');
  return {
    title: (product) => shown(title, product),
    category: (product) => shown(category, product, mostSpecific),
  };
}

/** Where no column is called a title: the one with names of products that tells most of them apart. */
function mostNaming(attributes: readonly Attribute[]): Attribute | undefined {
  return attributes
    .filter(({ notRecordable, values }) => notRecordable === 'name' && values.length > 0)
    .sort((a, b) => b.values.length - a.values.length || compare(a.name, b.name))
    .at(0);
}

function shown(
  attribute: Attribute | undefined,
  product: number,
  chosen = (labels: readonly string[]) => labels,
): string {
  const cell = attribute?.cell[product] ?? -1;
  if (attribute === undefined || cell < 0) return '';
  const { cells, values, separator = ' | ' } = attribute;
  const labels = chosen(cells[cell].map((value) => values[value].label));
  const text = labels.join(separator).replace(/\s+/g, ' ');
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1)}\u2026`;
}

/** The paths of which no other is a continuation. */
const mostSpecific = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && other.startsWith(path)));

/** The column of the file that holds an attribute of a product. */
function columnOf({ name, writtenIn }: Attribute, product: number): string {
  if (writtenIn === undefined || product < 0) return name;
  return writtenIn.columns[writtenIn.slotOf[product]];
}

/**
 * Writes a cell as its column writes it: with another separator it would be read back as one value, or as several.
 */
const writtenLabel = (attribute: Attribute, cell: number): string =>
  cellLabel(attribute, cell, attribute.separator);
