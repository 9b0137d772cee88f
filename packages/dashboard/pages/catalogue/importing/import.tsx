import { useState } from 'preact/hooks';
import { may, organization } from '../../../api/sign-in.ts';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { FileDrop } from '../../../parts/forms/file-drop.tsx';
import { Card } from '../../../parts/layout/card.tsx';
import { Empty } from '../../../parts/layout/empty.tsx';
import { When } from '../../../parts/layout/when.tsx';
import { counted } from '../../../parts/words/figures.ts';
import type { CataloguePart } from '../part.ts';
import { Warnings } from '../warnings.tsx';
import { Preview } from './preview.tsx';
import type { Imported } from './use-preview.ts';

/** What exports come in; the service reads what is dropped, whatever its name. */
const FORMS = '.csv,.tsv,.txt,.xlsx,.xls,.xlsb,.ods,.json,.jsonl,.ndjson,.xml,.rss,.atom,.parquet,.gz,.zip';

/** Takes a file, shows what it would change, and imports it. */
export function Import({ versions, onChanged }: CataloguePart) {
  const [file, setFile] = useState<File>();
  const [imported, setImported] = useState<Imported>();
  const current = versions.find((version) => version.current);
  const take = (next: File | undefined) => {
    setFile(next);
    setImported(undefined);
  };
  if (imported !== undefined) return <Done imported={imported} onAgain={() => take(undefined)} />;
  if (file !== undefined)
    return (
      <Preview
        // A file of the same name may have other content.
        key={`${file.name} ${file.lastModified} ${file.size}`}
        file={file}
        onCancel={() => take(undefined)}
        onImported={(done) => {
          setImported(done);
          onChanged(`${counted(done.products, 'product')} imported.`, () => take(undefined));
        }}
      />
    );
  return (
    <div class="stack">
      {current !== undefined && (
        <Card title="The current catalogue">
          <dl class="facts">
            <dt>Products</dt>
            <dd>
              <a href="/catalogue/products">{counted(current.products, 'product')}</a>
            </dd>
            <dt>Since</dt>
            <dd>
              <When at={current.importedAt} />
            </dd>
            <dt>Version</dt>
            <dd>
              <code>{current.version}</code>
            </dd>
          </dl>
        </Card>
      )}
      {may('editor') ? (
        <FileDrop
          label={current === undefined ? 'Drop the export of your shop here' : 'Drop a new export here'}
          accept={FORMS}
          onFile={take}
        >
          <p class="quiet drop-about">
            CSV, Excel, JSON, an XML product feed or Parquet, also zipped. You see what it changes before
            anything is stored.
          </p>
        </FileDrop>
      ) : (
        current === undefined && (
          <Card>
            <Empty icon="catalogue" title="No catalogue yet">
              An editor or owner of the organization can import one.
            </Empty>
          </Card>
        )
      )}
      <Teaching />
    </div>
  );
}

/** Which columns a file should have. */
const Teaching = () => (
  <Card
    title="What the file should have"
    about="One product a line. The names of columns are recognised in the languages and spellings that shop systems use, so an export as it is will mostly do."
  >
    <dl class="facts">
      <dt>Needed</dt>
      <dd>
        <strong>id</strong>: the same one that your shop sends with what shoppers do.
      </dd>
      <dt>Ranking relies on</dt>
      <dd>
        <strong>title</strong>, <strong>category</strong>, <strong>brand</strong>, <strong>price</strong>, and
        whether a product is <strong>available</strong>.
      </dd>
      <dt>The more the better</dt>
      <dd>what shoppers choose by: size, colour, material, capacity, and so on, a column each.</dd>
      <dt>Good to have</dt>
      <dd>a picture and a link, which suggestions show.</dd>
      <dt>Not shown to anybody</dt>
      <dd>cost prices, margins, suppliers and internal notes: you need not remove them.</dd>
    </dl>
  </Card>
);

/** What to do with a catalogue that has just been imported. */
function Done({ imported, onAgain }: { readonly imported: Imported; readonly onAgain: () => void }) {
  return (
    <div class="stack">
      <Warnings warnings={imported.warnings} />
      <Card>
        <Empty
          icon="check"
          title={`${counted(imported.products, 'product')} imported`}
          actions={
            <>
              <ButtonLink look="primary" href="/audit">
                Grade the catalogue
              </ButtonLink>
              <ButtonLink href="/sessions">Watch a session</ButtonLink>
              <ButtonLink href="/catalogue/products">See the products</ButtonLink>
              <Button look="plain" onClick={onAgain}>
                Import another file
              </Button>
            </>
          }
        >
          {organization.value?.name ?? 'The shop'} ranks them from now on. The version before is kept under
          Versions. Grading tells which attributes are missing, and what that costs.
        </Empty>
      </Card>
    </div>
  );
}
