import type { Database, Query } from '../cluster/connection/database.ts';
import { digestExpression, movedValue, rowDigest } from './row-digest.ts';
import type { SourceStore } from './source-store.ts';
import { describeTable } from './table-comparison.ts';

/** What became of the people of an embedded store. */
export interface MovedPeople {
  /** The id of each person in the cluster, by the id in the embedded store. */
  readonly idOf: ReadonlyMap<string, string>;
  readonly added: number;
  /** The addresses of those who had an account in the cluster: they keep it, with its password. */
  readonly known: readonly string[];
}

interface PersonRow {
  readonly person_id: string;
  readonly email: string;
}

const BY_PERSON = [
  'SELECT * FROM people ORDER BY person_id',
  'SELECT * FROM sign_ins ORDER BY sign_in_id',
  // Each node of a cluster offers a link for the first owner itself.
  `SELECT token_hash, purpose, person_id, expires_at, NULL AS node FROM one_time_links
   WHERE person_id IS NOT NULL ORDER BY token_hash`,
] as const;
const TABLES = ['people', 'sign_ins', 'one_time_links'] as const;

/**
 * Who has which id in the cluster: an address that has an account there is that person. Nothing is written.
 */
export async function identify(query: Query, source: SourceStore): Promise<MovedPeople> {
  const people = source.all<PersonRow>('SELECT person_id, email FROM people ORDER BY person_id');
  const there = await query<PersonRow>(
    'SELECT person_id, email FROM people WHERE person_id = ANY($1) OR email = ANY($2)',
    [people.map(({ person_id }) => person_id), people.map(({ email }) => email)],
  );
  const ids = new Set(there.map(({ person_id }) => person_id));
  const byEmail = new Map(there.map(({ email, person_id }) => [email, person_id]));
  const idOf = new Map<string, string>();
  const known: string[] = [];
  let added = 0;
  for (const { person_id, email } of people) {
    const other = ids.has(person_id) ? person_id : byEmail.get(email);
    idOf.set(person_id, other ?? person_id);
    if (other === undefined) added++;
    else if (other !== person_id) known.push(email);
  }
  return { idOf, added, known };
}

/**
 * Adds the people that the cluster does not have, with their sign-ins and links, all or nothing. People of an earlier,
 * unfinished move are left as they are: they may have changed since.
 */
export function movePeople(database: Database, source: SourceStore): Promise<MovedPeople> {
  return database.transaction(async (query) => {
    await query('LOCK TABLE people IN SHARE ROW EXCLUSIVE MODE');
    const moved = await identify(query, source);
    const there = await query<PersonRow>('SELECT person_id FROM people WHERE person_id = ANY($1)', [
      [...moved.idOf.values()],
    ]);
    const isThere = new Set(there.map(({ person_id }) => person_id));
    const isNew = (id: unknown): boolean =>
      typeof id === 'string' && moved.idOf.get(id) === id && !isThere.has(id);
    for (const [n, select] of BY_PERSON.entries()) await addRows(query, TABLES[n], source, select, isNew);
    return moved;
  });
}

async function addRows(
  query: Query,
  table: (typeof TABLES)[number],
  source: SourceStore,
  select: string,
  isNew: (personId: unknown) => boolean,
): Promise<void> {
  const { columns } = await describeTable(query, table);
  const names = columns.map(({ name }) => name);
  const rows = source
    .all<Readonly<Record<string, string | number | null>>>(select)
    .filter(({ person_id }) => isNew(person_id))
    .map((row) => columns.map((column) => movedValue(row[column.name], column)));
  const arrays = columns.map(({ type }, n) => `$${n + 1}::${type}[]`);
  const written = await query<{ digest: string }>(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})
     RETURNING ${digestExpression(columns)} AS digest`,
    columns.map((_, n) => rows.map((row) => row[n])),
  );
  const expected = new Set(rows.map(rowDigest));
  if (written.length !== rows.length || !written.every(({ digest }) => expected.has(digest)))
    throw new Error(`The rows of ${table} were not written as they are.`);
}
