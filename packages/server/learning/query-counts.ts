import { LEAST_SESSIONS, type SentQuery } from '@decidable/engine/ranking';
import { foldText, interestName } from '@decidable/engine/session';

/** Queries that are kept, the most frequent. Set by hand. */
const MOST_QUERIES = 2_000;

/** A query of more characters is personal wording, not a suggestion for others. Set by hand. */
export const LONGEST_QUERY = 60;

/**
 * Visitors that must have sent a query: as many as sessions, so that five sessions of one visitor are one. Visitors are
 * told apart by address block and day, see `visit-source.ts`. Set by hand.
 */
const LEAST_VISITORS = LEAST_SESSIONS;
/** Visitors on the same day, of whom the log tells that they are not one. Set by hand, low enough for a small shop. */
const LEAST_AT_ONCE = 2;
/** Days on which they came, so that no single burst decides. Set by hand. */
const LEAST_DAYS = 2;

const DAY = 86_400_000;

/** What was searched for in one visit. */
export interface AskedVisit {
  /** As they were typed, oldest first. */
  readonly searches: readonly string[];
  /** Per search the products that were chosen after it; absent where nothing is learned of them. */
  readonly chosen?: readonly (readonly string[])[];
  /** ms since the epoch */
  readonly begins: number;
  /** Address block, as its day names it; absent where the log does not tell. */
  readonly block?: string | undefined;
}

/** The visits of one session. */
export type AskedSession = readonly AskedVisit[];

/** A query of a session. */
interface Asked {
  /** As it was typed last. */
  spelled: string;
  readonly visits: Set<AskedVisit>;
}

/** The distinct queries of a session by folded text, so that spellings of one query are counted together. */
function queriesOf(session: AskedSession): ReadonlyMap<string, Asked> {
  const queries = new Map<string, Asked>();
  for (const visit of session) {
    for (const search of visit.searches) {
      const spelled = interestName(search);
      const query = interestName(foldText(spelled));
      if (query === '' || query.length > LONGEST_QUERY) continue;
      const asked = queries.get(query) ?? { spelled, visits: new Set() };
      asked.spelled = spelled;
      asked.visits.add(visit);
      queries.set(query, asked);
    }
  }
  return queries;
}

/** Who sent a query. */
export class Senders {
  sessions = 0;
  /** Sessions with another spelling than the folded one, by spelling. */
  readonly spelled = new Map<string, number>();
  /** By day the blocks. All visits of a day whose block is unknown count as of one. */
  readonly #blocks = new Map<number, Set<string | undefined>>();

  came({ begins, block }: AskedVisit): void {
    const day = Math.floor(begins / DAY);
    let blocks = this.#blocks.get(day);
    if (blocks === undefined) {
      blocks = new Set();
      this.#blocks.set(day, blocks);
    }
    blocks.add(block);
  }

  /** How many visitors the log can tell apart; a block counts once a day, however many sessions it sends. */
  get visitors(): number {
    let visitors = 0;
    for (const { size } of this.#blocks.values()) visitors += size;
    return Math.min(visitors, this.sessions);
  }

  get areMany(): boolean {
    return (
      this.visitors >= LEAST_VISITORS &&
      this.#blocks.size >= LEAST_DAYS &&
      this.#blocks.values().some(({ size }) => size >= LEAST_AT_ONCE)
    );
  }
}

/**
 * The queries that many independent visitors sent and that find products, the most frequent first: none reveals the
 * wording of one visitor, and none is a text that a stranger wants others to read. Each has its most frequent spelling if
 * at least `LEAST_SESSIONS` sessions have it; otherwise it is folded.
 *
 * @param findsProducts whether the catalogue has products for a query
 */
export function frequentQueries(
  sessions: readonly AskedSession[],
  findsProducts: (query: string) => boolean,
): SentQuery[] {
  // Most queries are those of one session: their senders are not kept.
  const times = new Map<string, number>();
  for (const session of sessions) {
    for (const query of queriesOf(session).keys()) times.set(query, (times.get(query) ?? 0) + 1);
  }
  const senders = new Map<string, Senders>();
  for (const [query, count] of times) {
    if (count >= LEAST_SESSIONS && findsProducts(query)) senders.set(query, new Senders());
  }
  for (const session of sessions) {
    for (const [query, { spelled, visits }] of queriesOf(session)) {
      const sent = senders.get(query);
      if (sent === undefined) continue;
      sent.sessions++;
      if (spelled !== query) sent.spelled.set(spelled, (sent.spelled.get(spelled) ?? 0) + 1);
      for (const visit of visits) sent.came(visit);
    }
  }
  return [...senders]
    .filter(([, sent]) => sent.areMany)
    .map(([query, sent]) => ({ query, sent, sessions: sent.visitors }))
    .sort((a, b) => b.sessions - a.sessions || (a.query < b.query ? -1 : 1))
    .slice(0, MOST_QUERIES)
    .map(({ query, sent, sessions }) => ({ query: spellingOf(query, sent, findsProducts), sessions }));
}

/** The most frequent spelling. If two are as frequent, the one with accents wins, which are seldom typed by mistake. */
function spellingOf(
  query: string,
  { sessions, spelled }: Senders,
  findsProducts: (query: string) => boolean,
): string {
  let best = query;
  let most = sessions;
  for (const count of spelled.values()) most -= count;
  for (const [spelling, count] of spelled) {
    if (count < LEAST_SESSIONS || count < most || (count === most && best !== query && best < spelling))
      continue;
    if (!findsProducts(spelling)) continue;
    best = spelling;
    most = count;
  }
  return best;
}
