import type { SessionId } from '../../storage/ports.ts';
import type { Visit } from '../visits.ts';

/** What is compared of visits: enough to decide which ones teach. */
export interface VisitFacts {
  readonly sessionId: SessionId;
  /** When the service saw it begin; ms since the epoch. */
  readonly begins: number;
  /** The distinct products, in the order of the first interaction. */
  readonly products: readonly string[];
  /** Address block, and key with origin; `undefined` where a release before wrote the log. */
  readonly block: string | undefined;
  readonly sender: string | undefined;
}

export function factsOf(sessionId: SessionId, { begins, source, interactions }: Visit): VisitFacts {
  const from = source?.isRobot === false ? source : undefined;
  const products = [...interactions.keys()];
  return { sessionId, begins, products, block: from?.block, sender: from?.sender };
}

/** Names a visit: no two of a session begin at once. */
export const visitId = ({ sessionId, begins }: Pick<VisitFacts, 'sessionId' | 'begins'>): string =>
  `${begins} ${sessionId}`;
