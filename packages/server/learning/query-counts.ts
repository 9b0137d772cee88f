import { LEAST_SESSIONS, type SentQuery } from '@decidable/engine/ranking';
import { foldText, interestName } from '@decidable/engine/session';

/** Queries that are kept, the most frequent. Set by hand. */
const MOST_QUERIES = 2_000;

/** A query of more characters is personal wording, not a suggestion for others. Set by hand. */
const LONGEST_QUERY = 60;

/**
 * The distinct queries among the searches of a session: the last spelling by folded text, so that spellings of one query
 * are counted together.
 */
function queriesOf(searches: readonly string[]): ReadonlyMap<string, string> {
  const queries = new Map<string, string>();
  for (const search of searches) {
    const spelled = interestName(search);
    const query = interestName(foldText(spelled));
    if (query !== '' && query.length <= LONGEST_QUERY) queries.set(query, spelled);
  }
  return queries;
}

/** Counts queries by the number of sessions that sent them. */
export class QueryCounts {
  /** By folded query: the number of its sessions, and of those with another spelling, by spelling. */
  readonly #counts = new Map<string, { sessions: number; spelled: Map<string, number> | undefined }>();

  /** @param searches of one session, as they were typed, oldest first */
  add(searches: readonly string[]): void {
    for (const [query, spelling] of queriesOf(searches)) {
      let counted = this.#counts.get(query);
      if (counted === undefined) {
        counted = { sessions: 0, spelled: undefined };
        this.#counts.set(query, counted);
      }
      counted.sessions++;
      if (spelling === query) continue;
      counted.spelled ??= new Map();
      counted.spelled.set(spelling, (counted.spelled.get(spelling) ?? 0) + 1);
    }
  }

  /**
   * The queries of at least `LEAST_SESSIONS` sessions, so that none reveals the wording of one visitor; the most frequent
   * first. Each has its most frequent spelling if that has as many sessions; otherwise it is folded.
   */
  frequent(): SentQuery[] {
    return [...this.#counts]
      .filter(([, { sessions }]) => sessions >= LEAST_SESSIONS)
      .sort(([a, { sessions: ofA }], [b, { sessions: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
      .slice(0, MOST_QUERIES)
      .map(([query, { sessions, spelled }]) => ({ query: spellingOf(query, sessions, spelled), sessions }));
  }
}

/** The most frequent spelling. If two are as frequent, the one with accents wins, which are seldom typed by mistake. */
function spellingOf(
  query: string,
  sessions: number,
  spelled: ReadonlyMap<string, number> = new Map(),
): string {
  let best = query;
  let most = sessions;
  for (const count of spelled.values()) most -= count;
  for (const [spelling, count] of spelled) {
    if (count < LEAST_SESSIONS || count < most || (count === most && best !== query && best < spelling))
      continue;
    best = spelling;
    most = count;
  }
  return best;
}
