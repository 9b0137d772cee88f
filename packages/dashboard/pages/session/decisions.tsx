import { useState } from 'preact/hooks';
import type { AnswerTo } from '../../api/operation.ts';
import { readDecision, type readSession } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { Bar } from '../../parts/charts/bar.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { factorWords } from '../../parts/words/factors.ts';
import { ago, dayAndTime } from '../../parts/words/times.ts';

type Decisions = AnswerTo<typeof readSession>['decisions'];

const NAMES: Readonly<Record<string, string>> = {
  '/catalog/ranked': 'The catalogue',
  '/search': 'Products that the shop sent',
  '/rerank': 'Results of the shop’s search',
};

/** The rankings that were sent, each to be opened. */
export function Decisions({
  sessionId,
  decisions,
}: {
  readonly sessionId: string;
  readonly decisions: Decisions;
}) {
  const [opened, open] = useState<string>();
  if (decisions.length === 0)
    return <p class="quiet">No list was asked for yet, or none is kept any longer.</p>;
  return (
    <>
      <Table
        caption="Rankings that were sent, the latest first"
        rows={decisions}
        rowKey={({ decisionId }) => decisionId}
        columns={[
          { name: 'what', head: 'What was ranked', cell: ({ endpoint }) => NAMES[endpoint] ?? endpoint },
          {
            name: 'when',
            head: 'When',
            cell: ({ at }) => (
              <time dateTime={at} title={dayAndTime(at)}>
                {ago(at)}
              </time>
            ),
          },
          { name: 'products', head: 'Products', isNumber: true, cell: ({ products }) => products },
        ]}
        actions={({ decisionId }) => (
          <Button size="small" look="plain" onClick={() => open(decisionId)}>
            Open
          </Button>
        )}
      />
      {opened !== undefined && (
        <Dialog title="A ranking as it was sent" onClose={() => open(undefined)}>
          <Decision sessionId={sessionId} decisionId={opened} />
        </Dialog>
      )}
    </>
  );
}

function Decision({ sessionId, decisionId }: { readonly sessionId: string; readonly decisionId: string }) {
  const { data, error } = useCall(readDecision, { params: { sessionId, decisionId } });
  if (error !== undefined) return <Problem error={error} />;
  if (data === undefined) return <Skeleton />;
  const full = Math.max(...data.items.map(({ score }) => score));
  return (
    <div class="stack">
      <dl class="facts">
        <dt>When</dt>
        <dd>{dayAndTime(data.at)}</dd>
        <dt>Decision</dt>
        <dd class="mono">{data.decisionId}</dd>
        <dt>Catalogue, model</dt>
        <dd class="mono">
          {data.catalogueVersion ?? 'none'}, {data.modelVersion}
        </dd>
      </dl>
      <ol class="ranked">
        {data.items.map(({ id, rank, title, score, factors }) => {
          const parts = Object.entries(factors).sort(([, a], [, b]) => b - a);
          return (
            <li key={id}>
              <span class="rank">{rank}</span>
              <div class="stack close">
                <strong>{title ?? id}</strong>
                <Bar
                  label={`${title ?? id}: ${parts.map(([factor]) => factorWords(factor).name).join(', ')}`}
                  full={full}
                  parts={parts.map(([factor, value]) => ({ value, fill: factorWords(factor).fill }))}
                />
                <span class="quiet">
                  {parts
                    .slice(0, 3)
                    .map(
                      ([factor, value]) =>
                        `${factorWords(factor).name} ${Math.round((100 * value) / score)} %`,
                    )
                    .join(', ')}
                </span>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
