import type { ShownItem } from '@decidable/contract/management';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { AnswerTo } from '../../api/operation.ts';
import { rankAsSession } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Bar } from '../../parts/charts/bar.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { SearchField } from '../../parts/forms/search-field.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Notice, Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { factorWords } from '../../parts/words/factors.ts';
import { counted, percent } from '../../parts/words/figures.ts';
import { Comparison } from './comparison.tsx';

/** The list waits so long for another signal before it is made again, in ms. */
const SETTLES = 400;

const REASONS: Readonly<Record<string, string>> = {
  session_not_found: 'There is no such session yet: this is the list of a new visitor.',
  no_signals: 'The shopper has shown nothing yet: this is the list of a new visitor.',
  no_matching_attributes:
    'Nothing in the catalogue matches what the shopper showed: this is the list of a new visitor.',
  all_tied: 'Nothing tells the products apart yet.',
  opening: 'The catalogue is still being opened.',
  catalogue_empty: 'There is no catalogue yet.',
};

/** The list as this shopper gets it now, with the share of each factor; two of its products can be compared. */
export function RankingNow({
  sessionId,
  arrivals,
}: {
  readonly sessionId: string;
  /** Changes with each signal: the list is made again. */
  readonly arrivals: number;
}) {
  const [query, setQuery] = useState('');
  const [ranking, setRanking] = useState<AnswerTo<typeof rankAsSession>>();
  const [error, setError] = useState<Failure>();
  const [chosen, choose] = useState<readonly string[]>([]);
  useEffect(() => {
    let isLeft = false;
    const timer = setTimeout(async () => {
      const body = query.trim() === '' ? {} : { query };
      const answer = await call(rankAsSession, { params: { sessionId }, body });
      if (isLeft) return;
      if (answer.ok) {
        setRanking(answer.data);
        setError(undefined);
      } else setError(answer.error);
    }, SETTLES);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [sessionId, query, arrivals]);
  const toggle = (id: string) =>
    choose((before) =>
      before.includes(id) ? before.filter((other) => other !== id) : [...before, id].slice(-2),
    );
  const reason = ranking?.explanation.reason;
  return (
    <Card
      title="The list that this shopper gets now"
      about="It changes as signals arrive. Try a search as this shopper, or choose two products to see why one comes before the other. Nothing of it is stored or learned."
    >
      <div class="stack">
        <SearchField
          label="Try a search as this shopper"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {error !== undefined && <Problem error={error} />}
        {reason !== undefined && <Notice>{REASONS[reason] ?? reason}</Notice>}
        {ranking === undefined ? (
          error === undefined && <Skeleton lines={6} />
        ) : (
          <>
            {chosen.length === 2 ? (
              <Comparison
                sessionId={sessionId}
                products={[chosen[0], chosen[1]]}
                query={query}
                onClose={() => choose([])}
              />
            ) : (
              chosen.length === 1 && <Notice>Choose a second product to compare it with.</Notice>
            )}
            <ol class="ranked" aria-label="Ranked products">
              {ranking.items.map((item) => (
                <Item
                  key={item.id}
                  item={item}
                  full={ranking.items[0].score}
                  isChosen={chosen.includes(item.id)}
                  onToggle={() => toggle(item.id)}
                />
              ))}
            </ol>
            <p class="quiet">
              The first {ranking.items.length} of {counted(ranking.total, 'product')}.
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

function Item({
  item,
  full,
  isChosen,
  onToggle,
}: {
  readonly item: ShownItem;
  readonly full: number;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}) {
  const { id, rank, title, price, score, why, scoreBreakdown, available } = item;
  const shares = sharesOf(scoreBreakdown);
  return (
    <li class={isChosen ? 'chosen' : undefined}>
      <span class="rank">{rank}</span>
      <div class="stack close">
        <div class="row between">
          <strong>{title ?? id}</strong>
          <span class="row quiet">
            {price !== undefined && <span class="number">{price}</span>}
            {available === false && <span>sold out</span>}
          </span>
        </div>
        <Bar
          label={`Score of ${title ?? id}: ${shares.map(({ factor, share }) => `${factorWords(factor).name} ${percent(share, 1)}`).join(', ')}`}
          full={full}
          parts={shares.map(({ factor, contribution }) => ({
            value: contribution,
            fill: factorWords(factor).fill,
          }))}
        />
        <div class="row between">
          <span class="quiet why">{why}</span>
          <span class="row">
            <Explained
              by={
                <ul class="plain">
                  {shares.map(({ factor, share }) => (
                    <li key={factor}>
                      {factorWords(factor).name}: {percent(share, 1)}
                    </li>
                  ))}
                </ul>
              }
            >
              {percent(score, 1)}
            </Explained>
            <Button size="small" look="plain" icon="compare" aria-pressed={isChosen} onClick={onToggle}>
              {isChosen ? 'Chosen' : 'Compare'}
            </Button>
          </span>
        </div>
      </div>
    </li>
  );
}

/** The contribution and the share of each factor, the largest first. */
function sharesOf(
  breakdown: ShownItem['scoreBreakdown'],
): { readonly factor: string; readonly contribution: number; readonly share: number }[] {
  const sums = new Map<string, number>();
  for (const { factor, contribution } of breakdown) sums.set(factor, (sums.get(factor) ?? 0) + contribution);
  const total = [...sums.values()].reduce((sum, part) => sum + part, 0) || 1;
  return [...sums]
    .map(([factor, contribution]) => ({ factor, contribution, share: contribution / total }))
    .filter(({ contribution }) => contribution > 0)
    .sort((a, b) => b.contribution - a.contribution);
}
