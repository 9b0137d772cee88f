import type { CatalogueVersion } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';
import { downloadCatalogue, restoreCatalogue } from '../../../api/operations.generated.ts';
import { may } from '../../../api/sign-in.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Badge } from '../../../parts/layout/badge.tsx';
import { Card } from '../../../parts/layout/card.tsx';
import { When } from '../../../parts/layout/when.tsx';
import { Confirm } from '../../../parts/overlays/confirm.tsx';
import { toastProblem } from '../../../parts/overlays/toasts.tsx';
import { Table } from '../../../parts/tables/table.tsx';
import { counted, number } from '../../../parts/words/figures.ts';
import { dayAndTime } from '../../../parts/words/times.ts';
import type { CataloguePart } from '../part.ts';

/** The catalogues that are kept, and the way back to each. */
export function Versions({ versions, onChanged }: CataloguePart) {
  const [target, setTarget] = useState<CatalogueVersion>();
  const save = async (version: string) => {
    const answer = await download(downloadCatalogue, { params: { version } });
    if (!answer.ok) toastProblem(answer.error);
  };
  return (
    <Card
      look="flush"
      title={counted(versions.length, 'version')}
      about="Each import and each change makes one. Replaced ones are kept as long as rankings that were made of them, so that every ranking can be explained."
    >
      <Table
        caption="Versions of the catalogue, the latest first"
        rows={versions}
        rowKey={({ version }) => version}
        columns={[
          {
            name: 'version',
            head: 'Version',
            cell: ({ version, current }) => (
              <span class="row">
                <code>{version}</code>
                {current && <Badge kind="good">current</Badge>}
              </span>
            ),
          },
          {
            name: 'products',
            head: 'Products',
            isNumber: true,
            cell: ({ products }) => number(products),
          },
          { name: 'imported', head: 'Made', cell: ({ importedAt }) => <When at={importedAt} /> },
        ]}
        {...(may('editor') && {
          actions: (version: CatalogueVersion) => (
            <span class="row end">
              <Button
                size="small"
                icon="download"
                aria-label={`Download version ${version.version} as CSV`}
                onClick={() => save(version.version)}
              >
                CSV
              </Button>
              {!version.current && (
                <Button
                  size="small"
                  icon="undo"
                  aria-label={`Go back to version ${version.version}`}
                  onClick={() => setTarget(version)}
                >
                  Go back
                </Button>
              )}
            </span>
          ),
        })}
      />
      {target !== undefined && (
        <Confirm
          title="Go back to this version?"
          action="Go back"
          onClose={() => setTarget(undefined)}
          onConfirm={async () => {
            const answer = await call(restoreCatalogue, { params: { version: target.version } });
            if (answer.ok) onChanged(`Back to the version of ${dayAndTime(target.importedAt)}.`);
            return answer;
          }}
        >
          <p>
            {counted(target.products, 'product')} of {dayAndTime(target.importedAt)} are ranked again, with
            the choices about columns of then.
          </p>
          <p>The version of now stays in this list, so you can go forward again.</p>
        </Confirm>
      )}
    </Card>
  );
}
