import { type FoldedProfile, replay } from '@decidable/engine/session';
import type { LoggedSignal, OrganizationId, SessionId, Storage } from '../storage/ports.ts';

/** A stored fact in the form of an answer: names in camel case, JSON as values. Times are ms since the epoch. */
export type ExportedFact = Readonly<Record<string, unknown>>;

/** Everything that is stored of a session. */
export interface ExportedSession {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  readonly signals: readonly LoggedSignal[];
  /** The profile: what follows from the signals. */
  readonly profile?: FoldedProfile;
  /** All other facts by their kind: `events`, `exposures`, `decisions` and so on. */
  readonly facts: Readonly<Record<string, readonly ExportedFact[]>>;
}

/**
 * Everything that is stored of a session, for the person whom it is about; `undefined` where nothing is.
 *
 * @throws StoreUnavailable
 */
export async function exportSession(
  { sessions, erasure }: Pick<Storage, 'sessions' | 'erasure'>,
  organizationId: OrganizationId,
  sessionId: SessionId,
): Promise<ExportedSession | undefined> {
  const stored = await sessions.load(organizationId, sessionId);
  const signals = await sessions.log(organizationId, sessionId);
  const facts: Record<string, ExportedFact[]> = {};
  for await (const { kind, fields } of erasure.facts(organizationId, sessionId)) {
    facts[kind] ??= [];
    facts[kind].push(factOf(fields));
  }
  if (stored === undefined && Object.keys(facts).length === 0) return undefined;
  const profile = replay(signals);
  return { organizationId, sessionId, signals, ...(profile !== undefined && { profile }), facts };
}

const factOf = (fields: Readonly<Record<string, string | number | null>>): ExportedFact =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null
        ? []
        : [[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), readValue(value)]],
    ),
  );

/** Free-form data, the inputs of a ranking and its list are stored as JSON. */
function readValue(value: string | number): unknown {
  if (typeof value === 'number' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // A text of the shopper's that only begins like JSON.
    return value;
  }
}
