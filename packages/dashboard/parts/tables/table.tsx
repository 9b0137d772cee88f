import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface Column<Row> {
  readonly name: string;
  readonly head: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures stand at the right. */
  readonly isNumber?: boolean;
  /** Sorts by this; not sortable where absent. */
  readonly by?: (row: Row) => string | number;
}

interface Order {
  readonly name: string;
  readonly direction: 'ascending' | 'descending';
}

/**
 * A table of up to a few hundred rows; longer ones go into a `VirtualList`. On a phone each row is a card.
 *
 * @param caption what the rows are, for those who do not see the page
 * @param actions the buttons of a row
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  actions,
  order: initial,
}: {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly actions?: (row: Row) => ComponentChildren;
  readonly order?: Order;
}) {
  const [order, setOrder] = useState(initial);
  const [first, ...others] = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
    <section class="table-scroll" tabIndex={0} aria-label={caption}>
      <table class="table cards">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} order={order} onOrder={setOrder} />
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span class="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns, order).map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ name, head, cell, isNumber }) => (
                <td
                  key={name}
                  class={isNumber ? 'number' : undefined}
                  data-label={typeof head === 'string' ? head : undefined}
                >
                  {cell(row)}
                </td>
              ))}
              {actions !== undefined && <td class="actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head<Row>({
  column,
  order,
  onOrder,
}: {
  readonly column: Column<Row>;
  readonly order: Order | undefined;
  readonly onOrder: (order: Order) => void;
}) {
  const { name, head, isNumber, by } = column;
  const direction = order?.name === name ? order.direction : undefined;
  const turned = () =>
    direction === undefined
      ? isNumber
        ? 'descending'
        : 'ascending'
      : direction === 'ascending'
        ? 'descending'
        : 'ascending';
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={direction}>
      {by === undefined ? (
        head
      ) : (
        <button type="button" onClick={() => onOrder({ name, direction: turned() })}>
          {head}
        </button>
      )}
    </th>
  );
}

function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const by = columns.find(({ name }) => name === order?.name)?.by;
  if (by === undefined) return rows;
  const sign = order!.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [by(a), by(b)];
    const compared =
      typeof x === 'string' && typeof y === 'string' ? x.localeCompare(y) : Number(x) - Number(y);
    return sign * compared;
  });
}
