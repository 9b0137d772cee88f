import type { ManagedProduct } from '@decidable/contract/management';
import { Badge } from '../../../parts/layout/badge.tsx';
import { type Column, Table } from '../../../parts/tables/table.tsx';
import { attributeText } from './attribute-text.ts';

/** Products by their titles, with what a merchandiser looks for first. */
export function ProductTable({
  products,
  roles,
  ticked,
  onOpen,
  onTick,
}: {
  readonly products: readonly ManagedProduct[];
  /** The column of each role. */
  readonly roles: Readonly<Record<string, string | null>>;
  readonly ticked: ReadonlySet<string>;
  readonly onOpen: (product: ManagedProduct) => void;
  /** Absent for those who may only look. */
  readonly onTick: ((ticked: ReadonlySet<string>) => void) | undefined;
}) {
  const textFor = (product: ManagedProduct, role: string): string => {
    const column = roles[role];
    return column === null || column === undefined ? '' : attributeText(product.attributes[column]);
  };
  const playing = (name: string, head: string, isNumber = false): Column<ManagedProduct>[] =>
    typeof roles[name] === 'string'
      ? [{ name, head, isNumber, cell: (product) => textFor(product, name) }]
      : [];
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    onTick?.(next);
  };
  return (
    <Table
      caption="Products"
      rows={products}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'title',
          head: 'Product',
          cell: (product) => (
            <div class="product-name">
              {onTick !== undefined && (
                <input
                  type="checkbox"
                  class="tick"
                  aria-label={`Tick ${product.title ?? product.id}`}
                  checked={ticked.has(product.id)}
                  onChange={({ currentTarget }) => tick(product.id, currentTarget.checked)}
                />
              )}
              <span>
                <button type="button" class="link-button" onClick={() => onOpen(product)}>
                  <bdi>{product.title ?? product.id}</bdi>
                </button>
                {product.title !== undefined && <small>{product.id}</small>}
              </span>
            </div>
          ),
        },
        ...playing('category', 'Category'),
        ...playing('brand', 'Brand'),
        ...playing('price', 'Price', true),
        {
          name: 'available',
          head: 'Availability',
          cell: ({ available }) =>
            available ? <Badge kind="good">available</Badge> : <Badge kind="warn">not available</Badge>,
        },
      ]}
    />
  );
}
