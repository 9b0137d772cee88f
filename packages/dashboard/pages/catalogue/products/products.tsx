import type { ManagedProduct } from '@decidable/contract/management';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import {
  deleteProducts,
  listCategories,
  listProducts,
  readColumns,
} from '../../../api/operations.generated.ts';
import { may } from '../../../api/sign-in.ts';
import { useCall } from '../../../api/use-call.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { SearchField } from '../../../parts/forms/search-field.tsx';
import { Card } from '../../../parts/layout/card.tsx';
import { Empty } from '../../../parts/layout/empty.tsx';
import { Problem } from '../../../parts/layout/notice.tsx';
import { Skeleton } from '../../../parts/layout/progress.tsx';
import { Confirm } from '../../../parts/overlays/confirm.tsx';
import { counted } from '../../../parts/words/figures.ts';
import type { CataloguePart } from '../part.ts';
import { EditProduct } from './edit-product.tsx';
import { Pager } from './pager.tsx';
import { ProductTable } from './product-table.tsx';

const PAGE = 50;
/** The service is asked this long after the last key, in ms. Set by hand. */
const PAUSE = 250;

/** `new`: a product that is to be added. */
type Open = ManagedProduct | 'new' | 'deletion' | undefined;

/** Finds, opens, adds, changes and deletes products. */
export function Products({ onChanged }: CataloguePart) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const [offset, setOffset] = useState(0);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>();
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim());
      setOffset(0);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const columns = useCall(readColumns);
  const categories = useCall(listCategories);
  const { data, error, reload } = useCall(listProducts, {
    query: {
      offset,
      limit: PAGE,
      ...(search !== '' && { search }),
      ...(category !== '' && { category }),
    },
  });
  const canEdit = may('editor');
  const isFiltered = search !== '' || category !== '';
  const close = () => setOpen(undefined);
  const changed = (text: string) => {
    close();
    setTicked(new Set());
    void Promise.all([reload(), categories.reload(), columns.reload()]);
    onChanged(text, reload);
  };
  const problem = error ?? columns.error;
  return (
    <div class="stack">
      {problem !== undefined && <Problem error={problem} retry={reload} />}
      <Card look="flush">
        <div class="card-tools">
          <SearchField
            label="Find by id or title"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          {(categories.data?.categories.length ?? 0) > 0 && (
            <select
              class="input"
              aria-label="Category"
              value={category}
              onChange={({ currentTarget }) => {
                setCategory(currentTarget.value);
                setOffset(0);
              }}
            >
              <option value="">All categories</option>
              {categories.data!.categories.map(({ name, products }) => (
                <option key={name} value={name}>
                  {name} ({products})
                </option>
              ))}
            </select>
          )}
          {canEdit &&
            (ticked.size > 0 ? (
              <>
                <Button look="danger" icon="trash" onClick={() => setOpen('deletion')}>
                  Delete {ticked.size}
                </Button>
                <Button look="plain" onClick={() => setTicked(new Set())}>
                  Untick
                </Button>
              </>
            ) : (
              <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
                Add product
              </Button>
            ))}
        </div>
        {data === undefined && problem === undefined && <Skeleton lines={10} />}
        {data?.products.length === 0 && (
          <Empty icon="search" title={isFiltered ? 'No product fits' : 'The catalogue is empty'}>
            {isFiltered ? 'Search for a part of an id or a title, or choose another category.' : 'Add one.'}
          </Empty>
        )}
        {data !== undefined && data.products.length > 0 && (
          <>
            <ProductTable
              products={data.products}
              roles={columns.data?.roles ?? {}}
              ticked={ticked}
              onOpen={setOpen}
              onTick={canEdit ? setTicked : undefined}
            />
            <Pager
              offset={offset}
              page={PAGE}
              shown={data.products.length}
              total={data.total}
              onGo={setOffset}
            />
          </>
        )}
      </Card>
      {columns.data !== undefined && open !== undefined && open !== 'deletion' && (
        <EditProduct
          product={open === 'new' ? undefined : open}
          columns={columns.data.columns}
          onClose={close}
          onSaved={changed}
          onDelete={({ id }) => {
            setTicked(new Set([id]));
            setOpen('deletion');
          }}
        />
      )}
      {open === 'deletion' && (
        <Confirm
          title={`Delete ${counted(ticked.size, 'product')}?`}
          action={`Delete ${counted(ticked.size, 'product')}`}
          onClose={close}
          onConfirm={async () => {
            const answer = await call(deleteProducts, { body: { ids: [...ticked] } });
            if (answer.ok) changed(`${counted(answer.data.deleted, 'product is', 'products are')} deleted.`);
            return answer;
          }}
        >
          <p>They are in no ranking from now on. An import that has them brings them back.</p>
          <p>
            <bdi>{[...ticked].slice(0, 5).join(', ')}</bdi>
            {ticked.size > 5 && ` and ${ticked.size - 5} more`}
          </p>
        </Confirm>
      )}
    </div>
  );
}
