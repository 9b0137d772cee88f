/** Gradings are stored by `commit`, with the metering of their request; here they are read, filled in and removed. */

import type { FilledCell, GradingPlace, KeptGrading, OrganizationId } from '../ports.ts';
import { isErased, lock, meets, type Reading, rowOf, rowsOf, type Value, type Writing } from './work.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly grading_id: string;
  readonly kind: KeptGrading['kind'];
  readonly category: string | null;
  readonly at: number;
  readonly result: string;
  readonly summary: string | null;
  readonly origin: string | null;
}

const withoutResult = (row: Omit<Row, 'result'>): Omit<KeptGrading, 'result'> => ({
  organizationId: row.organization_id,
  id: row.grading_id,
  kind: row.kind,
  at: row.at,
  ...(row.category !== null && { category: row.category }),
  ...(row.summary !== null && { summary: row.summary }),
  ...(row.origin !== null && { origin: row.origin }),
});

/** Filled cells that are read at once: a ms or two of the event loop. Set by hand. */
const LIST = 1_000;

interface Filter {
  readonly category?: string | null;
  readonly kinds?: readonly KeptGrading['kind'][];
  readonly after?: GradingPlace;
  readonly limit: number;
}

/** The end of a statement for the gradings of a filter, newest first, with its values. */
function chosen(
  organizationId: OrganizationId,
  { category, kinds, after, limit }: Filter,
): [string, Value[]] {
  const values: Value[] = [organizationId];
  const place = (value: Value): string => `$${values.push(value)}`;
  const conditions = ['organization_id = $1'];
  if (category === null) conditions.push('category IS NULL');
  else if (category !== undefined) conditions.push(`category = ${place(category.normalize())}`);
  if (kinds !== undefined)
    conditions.push(kinds.length === 0 ? 'false' : `kind IN (${kinds.map(place).join(', ')})`);
  if (after !== undefined) conditions.push(`(at, grading_id) < (${place(after.at)}, ${place(after.id)})`);
  const where = conditions.join(' AND ');
  return [`WHERE ${where} ORDER BY at DESC, grading_id DESC LIMIT ${place(limit)}`, values];
}

function* find(organizationId: OrganizationId, id: string): Reading<KeptGrading | undefined> {
  const row = yield* rowOf<Row>('SELECT * FROM gradings WHERE organization_id = $1 AND grading_id = $2', [
    organizationId,
    id,
  ]);
  return row && { ...withoutResult(row), result: row.result };
}

const OF_GRADING = 'organization_id = $1 AND grading_id = $2';

/** The attributes with filled cells, one after another: there can be hundreds of thousands of cells. */
function* filledAttributes(organizationId: OrganizationId, gradingId: string): Reading<readonly number[]> {
  const attributes: number[] = [];
  for (;;) {
    const row = yield* rowOf<{ attribute: number | null }>(
      `SELECT min(attribute) AS attribute FROM filled_cells WHERE ${OF_GRADING} AND attribute > $3`,
      [organizationId, gradingId, attributes.at(-1) ?? -1],
    );
    if (typeof row?.attribute !== 'number') return attributes;
    attributes.push(row.attribute);
  }
}

export const reads = {
  find,

  *list(
    organizationId: OrganizationId,
    { limit = 50, ...filter }: { readonly category?: string; readonly limit?: number } = {},
  ): Reading<readonly KeptGrading[]> {
    const [end, values] = chosen(organizationId, { limit, ...filter });
    const ids = yield* rowsOf<{ grading_id: string }>(`SELECT grading_id FROM gradings ${end}`, values);
    const gradings: KeptGrading[] = [];
    // A result can have megabytes, so each is read by itself.
    for (const { grading_id } of ids) {
      const grading = yield* find(organizationId, grading_id);
      if (grading !== undefined) gradings.push(grading);
    }
    return gradings;
  },

  *page(organizationId: OrganizationId, filter: Filter): Reading<readonly Omit<KeptGrading, 'result'>[]> {
    const [end, values] = chosen(organizationId, filter);
    const columns = 'organization_id, grading_id, kind, category, at, summary, origin';
    const rows = yield* rowsOf<Omit<Row, 'result'>>(`SELECT ${columns} FROM gradings ${end}`, values);
    return rows.map(withoutResult);
  },

  *cells(
    organizationId: OrganizationId,
    gradingId: string,
    attribute?: number,
  ): Reading<readonly Uint8Array<ArrayBuffer>[]> {
    const lists: Uint8Array<ArrayBuffer>[] = [];
    const most = attribute ?? 2 ** 31 - 1;
    let last: Omit<FilledCell, 'value'> = { attribute: attribute ?? 0, product: '', current: '' };
    for (;;) {
      const cells: readonly FilledCell[] = yield* rowsOf<FilledCell>(
        `SELECT attribute, product_id AS product, current, value FROM filled_cells
         WHERE ${OF_GRADING} AND (attribute, product_id, current) > ($3, $4, $5) AND attribute <= $6
         ORDER BY attribute, product_id, current LIMIT ${LIST}`,
        [organizationId, gradingId, last.attribute, last.product, last.current, most],
      );
      if (cells.length > 0) lists.push(new TextEncoder().encode(JSON.stringify(cells)));
      if (cells.length < LIST) return lists;
      last = cells[cells.length - 1];
    }
  },

  *valuesOf(
    organizationId: OrganizationId,
    gradingId: string,
    attribute: number,
    products: readonly string[],
  ): Reading<ReadonlyMap<string, string>> {
    const rows = yield* rowsOf<{ product: string; value: string }>(
      `SELECT product_id AS product, value FROM filled_cells
       WHERE ${OF_GRADING} AND attribute = $3 AND current = ''
         AND product_id IN (SELECT sent.value FROM json_array_elements_text($4::json) AS sent)`,
      [organizationId, gradingId, attribute, JSON.stringify(products)],
    );
    return new Map(rows.map(({ product, value }) => [product, value]));
  },

  *replacements(
    organizationId: OrganizationId,
    gradingId: string,
  ): Reading<readonly Omit<FilledCell, 'product'>[]> {
    const found: Omit<FilledCell, 'product'>[] = [];
    for (const attribute of yield* filledAttributes(organizationId, gradingId)) {
      const rows = yield* rowsOf<{ current: string; value: string }>(
        `SELECT current, value FROM filled_cells
         WHERE ${OF_GRADING} AND attribute = $3 AND product_id = '' ORDER BY current`,
        [organizationId, gradingId, attribute],
      );
      found.push(...rows.map(({ current, value }) => ({ attribute, current, value })));
    }
    return found;
  },

  *filled(
    organizationId: OrganizationId,
    gradingId: string,
  ): Reading<readonly { readonly attribute: number; readonly cells: number }[]> {
    const counted: { readonly attribute: number; readonly cells: number }[] = [];
    for (const attribute of yield* filledAttributes(organizationId, gradingId)) {
      const row = yield* rowOf<{ cells: number }>(
        `SELECT count(*) AS cells FROM filled_cells WHERE ${OF_GRADING} AND attribute = $3`,
        [organizationId, gradingId, attribute],
      );
      counted.push({ attribute, cells: row?.cells ?? 0 });
    }
    return counted;
  },
};

/** The cells of `$3` as rows. */
const SENT = `(SELECT (value ->> 0)::integer AS attribute, value ->> 1 AS product_id, value ->> 2 AS current,
    value ->> 3 AS value FROM json_array_elements($3::json)) AS sent`;

function* cellsThere(of: readonly Value[]): Writing<number> {
  // In this order: what was sent is short, and its cells are found by their key.
  const text = `SELECT count(*) AS cells FROM ${SENT} CROSS JOIN filled_cells AS f
    WHERE f.organization_id = $1 AND f.grading_id = $2 AND f.attribute = sent.attribute
      AND f.product_id = sent.product_id AND f.current = sent.current`;
  return (yield* rowOf<{ cells: number }>(text, of))?.cells ?? 0;
}

export const writes = {
  *remove(organizationId: OrganizationId, id: string): Writing<boolean> {
    yield* rowsOf(`DELETE FROM filled_cells WHERE ${OF_GRADING}`, [organizationId, id]);
    return yield* meets(`DELETE FROM gradings WHERE ${OF_GRADING} RETURNING 1`, [organizationId, id]);
  },

  *fill(
    organizationId: OrganizationId,
    gradingId: string,
    given: readonly FilledCell[],
    most: number,
  ): Writing<{ readonly stored: boolean; readonly cells: number }> {
    // Of two values for one cell the later one counts.
    const cells = new Map(
      given.map((cell) => [JSON.stringify([cell.attribute, cell.product, cell.current]), cell]),
    );
    const sent = (isCleared: boolean): readonly Value[] => {
      const rows = [...cells.values()]
        .filter(({ value }) => (value === '') === isCleared)
        .map(({ attribute, product, current, value }) => [attribute, product, current, value]);
      return [organizationId, gradingId, JSON.stringify(rows)];
    };
    const [set, cleared] = [sent(false), sent(true)];
    // What is counted is locked before more is added to it, so that two nodes do not both find room.
    yield* lock(`${organizationId} ${gradingId}`);
    if (yield* isErased(organizationId)) return { stored: false, cells: 0 };
    const counted = yield* rowOf<{ cells: number }>(
      `SELECT count(*) AS cells FROM filled_cells WHERE ${OF_GRADING}`,
      [organizationId, gradingId],
    );
    const cellsSet = [...cells.values()].filter(({ value }) => value !== '').length;
    const after = (counted?.cells ?? 0) + cellsSet - (yield* cellsThere(set)) - (yield* cellsThere(cleared));
    if (after > most) return { stored: false, cells: after };
    yield* rowsOf(
      `DELETE FROM filled_cells
       WHERE ${OF_GRADING} AND (attribute, product_id, current) IN (SELECT attribute, product_id, current FROM ${SENT})`,
      cleared,
    );
    yield* rowsOf(
      `INSERT INTO filled_cells (organization_id, grading_id, attribute, product_id, current, value)
       SELECT $1, $2, attribute, product_id, current, value FROM ${SENT} WHERE true
       ON CONFLICT (organization_id, grading_id, attribute, product_id, current) DO UPDATE SET value = EXCLUDED.value`,
      set,
    );
    return { stored: true, cells: after };
  },
};
