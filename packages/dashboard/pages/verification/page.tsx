import type { GradedClaim, VerifyResult } from '@decidable/report/results';
import { verifyAsShown } from '@decidable/report/shown-names';
import {
  believedBits,
  believedInWords,
  cellFacts,
  changedCell,
  filesOf,
  gainInWords,
  headlineSentence,
  verdictSentence,
} from '@decidable/report/verify-words';
import { notices } from '@decidable/report/warnings';
import {
  answeredShown,
  beforeAndAfter,
  claimFigures,
  counted,
  listed,
  moved,
  trusted,
} from '@decidable/report/wording';
import { useLocation, useRoute } from 'preact-iso';
import { download } from '../../api/download.ts';
import { follow } from '../../api/listen.ts';
import { downloadExport, gradeExport, readGrading } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Bar } from '../../parts/charts/bar.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { HORIZON } from '../../parts/grading/horizon.ts';
import { ReportMenu } from '../../parts/grading/report-menu.tsx';
import { useProgress } from '../../parts/grading/use-progress.ts';
import { useResult } from '../../parts/grading/use-result.ts';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Notice, Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { toastProblem } from '../../parts/overlays/toasts.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { dayAndTime } from '../../parts/words/times.ts';

const BACK = { href: '/verify', label: 'Verify' };

const KINDS: Readonly<Record<GradedClaim['verdict'], 'good' | 'warn' | 'bad'>> = {
  verified: 'good',
  partial: 'warn',
  doubtful: 'warn',
  unproven: 'warn',
  unchanged: 'warn',
  empty: 'bad',
  regressed: 'bad',
  not_found: 'bad',
};

/** What each verdict means, wherever it stands. */
const MEANINGS: Readonly<Record<GradedClaim['verdict'], string>> = {
  verified: 'At least half of what was missing is filled, and the rest of the export tells the new values.',
  partial: 'The new values tell something; much of what was missing still is, or values went missing.',
  doubtful: 'The new values do not behave like those that were recorded before.',
  unproven: 'Nothing else in the export tells the new values: check a few of them by hand.',
  unchanged: 'No cell of it differs between the two exports.',
  empty: 'Cells were filled, and a shopper can decide nothing more by them.',
  regressed: 'An answer tells less than before.',
  not_found: 'Neither export has such a column.',
};

/** A kept comparison of two exports. */
export default function Verification() {
  const { params } = useRoute();
  const { route } = useLocation();
  const { gradingId } = params;
  const kept = useCall(readGrading, { params: { gradingId } });
  const { result, error } = useResult<VerifyResult>(gradingId);
  const { progress, begin, tell, end } = useProgress();
  const failure = kept.error ?? error;
  if (failure !== undefined)
    return (
      <Page title="Comparison" back={BACK}>
        <Problem error={failure} retry={kept.reload} />
      </Page>
    );
  if (kept.data === undefined || result === undefined)
    return (
      <Page title="Comparison" back={BACK}>
        <Skeleton lines={10} />
      </Page>
    );
  const { grading, exports } = kept.data;
  const [before = 'before', after = 'after'] = grading.names;
  const repaired = exports.find(({ repairOf }) => repairOf !== undefined);
  /** What is worth recording next. */
  const gradeNext = async (exportId: string) => {
    begin('waiting for a free place');
    const graded = await follow(gradeExport, tell, {
      body: {
        of: { exportId },
        amortisationHorizon: HORIZON,
        ...(grading.category !== undefined && { category: grading.category }),
      },
    });
    end();
    if (graded.ok) route(`/audit/${graded.data.gradingId}`);
    else toastProblem(graded.error);
  };
  const save = async (exportId: string) => {
    const answer = await download(downloadExport, { params: { exportId } });
    if (!answer.ok) toastProblem(answer.error);
  };
  return (
    <Page
      width="wide"
      back={BACK}
      title={
        <>
          <bdi>{before}</bdi> → <bdi>{after}</bdi>
        </>
      }
      lead={`Compared ${dayAndTime(grading.at)}${grading.category === undefined ? '' : `, shelf ${grading.category}`}`}
      actions={
        <>
          {repaired !== undefined && (
            <>
              {may('editor') && (
                <Button
                  icon="grade"
                  busy={progress !== undefined}
                  onClick={() => gradeNext(repaired.exportId)}
                >
                  Grade the repaired export
                </Button>
              )}
              <Button icon="download" onClick={() => save(repaired.exportId)}>
                Repaired export
              </Button>
            </>
          )}
          <ReportMenu gradingId={gradingId} onRemoved={() => route('/verify')} />
        </>
      }
    >
      <Comparison result={verifyAsShown(result)} before={before} after={after} />
    </Page>
  );
}

function Comparison({
  result,
  before,
  after,
}: {
  readonly result: VerifyResult;
  readonly before: string;
  readonly after: string;
}) {
  const { claims = [], unclaimed = [], products, warnings = [] } = result;
  return (
    <div class="stack">
      <Change result={result} />
      {claims.length > 0 && (
        <section class="stack" aria-labelledby="claims">
          <h2 id="claims">Claims</h2>
          <div class="columns">
            {claims.map((claim, at) => (
              <Claim key={at} claim={claim} result={result} />
            ))}
          </div>
        </section>
      )}
      {unclaimed.length > 0 && (
        <Notice kind="warn">Nobody claimed it, and it moved: {listed(unclaimed, 8)}.</Notice>
      )}
      <Moved result={result} />
      {(products.added.length > 0 || products.removed.length > 0) && (
        <Card title="Come and gone" about="Told beside what moved, never mixed into it.">
          {[
            ['added', products.added],
            ['removed', products.removed],
          ].map(([what, ids]) =>
            ids.length === 0 ? null : (
              <p key={what as string}>
                {counted(ids.length, 'product')} {what}: <bdi>{listed(ids as string[], 8)}</bdi>
              </p>
            ),
          )}
        </Card>
      )}
      {notices(warnings, filesOf(before, after), true, 'report').map(({ message, files }) => (
        <Notice key={`${files.join()}${message}`}>
          {files.length > 0 && `${files.join(' and ')}: `}
          {message}
        </Notice>
      ))}
    </div>
  );
}

function Change({ result }: { readonly result: VerifyResult }) {
  const { answerability, products, source } = result;
  const { before, after, moved: by } = answerability;
  const told = after === null ? undefined : answeredShown({ after, moved: by });
  return (
    <Card>
      <div class="stack close">
        <p class="verdict-sentence">{headlineSentence(result)}</p>
        {before !== null &&
          after !== null &&
          told !== undefined &&
          (
            [
              ['before', before],
              ['after', after],
            ] as const
          ).map(([when, share]) => (
            <div key={when}>
              <Bar label={`${when}: ${told[when]}`} parts={[{ value: share, fill: 'now' }]} full={1} />
              <p class="quiet">
                <strong>{told[when]}</strong>{' '}
                <Explained by="The bits that the recorded values give, divided by those that the shelf would give with every value recorded.">
                  answered
                </Explained>{' '}
                {when}
              </p>
            </div>
          ))}
        <p class="quiet">
          {counted(products.common, 'product')} in both exports; new values {trusted[source]}.
        </p>
      </div>
    </Card>
  );
}

function Claim({ claim, result }: { readonly claim: GradedClaim; readonly result: VerifyResult }) {
  const sentence = verdictSentence(claim, result);
  return (
    <Card
      title={<bdi>{claim.attribute}</bdi>}
      actions={
        <Explained by={MEANINGS[claim.verdict]}>
          <Badge kind={KINDS[claim.verdict]}>{claim.verdict.replace('_', ' ')}</Badge>
        </Explained>
      }
    >
      <div class="stack close">
        {sentence !== undefined && <p>{sentence}</p>}
        <p class="quiet">{[gainInWords(claim, result), ...claimFigures(claim)].join(', ')}</p>
        {claim.reasons.length > 0 && (
          <ul>
            {claim.reasons.map(({ message, details }) => (
              <li key={message}>
                {message}
                {details !== undefined && (
                  <details>
                    <summary>How this is known</summary>
                    <p class="quiet">{details}</p>
                  </details>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Moved({ result }: { readonly result: VerifyResult }) {
  const rows = result.attributes.filter(
    ({ status, cells }) => status !== 'unchanged' || cells.filled + cells.changed + cells.cleared > 0,
  );
  if (rows.length === 0) return <Notice>No cell differs between the two exports.</Notice>;
  return (
    <Card look="flush" title="What moved">
      <Table
        caption="What moved, attribute by attribute"
        rows={rows}
        rowKey={({ attribute }) => attribute}
        columns={[
          {
            name: 'attribute',
            head: 'Attribute',
            cell: ({ attribute }) => <bdi>{attribute}</bdi>,
            by: ({ attribute }) => attribute,
          },
          {
            name: 'bits',
            head: 'Bits',
            isNumber: true,
            cell: (each) => {
              const believed = believedBits(each);
              const [from, to] = beforeAndAfter(each.bits);
              return (
                <>
                  {from} → {to} ({moved(each.bits.moved)})
                  {believed !== undefined && <small class="quiet"> {believedInWords(believed, each)}</small>}
                </>
              );
            },
            by: ({ bits }) => bits.moved,
          },
          { name: 'cells', head: 'Cells', cell: (each) => cellFacts(each, result).join(', ') },
          {
            name: 'examples',
            head: 'Examples',
            cell: ({ examples = [] }) =>
              examples.length === 0 ? (
                ''
              ) : (
                <details>
                  <summary>{counted(examples.length, 'product')}</summary>
                  <ul>
                    {examples.map((example) => (
                      <li key={example.id}>
                        <bdi>{changedCell(example)}</bdi>
                      </li>
                    ))}
                  </ul>
                </details>
              ),
          },
        ]}
      />
    </Card>
  );
}
