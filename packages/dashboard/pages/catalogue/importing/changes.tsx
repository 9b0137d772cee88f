import { Card } from '../../../parts/layout/card.tsx';
import { Stat } from '../../../parts/layout/stat.tsx';
import { Explained } from '../../../parts/overlays/explained.tsx';
import { counted, number } from '../../../parts/words/figures.ts';
import type { Preview } from './use-preview.ts';

/** Column names that are listed before the rest is counted. Set by hand. */
const LISTED = 12;

/** What differs between a file and the current catalogue. */
export function Changes({ preview: { changes, products, columns } }: { readonly preview: Preview }) {
  if (changes === undefined)
    return (
      <Card title="Your first catalogue">
        <p>
          {counted(products, 'product')} with {counted(columns.length, 'column')}.
        </p>
      </Card>
    );
  const { added, removed, changed } = changes.products;
  const isSame =
    added + removed + changed + changes.columns.added.length + changes.columns.removed.length === 0;
  return (
    <Card
      title="Since the current catalogue"
      {...(isSame && { about: 'The file has the same products with the same values.' })}
    >
      <div class="columns changes">
        <Stat name="Products in the file" value={number(products)} />
        <Stat
          name={<Explained by="Their ids are not in the current catalogue.">New</Explained>}
          value={number(added)}
        />
        <Stat
          name={
            <Explained by="Their ids are in the current catalogue and not in the file: they will not be ranked any more.">
              Gone
            </Explained>
          }
          value={number(removed)}
        />
        <Stat
          name={<Explained by="In both, with another text in some column.">Changed</Explained>}
          value={number(changed)}
        />
      </div>
      <Names title="New columns" names={changes.columns.added} />
      <Names title="Columns that are gone" names={changes.columns.removed} />
    </Card>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const rest = names.length - LISTED;
  return (
    <p class="row names">
      <span class="quiet">{title}:</span>
      {names.slice(0, LISTED).map((name) => (
        <bdi key={name} class="chip">
          {name}
        </bdi>
      ))}
      {rest > 0 && <span class="quiet">and {number(rest)} more</span>}
    </p>
  );
}
