import type { KeptExport } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import { follow } from '../../api/listen.ts';
import { compareExports, listGradings } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { asChosen, ExportPicker } from '../../parts/grading/export-picker.tsx';
import { GradingsTable } from '../../parts/grading/gradings-table.tsx';
import { sentence, useProgress } from '../../parts/grading/use-progress.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Progress } from '../../parts/layout/progress.tsx';
import { ShowMore } from '../../parts/tables/show-more.tsx';
import { usePages } from '../../parts/tables/use-pages.ts';
import { Claims, claimsOf, emptyClaim, type TypedClaim } from './claims.tsx';
import './verify.css';

export default function Verify() {
  const { route } = useLocation();
  const kept = useCall(listGradings, { query: { kind: 'comparison' } });
  const comparisons = usePages(
    kept,
    ({ gradings }) => gradings,
    (cursor) => call(listGradings, { query: { kind: 'comparison', cursor } }),
  );
  const { progress, begin, tell, end } = useProgress();
  const [before, setBefore] = useState<KeptExport>();
  const [after, setAfter] = useState<KeptExport>();
  const [claims, setClaims] = useState<readonly TypedClaim[]>([emptyClaim(0)]);
  const [shelf, setShelf] = useState('');
  const [error, setError] = useState<Failure>();

  const compare = async () => {
    if (before === undefined || after === undefined) return;
    setError(undefined);
    begin('waiting for a free place');
    const repairs = claimsOf(claims);
    const category = shelf.trim();
    const compared = await follow(compareExports, tell, {
      body: {
        before: asChosen(before),
        after: asChosen(after),
        ...(repairs.length > 0 && { repairs }),
        ...(category !== '' && { category }),
      },
    });
    end();
    if (compared.ok) route(`/verify/${compared.data.gradingId}`);
    else setError(compared.error);
  };

  return (
    <Page
      width="wide"
      title="Verify"
      lead="See what a repair was worth: compare the export from before it with the one from after it."
    >
      <div class="stack far">
        {may('editor') && (
          <Card>
            <div class="stack">
              <div class="columns">
                <ExportPicker label="Export from before" chosen={before} onChoose={setBefore} />
                <ExportPicker label="Export from after" chosen={after} onChoose={setAfter} />
              </div>
              <div class="stack close">
                <h2>What was done in between</h2>
                <p class="quiet">
                  Each claim gets a verdict. Without claims you see what moved; that is how suppliers are
                  watched.
                </p>
                <Claims
                  claims={claims}
                  columns={after?.columns ?? before?.columns ?? []}
                  onChange={setClaims}
                />
              </div>
              <TextField
                label="Shelf"
                hint="Results of one shelf are followed over time on the page Monitor."
                isOptional
                value={shelf}
                maxLength={128}
                onInput={(event) => setShelf(event.currentTarget.value)}
              />
              {progress !== undefined && (
                <Progress
                  label={sentence(progress.stage)}
                  {...(progress.share !== undefined && { value: progress.share })}
                />
              )}
              {error !== undefined && <Problem error={error} />}
              <div class="buttons">
                <Button
                  look="primary"
                  icon="verify"
                  busy={progress !== undefined}
                  disabled={before === undefined || after === undefined}
                  onClick={compare}
                >
                  Compare
                </Button>
              </div>
            </div>
          </Card>
        )}
        {kept.error !== undefined && <Problem error={kept.error} retry={kept.reload} />}
        {comparisons.items !== undefined && comparisons.items.length > 0 && (
          <Card look="flush" title="Kept comparisons">
            <GradingsTable of="comparisons" gradings={comparisons.items} />
            <ShowMore onMore={comparisons.showMore} />
          </Card>
        )}
      </div>
    </Page>
  );
}
