import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilledCell, GradingPlace, Gradings, KeptGrading, OrganizationId } from '../../../ports.ts';
import type { Reader } from '../../connection/reader.ts';
import type { ErasedOrganizations } from '../../erasure/erased-organizations.ts';
import type { Handlers, Writer } from '../../writer/writer.ts';

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

const fromRow = (row: Row): KeptGrading => ({ ...withoutResult(row), result: row.result });

interface Named {
  readonly organizationId: OrganizationId;
  readonly gradingId: string;
}

export interface GradingWrites {
  removeGrading: { input: Named; output: boolean };
  fillCells: {
    input: Named & { readonly cells: readonly FilledCell[]; readonly most: number };
    output: { readonly stored: boolean; readonly cells: number };
  };
}

/** Filled cells that are read in one turn of the event loop. Set by hand: a thousand take a ms. */
const LIST = 1_000;

export class SqliteGradings implements Gradings {
  readonly #reader: Reader;
  readonly #writer: Writer<GradingWrites>;

  constructor(reader: Reader, writer: Writer<GradingWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async list(
    organizationId: OrganizationId,
    filter: { readonly category?: string; readonly limit?: number } = {},
  ): Promise<readonly KeptGrading[]> {
    const limit = filter.limit ?? 50;
    const ids =
      filter.category === undefined
        ? this.#reader.all<{ id: string }>(
            `SELECT grading_id AS id FROM gradings WHERE organization_id = ?
             ORDER BY at DESC, grading_id DESC LIMIT ?`,
            organizationId,
            limit,
          )
        : this.#reader.all<{ id: string }>(
            `SELECT grading_id AS id FROM gradings WHERE organization_id = ? AND category = ?
             ORDER BY at DESC, grading_id DESC LIMIT ?`,
            organizationId,
            filter.category.normalize(),
            limit,
          );
    const gradings: KeptGrading[] = [];
    // A result can have megabytes, so the event loop turns between two of them.
    for (const { id } of ids) {
      const grading = await this.find(organizationId, id);
      if (grading !== undefined) gradings.push(grading);
      await nextTurn();
    }
    return gradings;
  }

  async find(organizationId: OrganizationId, id: string): Promise<KeptGrading | undefined> {
    const row = this.#reader.get<Row>(
      'SELECT * FROM gradings WHERE organization_id = ? AND grading_id = ?',
      organizationId,
      id,
    );
    return row && fromRow(row);
  }

  async page(
    organizationId: OrganizationId,
    filter: {
      readonly category?: string | null;
      readonly kinds?: readonly KeptGrading['kind'][];
      readonly after?: GradingPlace;
      readonly limit: number;
    },
  ): Promise<readonly Omit<KeptGrading, 'result'>[]> {
    const { category, kinds, after, limit } = filter;
    const conditions = ['organization_id = ?'];
    const values: (string | number)[] = [organizationId];
    if (category === null) conditions.push('category IS NULL');
    else if (category !== undefined) {
      conditions.push('category = ?');
      values.push(category.normalize());
    }
    if (kinds !== undefined) {
      conditions.push(`kind IN (${kinds.map(() => '?').join(', ')})`);
      values.push(...kinds);
    }
    if (after !== undefined) {
      conditions.push('(at, grading_id) < (?, ?)');
      values.push(after.at, after.id);
    }
    return this.#reader
      .all<Omit<Row, 'result'>>(
        `SELECT organization_id, grading_id, kind, category, at, summary, origin FROM gradings
         WHERE ${conditions.join(' AND ')} ORDER BY at DESC, grading_id DESC LIMIT ?`,
        ...values,
        limit,
      )
      .map(withoutResult);
  }

  remove(organizationId: OrganizationId, gradingId: string): Promise<boolean> {
    return this.#writer.write('removeGrading', { organizationId, gradingId });
  }

  async cells(
    organizationId: OrganizationId,
    gradingId: string,
    attribute?: number,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    const lists: Uint8Array<ArrayBuffer>[] = [];
    let after: SQLInputValue[] = [organizationId, gradingId, attribute ?? 0, '', ''];
    const last = attribute ?? Number.MAX_SAFE_INTEGER;
    for (;;) {
      const cells = `FROM filled_cells WHERE organization_id = ? AND grading_id = ?
        AND (attribute, product_id, current) > (?, ?, ?) AND attribute <= ?
        ORDER BY attribute, product_id, current LIMIT ${LIST}`;
      const end = this.#reader.get<{ attribute: number; product: string; current: string }>(
        `SELECT attribute, product_id AS product, current ${cells} OFFSET ${LIST - 1}`,
        ...after,
        last,
      );
      const list = this.#reader.get<{ json: Uint8Array<ArrayBuffer>; cells: number }>(
        `SELECT COUNT(*) AS cells, CAST(json_group_array(json_object('attribute', attribute,
           'product', product_id, 'current', current, 'value', value)) AS BLOB) AS json
         FROM (SELECT attribute, product_id, current, value ${cells})`,
        ...after,
        last,
      );
      if (list !== undefined && list.cells > 0) lists.push(list.json);
      if (end === undefined) return lists;
      after = [organizationId, gradingId, end.attribute, end.product, end.current];
      await nextTurn();
    }
  }

  async valuesOf(
    organizationId: OrganizationId,
    gradingId: string,
    attribute: number,
    products: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = this.#reader.all<{ product: string; value: string }>(
      `SELECT product_id AS product, value FROM filled_cells
       WHERE organization_id = ? AND grading_id = ? AND attribute = ? AND current = ''
         AND product_id IN (SELECT value FROM json_each(?))`,
      organizationId,
      gradingId,
      attribute,
      JSON.stringify(products),
    );
    return new Map(rows.map(({ product, value }) => [product, value]));
  }

  async replacements(
    organizationId: OrganizationId,
    gradingId: string,
  ): Promise<readonly Omit<FilledCell, 'product'>[]> {
    const found: Omit<FilledCell, 'product'>[] = [];
    for await (const attribute of this.#filledAttributes(organizationId, gradingId)) {
      const rows = this.#reader.all<{ current: string; value: string }>(
        `SELECT current, value FROM filled_cells
         WHERE organization_id = ? AND grading_id = ? AND attribute = ? AND product_id = ''`,
        organizationId,
        gradingId,
        attribute,
      );
      found.push(...rows.map(({ current, value }) => ({ attribute, current, value })));
    }
    return found;
  }

  async filled(
    organizationId: OrganizationId,
    gradingId: string,
  ): Promise<readonly { readonly attribute: number; readonly cells: number }[]> {
    const counted: { attribute: number; cells: number }[] = [];
    for await (const attribute of this.#filledAttributes(organizationId, gradingId)) {
      const row = this.#reader.get<{ cells: number }>(
        `SELECT COUNT(*) AS cells FROM filled_cells
         WHERE organization_id = ? AND grading_id = ? AND attribute = ?`,
        organizationId,
        gradingId,
        attribute,
      );
      counted.push({ attribute, cells: row?.cells ?? 0 });
    }
    return counted;
  }

  /** The attributes with filled cells. The event loop turns after each: there can be tens of thousands of cells. */
  async *#filledAttributes(organizationId: OrganizationId, gradingId: string): AsyncGenerator<number> {
    let before = -1;
    for (;;) {
      const next = this.#reader.get<{ attribute: number | null }>(
        `SELECT MIN(attribute) AS attribute FROM filled_cells
         WHERE organization_id = ? AND grading_id = ? AND attribute > ?`,
        organizationId,
        gradingId,
        before,
      )?.attribute;
      if (next === undefined || next === null) return;
      yield next;
      before = next;
      await nextTurn();
    }
  }

  fill(
    organizationId: OrganizationId,
    gradingId: string,
    cells: readonly FilledCell[],
    most: number,
  ): Promise<{ readonly stored: boolean; readonly cells: number }> {
    return this.#writer.write('fillCells', { organizationId, gradingId, cells, most });
  }
}

export function gradingWrites(database: DatabaseSync, erased: ErasedOrganizations): Handlers<GradingWrites> {
  const removeCells = database.prepare(
    'DELETE FROM filled_cells WHERE organization_id = ? AND grading_id = ?',
  );
  const remove = database.prepare('DELETE FROM gradings WHERE organization_id = ? AND grading_id = ?');
  const count = database.prepare(
    'SELECT COUNT(*) AS cells FROM filled_cells WHERE organization_id = ? AND grading_id = ?',
  );
  const has = database.prepare(
    'SELECT 1 FROM filled_cells WHERE organization_id = ? AND grading_id = ? AND attribute = ? AND product_id = ? AND current = ?',
  );
  const put = database.prepare(
    `INSERT OR REPLACE INTO filled_cells (organization_id, grading_id, attribute, product_id, current, value)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const clear = database.prepare(
    'DELETE FROM filled_cells WHERE organization_id = ? AND grading_id = ? AND attribute = ? AND product_id = ? AND current = ?',
  );
  return {
    removeGrading({ organizationId, gradingId }) {
      removeCells.run(organizationId, gradingId);
      return remove.run(organizationId, gradingId).changes === 1;
    },
    fillCells({ organizationId, gradingId, cells: given, most }) {
      if (erased.has(organizationId)) return { stored: false, cells: 0 };
      // Of two values for one cell the later one counts.
      const cells = new Map(
        given.map((cell) => [JSON.stringify([cell.attribute, cell.product, cell.current]), cell]),
      )
        .values()
        .toArray();
      const { cells: before } = count.get(organizationId, gradingId) as unknown as { cells: number };
      let after = before;
      for (const { attribute, product, current, value } of cells) {
        const isThere = has.get(organizationId, gradingId, attribute, product, current) !== undefined;
        after += Number(value !== '' && !isThere) - Number(value === '' && isThere);
      }
      if (after > most) return { stored: false, cells: after };
      for (const { attribute, product, current, value } of cells) {
        if (value === '') clear.run(organizationId, gradingId, attribute, product, current);
        else put.run(organizationId, gradingId, attribute, product, current, value);
      }
      return { stored: true, cells: after };
    },
  };
}

export function gradingInserter(database: DatabaseSync): (grading: KeptGrading) => void {
  const insert = database.prepare(
    `INSERT INTO gradings (organization_id, at, grading_id, kind, category, result, summary, origin)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (organization_id, grading_id) DO NOTHING`,
  );
  return ({ organizationId, at, id, kind, category, result, summary, origin }) => {
    // The result holds the category as it was sent. This column is for finding gradings by it.
    insert.run(
      organizationId,
      at,
      id,
      kind,
      category?.normalize() ?? null,
      result,
      summary ?? null,
      origin ?? null,
    );
  };
}
