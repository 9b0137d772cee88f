import { useId, useState } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import { renameCategories } from '../../../api/operations.generated.ts';
import type { Failure } from '../../../api/result.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { Problem } from '../../../parts/layout/notice.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { counted } from '../../../parts/words/figures.ts';

export interface Category {
  readonly name: string;
  readonly products: number;
}

/** Gives the products of one or several categories another one, or none, and tells before how many that are. */
export function Move({
  from,
  isRemoval,
  categories,
  onClose,
  onMoved,
}: {
  readonly from: readonly Category[];
  /** They have no category afterwards. */
  readonly isRemoval: boolean;
  readonly categories: readonly Category[];
  readonly onClose: () => void;
  readonly onMoved: (text: string) => void;
}) {
  const id = useId();
  // The largest name is the likeliest to stay.
  const [to, setTo] = useState(from[0].name);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const name = to.trim();
  const leaving = isRemoval ? from : from.filter((category) => category.name !== name);
  const products = leaving.reduce((sum, category) => sum + category.products, 0);
  const names = from.map((category) => category.name).join(', ');
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(renameCategories, {
      body: { categories: leaving.map((category) => ({ from: category.name, to: isRemoval ? '' : name })) },
    });
    setBusy(false);
    if (!answer.ok) setError(answer.error);
    else
      onMoved(
        `${counted(answer.data.changed, 'product')} ${isRemoval ? 'without a category now' : `in ${name} now`}.`,
      );
  };
  return (
    <Dialog
      title={
        isRemoval
          ? `Remove ${names}?`
          : from.length > 1
            ? `Merge ${from.length} categories`
            : `Rename ${names}`
      }
      onClose={onClose}
    >
      <form class="form" onSubmit={submit}>
        {!isRemoval && (
          <>
            {from.length > 1 && (
              <p>
                <bdi>{names}</bdi>
              </p>
            )}
            <TextField
              label="Name"
              required
              maxLength={256}
              list={id}
              autocomplete="off"
              value={to}
              onInput={(event) => setTo(event.currentTarget.value)}
            />
            <datalist id={id}>
              {categories.map((category) => (
                <option key={category.name} value={category.name} />
              ))}
            </datalist>
          </>
        )}
        <p class="quiet" role="status">
          {isRemoval
            ? `${counted(products, 'product has', 'products have')} no category afterwards: lists of a category do not show them.`
            : preview(leaving, products, name, categories)}
        </p>
        {error !== undefined && <Problem error={error} />}
        <div class="buttons end">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={isRemoval ? 'danger primary' : 'primary'}
            type="submit"
            busy={isBusy}
            disabled={leaving.length === 0 || (!isRemoval && name === '')}
          >
            {isRemoval ? 'Remove' : 'Change'} {counted(products, 'product')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function preview(
  leaving: readonly Category[],
  products: number,
  name: string,
  categories: readonly Category[],
): string {
  if (name === '') return 'Write the name that these products shall have.';
  if (leaving.length === 0) return 'Write another name, or that of another category to merge the two.';
  const there = categories.find((category) => category.name === name);
  const change = counted(products, 'product changes', 'products change');
  if (there === undefined) return `${change}.`;
  return `${change}. ${name} has ${counted(there.products, 'product')} already and will have ${counted(there.products + products, 'product')}.`;
}
