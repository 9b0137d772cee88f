import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { AnswerTo } from '../../api/operation.ts';
import { compareAsSession } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { factorWords } from '../../parts/words/factors.ts';
import { percent } from '../../parts/words/figures.ts';
import { signalWords } from '../../parts/words/signals.ts';

/** Smaller contributions are shown as 0. */
const LEAST_SHOWN = 0.0005;

type Compared = AnswerTo<typeof compareAsSession>;

/** Why one product comes before another, and what would turn that round. */
export function Comparison({
  sessionId,
  products,
  query,
  onClose,
}: {
  readonly sessionId: string;
  readonly products: readonly [string, string];
  readonly query: string;
  readonly onClose: () => void;
}) {
  const [compared, setCompared] = useState<Compared>();
  const [error, setError] = useState<Failure>();
  useEffect(() => {
    let isLeft = false;
    setCompared(undefined);
    const body = { products: [...products], ...(query.trim() !== '' && { query }) };
    void call(compareAsSession, { params: { sessionId }, body }).then((answer) => {
      if (isLeft) return;
      if (answer.ok) setCompared(answer.data);
      else setError(answer.error);
    });
    return () => {
      isLeft = true;
    };
  }, [sessionId, products[0], products[1], query]);
  if (error !== undefined) return <Problem error={error} />;
  if (compared === undefined) return <Skeleton lines={4} />;
  const { above, below, factors, turns, tried } = compared;
  const [aboveName, belowName] = [above.title ?? above.id, below.title ?? below.id];
  return (
    <section class="comparison stack" aria-label="Comparison">
      <div class="row between">
        <h3>
          Why “{aboveName}” (place {above.rank}) comes before “{belowName}” (place {below.rank})
        </h3>
        <Button size="small" look="plain" icon="close" label="Close the comparison" onClick={onClose} />
      </div>
      <Table
        caption="The score of both products by factor"
        rows={factors.filter((each) => Math.max(each.above, each.below) >= LEAST_SHOWN)}
        rowKey={({ factor }) => factor}
        columns={[
          {
            name: 'factor',
            head: 'Factor',
            cell: ({ factor }) => <span title={factorWords(factor).about}>{factorWords(factor).name}</span>,
          },
          { name: 'above', head: aboveName, isNumber: true, cell: (row) => points(row.above) },
          { name: 'below', head: belowName, isNumber: true, cell: (row) => points(row.below) },
          { name: 'difference', head: 'Difference', isNumber: true, cell: (row) => signed(row.difference) },
        ]}
      />
      <div class="stack close">
        <h3>What would turn it round</h3>
        {turns.length === 0 ? (
          <p class="quiet">None of the {tried} signals that were tried would.</p>
        ) : (
          <ul class="turns">
            {turns.map(({ signal, aboveRank, belowRank }) => {
              const title = { [above.id]: aboveName, [below.id]: belowName }[signal.value];
              const { icon, did, about } = signalWords({ ...signal, ...(title !== undefined && { title }) });
              return (
                <li key={`${signal.type} ${signal.value}`}>
                  <Icon name={icon} small />
                  <span>
                    {did} <strong>{about}</strong>: “{belowName}” comes to place {place(belowRank)}, “
                    {aboveName}” to place {place(aboveRank)}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}

const place = (rank: number | undefined): string => (rank === undefined ? 'over 1,000' : String(rank));

/** A contribution in hundredths of a probability: the score of a list adds up to 100. */
const points = (contribution: number): string => percent(contribution, 1);
const signed = (difference: number): string =>
  `${difference < 0 ? '−' : '+'}${percent(Math.abs(difference), 1)}`;
