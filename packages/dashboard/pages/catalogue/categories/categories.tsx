import { useState } from 'preact/hooks';
import { listCategories } from '../../../api/operations.generated.ts';
import { may } from '../../../api/sign-in.ts';
import { useCall } from '../../../api/use-call.ts';
import { Bar } from '../../../parts/charts/bar.tsx';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { SearchField } from '../../../parts/forms/search-field.tsx';
import { Card } from '../../../parts/layout/card.tsx';
import { Empty } from '../../../parts/layout/empty.tsx';
import { Problem } from '../../../parts/layout/notice.tsx';
import { Skeleton } from '../../../parts/layout/progress.tsx';
import { Menu } from '../../../parts/overlays/menu.tsx';
import { Table } from '../../../parts/tables/table.tsx';
import { counted, number } from '../../../parts/words/figures.ts';
import type { CataloguePart } from '../part.ts';
import { type Category, Move } from './move.tsx';

/** More categories than these can be searched. */
const MANY = 15;
/** Rows that are shown before they are asked for. */
const SHOWN = 200;

/** The categories with their numbers of products, to be renamed, merged and removed. */
export function Categories({ onChanged }: CataloguePart) {
  const { data, error, reload } = useCall(listCategories);
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(SHOWN);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<{ readonly from: readonly Category[]; readonly isRemoval: boolean }>();
  const categories = data?.categories ?? [];
  const largest = Math.max(1, ...categories.map(({ products }) => products));
  const words = search.trim().toLowerCase();
  const fitting = categories.filter(({ name }) => name.toLowerCase().includes(words));
  const canEdit = may('editor');
  const tick = (name: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(name);
    else next.delete(name);
    setTicked(next);
  };
  if (data === undefined)
    return error === undefined ? <Skeleton lines={8} /> : <Problem error={error} retry={reload} />;
  if (categories.length === 0)
    return (
      <Card>
        <Empty
          icon="catalogue"
          title="No column is the category"
          actions={<ButtonLink href="/catalogue/columns">Choose the column</ButtonLink>}
        >
          Category pages and what shoppers look at are ranked better where the service knows what kind of
          product each one is.
        </Empty>
      </Card>
    );
  return (
    <div class="stack">
      {error !== undefined && <Problem error={error} retry={reload} />}
      <Card
        look="flush"
        title={counted(categories.length, 'category', 'categories')}
        about={
          <>
            The values of the column <bdi>{data.column}</bdi>. Two spellings of one category split what the
            model learns: merge them.
          </>
        }
      >
        {(categories.length > MANY || ticked.size > 0) && (
          <div class="card-tools">
            <SearchField
              label="Find a category"
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
            {ticked.size > 0 && (
              <>
                <Button
                  look="primary"
                  onClick={() =>
                    setMoved({ from: categories.filter(({ name }) => ticked.has(name)), isRemoval: false })
                  }
                >
                  {ticked.size === 1 ? 'Rename' : `Merge ${ticked.size}`}
                </Button>
                <Button look="plain" onClick={() => setTicked(new Set())}>
                  Untick
                </Button>
              </>
            )}
          </div>
        )}
        <Table
          caption="Categories, the largest first"
          rows={fitting.slice(0, most)}
          rowKey={({ name }) => name}
          columns={[
            {
              name: 'name',
              head: 'Category',
              cell: ({ name }) => (
                <div class="product-name">
                  {canEdit && (
                    <input
                      type="checkbox"
                      class="tick"
                      aria-label={`Tick ${name}`}
                      checked={ticked.has(name)}
                      onChange={({ currentTarget }) => tick(name, currentTarget.checked)}
                    />
                  )}
                  <bdi>{name}</bdi>
                </div>
              ),
            },
            {
              name: 'bar',
              head: <span class="unseen">Share</span>,
              cell: ({ name, products }) => (
                <div class="category-bar">
                  <Bar
                    label={`${name}: ${counted(products, 'product')}`}
                    full={largest}
                    parts={[{ value: products, fill: 'now' }]}
                  />
                </div>
              ),
            },
            { name: 'products', head: 'Products', isNumber: true, cell: ({ products }) => number(products) },
          ]}
          {...(canEdit && {
            actions: (category: Category) => (
              <Menu
                align="end"
                items={[
                  {
                    label: 'Rename or merge',
                    icon: 'edit',
                    onChoose: () => setMoved({ from: [category], isRemoval: false }),
                  },
                  'line',
                  {
                    label: 'Remove',
                    icon: 'trash',
                    look: 'danger',
                    onChoose: () => setMoved({ from: [category], isRemoval: true }),
                  },
                ]}
                button={(props) => (
                  <Button
                    look="plain"
                    size="small"
                    icon="more"
                    label={`Actions for ${category.name}`}
                    {...props}
                  />
                )}
              />
            ),
          })}
        />
        {fitting.length > most && (
          <div class="card-tools">
            <Button onClick={() => setMost(most + SHOWN)}>Show more of {number(fitting.length)}</Button>
          </div>
        )}
      </Card>
      {moved !== undefined && (
        <Move
          {...moved}
          categories={categories}
          onClose={() => setMoved(undefined)}
          onMoved={(text) => {
            setMoved(undefined);
            setTicked(new Set());
            void reload();
            onChanged(text, reload);
          }}
        />
      )}
    </div>
  );
}
