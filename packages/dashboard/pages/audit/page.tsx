import type { ChosenExport } from '@decidable/contract/management';
import { megabytes } from '@decidable/report/stage-words';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { follow } from '../../api/listen.ts';
import {
  downloadExport,
  gradeExport,
  listExports,
  listGradings,
  removeExport,
} from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { FileDrop } from '../../parts/forms/file-drop.tsx';
import { FORMS, upload, uploadSeveral } from '../../parts/grading/export-picker.tsx';
import { GradingsTable } from '../../parts/grading/gradings-table.tsx';
import { HORIZON } from '../../parts/grading/horizon.ts';
import { sentence, useProgress } from '../../parts/grading/use-progress.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Progress, Skeleton } from '../../parts/layout/progress.tsx';
import { When } from '../../parts/layout/when.tsx';
import { toastProblem } from '../../parts/overlays/toasts.tsx';
import { ShowMore } from '../../parts/tables/show-more.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { usePages } from '../../parts/tables/use-pages.ts';

export default function Audit() {
  const { route } = useLocation();
  const audits = useCall(listGradings, { query: { kind: 'audit' } });
  const exports = useCall(listExports, { query: {} });
  const kept = usePages(
    audits,
    ({ gradings }) => gradings,
    (cursor) => call(listGradings, { query: { kind: 'audit', cursor } }),
  );
  const files = usePages(
    exports,
    (page) => page.exports,
    (cursor) => call(listExports, { query: { cursor } }),
  );
  const { progress, begin, tell, end } = useProgress();
  const [error, setError] = useState<Failure>();
  const [shelf, setShelf] = useState('');

  const grade = async (of: ChosenExport) => {
    setError(undefined);
    begin('waiting for a free place');
    const category = shelf.trim();
    const graded = await follow(gradeExport, tell, {
      body: { of, amortisationHorizon: HORIZON, ...(category !== '' && { category }) },
    });
    end();
    if (graded.ok) route(`/audit/${graded.data.gradingId}`);
    else setError(graded.error);
  };
  const take = async (given: readonly File[]) => {
    setError(undefined);
    const tell = (name: string) => begin(`reading ${name}`);
    tell(given[0].name);
    const uploaded = given.length === 1 ? await upload(given[0]) : await uploadSeveral(given, tell);
    if (uploaded.ok) await grade({ exportId: uploaded.data.exportId });
    else {
      end();
      setError(uploaded.error);
    }
  };
  const remove = async (exportId: string) => {
    const answer = await call(removeExport, { params: { exportId } });
    if (!answer.ok) toastProblem(answer.error);
    await exports.reload();
  };
  const save = async (exportId: string) => {
    const answer = await download(downloadExport, { params: { exportId } });
    if (!answer.ok) toastProblem(answer.error);
  };

  return (
    <Page
      title="Audit"
      lead="See which product facts are worth recording, and record them right here. Drop the export of your shop."
    >
      <div class="stack far">
        {may('editor') && (
          <div class="stack">
            {progress === undefined ? (
              <>
                <FileDrop
                  label="Drop an export of your catalogue"
                  accept={FORMS}
                  onFile={(file) => take([file])}
                  onFiles={take}
                >
                  <span>
                    CSV, Excel, JSON, an XML feed or Parquet, as your shop system writes it; several files of
                    one export together
                  </span>
                </FileDrop>
                <div class="row">
                  <Button icon="catalogue" onClick={() => grade({ catalogue: true })}>
                    Grade the catalogue of the shop
                  </Button>
                </div>
                <details>
                  <summary>File it under a shelf</summary>
                  <TextField
                    label="Shelf"
                    hint="Results of one shelf are followed over time on the page Monitor."
                    isOptional
                    value={shelf}
                    maxLength={128}
                    onInput={(event) => setShelf(event.currentTarget.value)}
                  />
                </details>
              </>
            ) : (
              <Card>
                <Progress
                  label={sentence(progress.stage)}
                  {...(progress.share !== undefined && { value: progress.share })}
                />
              </Card>
            )}
            {error !== undefined && <Problem error={error} />}
          </div>
        )}
        {audits.error !== undefined && <Problem error={audits.error} retry={audits.reload} />}
        {kept.items === undefined ? (
          audits.error === undefined && <Skeleton />
        ) : kept.items.length === 0 ? (
          <Card title="What you get">
            <ul>
              <li>A grade: with how many products your shoppers are left after three answers.</li>
              <li>The facts that are worth recording, best first, with the products that lack them.</li>
              <li>A grid to fill them in, and your export back in its own form, repaired.</li>
            </ul>
          </Card>
        ) : (
          <Card look="flush" title="Kept audits">
            <GradingsTable of="audits" gradings={kept.items} />
            <ShowMore onMore={kept.showMore} />
          </Card>
        )}
        {files.items !== undefined && files.items.length > 0 && (
          <Card
            look="flush"
            title="Kept exports"
            about="What was uploaded and repaired. They are removed by themselves when they are old."
          >
            <Table
              caption="Kept exports"
              rows={files.items}
              rowKey={({ exportId }) => exportId}
              columns={[
                { name: 'name', head: 'File', cell: ({ name }) => <bdi>{name}</bdi>, by: ({ name }) => name },
                {
                  name: 'products',
                  head: 'Products',
                  isNumber: true,
                  cell: ({ products }) => products.toLocaleString('en'),
                  by: ({ products }) => products,
                },
                { name: 'size', head: 'Size', isNumber: true, cell: ({ bytes }) => megabytes(bytes) },
                { name: 'at', head: 'When', cell: ({ at }) => <When at={at} />, by: ({ at }) => at },
              ]}
              actions={({ exportId, name }) => (
                <>
                  {may('editor') && (
                    <Button size="small" onClick={() => grade({ exportId })}>
                      Grade<span class="unseen"> {name}</span>
                    </Button>
                  )}
                  <Button
                    look="plain"
                    size="small"
                    icon="download"
                    label={`Download ${name}`}
                    onClick={() => save(exportId)}
                  />
                  {may('editor') && (
                    <Button
                      look="plain"
                      size="small"
                      icon="trash"
                      label={`Remove ${name}`}
                      onClick={() => remove(exportId)}
                    />
                  )}
                </>
              )}
            />
            <ShowMore onMore={files.showMore} />
          </Card>
        )}
      </div>
    </Page>
  );
}
