import type { CatalogueColumn, ManagedProduct } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import { upsertProducts } from '../../../api/operations.generated.ts';
import type { Failure } from '../../../api/result.ts';
import { may } from '../../../api/sign-in.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { Badge } from '../../../parts/layout/badge.tsx';
import { Problem } from '../../../parts/layout/notice.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';
import { AddAttribute } from './add-attribute.tsx';
import { AttributeField } from './attribute-field.tsx';
import { attributeText, changedAttributes } from './attribute-text.ts';

/**
 * A product with everything that shoppers may see of it, to be read or changed.
 *
 * @param product undefined for one that is to be added
 */
export function EditProduct({
  product,
  columns,
  onClose,
  onSaved,
  onDelete,
}: {
  readonly product: ManagedProduct | undefined;
  readonly columns: readonly CatalogueColumn[];
  readonly onClose: () => void;
  readonly onSaved: (text: string) => void;
  readonly onDelete: (product: ManagedProduct) => void;
}) {
  const [before] = useState(() => textsOf(product, columns));
  const [texts, setTexts] = useState(before);
  const [id, setId] = useState(product?.id ?? '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Failure>();
  const canEdit = may('editor');
  const attributes = changedAttributes(before, texts);
  const isChanged = Object.keys(attributes).length > 0;
  const set = (name: string, text: string) => setTexts((all) => ({ ...all, [name]: text }));
  const save = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const answer = await call(upsertProducts, { body: { products: [{ id: id.trim(), attributes }] } });
    setBusy(false);
    if (!answer.ok) setError(answer.error);
    else onSaved(`${product?.title ?? id.trim()} is ${answer.data.added > 0 ? 'added' : 'changed'}.`);
  };
  return (
    <Dialog
      title={product === undefined ? 'Add a product' : (product.title ?? product.id)}
      width="48rem"
      onClose={onClose}
    >
      <form class="form" onSubmit={save}>
        {product === undefined ? (
          <TextField
            label="Id"
            required
            maxLength={256}
            autocomplete="off"
            hint="The one that your shop sends with what shoppers do. One that the catalogue has is changed."
            value={id}
            onInput={(event) => setId(event.currentTarget.value)}
          />
        ) : (
          <p class="row">
            <code>{product.id}</code>
            {product.available ? (
              <Badge kind="good">available</Badge>
            ) : (
              <Badge kind="warn">not available</Badge>
            )}
          </p>
        )}
        <div class="attributes">
          {Object.entries(texts).map(([name, text]) => (
            <AttributeField
              key={name}
              name={name}
              column={columns.find((column) => column.name === name)}
              value={text}
              onInput={canEdit ? (value) => set(name, value) : undefined}
            />
          ))}
        </div>
        {Object.keys(texts).length === 0 && <p class="quiet">Nothing is recorded of it.</p>}
        {canEdit && (
          <AddAttribute
            known={columns.filter((column) => column.private === undefined && !(column.name in texts))}
            taken={Object.keys(texts)}
            onAdd={(name) => set(name, '')}
          />
        )}
        {error !== undefined && <Problem error={error} />}
        {canEdit && (
          <div class="buttons end">
            {product !== undefined && (
              <Button look="danger" icon="trash" onClick={() => onDelete(product)}>
                Delete
              </Button>
            )}
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" busy={isBusy} disabled={!isChanged}>
              {product === undefined ? 'Add product' : 'Save product'}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** What is recorded of a product; the columns of roles come first, also where they are empty. */
function textsOf(
  product: ManagedProduct | undefined,
  columns: readonly CatalogueColumn[],
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { name, role } of columns)
    if (role !== undefined && role !== 'attribute') texts[name] = attributeText(product?.attributes[name]);
  for (const [name, value] of Object.entries(product?.attributes ?? {})) {
    const text = attributeText(value);
    if (text !== '') texts[name] = text;
  }
  return texts;
}
