import { LEAST_SESSIONS, type SentQuery } from '@decidable/engine/ranking';
import { foldText, interestName } from '@decidable/engine/session';

/** Suggestions are drawn from this many queries at most, the most frequent. */
const MOST_QUERIES = 2_000;

/** Queries longer than this are somebody's own words. */
const LONGEST_QUERY = 60;

/**
 * The distinct queries among searches, by what they are folded to, so that spellings of one count together: its last
 * spelling.
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

/** What sessions searched for, counted by session. */
export class QueryCounts {
  /** By folded query the number of its sessions, and of those that spelled it otherwise, by spelling. */
  readonly #asked = new Map<string, { sessions: number; spelled: Map<string, number> | undefined }>();

  /** @param searches of one session, as they were typed, oldest first */
  add(searches: readonly string[]): void {
    for (const [query, spelling] of queriesOf(searches)) {
      let asked = this.#asked.get(query);
      if (asked === undefined) {
        asked = { sessions: 0, spelled: undefined };
        this.#asked.set(query, asked);
      }
      asked.sessions++;
      if (spelling === query) continue;
      asked.spelled ??= new Map();
      asked.spelled.set(spelling, (asked.spelled.get(spelling) ?? 0) + 1);
    }
  }

  /**
   * Queries of enough sessions that none of them shows one visitor's own words, the most frequent first. Each as most
   * sessions spelled it, where these are enough as well; else folded.
   */
  frequent(): SentQuery[] {
    return [...this.#asked]
      .filter(([, { sessions }]) => sessions >= LEAST_SESSIONS)
      .sort(([a, { sessions: ofA }], [b, { sessions: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
      .slice(0, MOST_QUERIES)
      .map(([query, { sessions, spelled }]) => ({ query: spellingOf(query, sessions, spelled), sessions }));
  }
}

/** The spelling of most sessions; of as many the one with accents, which is seldom typed by mistake. */
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
