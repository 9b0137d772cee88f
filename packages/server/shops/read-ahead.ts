import { type CatalogueIndex, readSearchesAhead } from '@decidable/engine/ranking';
import type { OrganizationId } from '../storage/ports.ts';
import { inTurns } from '../time-slices.ts';

/**
 * Reads searches by a catalogue, in turns with the long work of others, so that they are known when a session is read in one go.
 * Those that are known cost nothing.
 *
 * @param said signals or statements, oldest first
 */
export async function readAhead(
  said: Parameters<typeof readSearchesAhead>[0],
  index: CatalogueIndex,
  organizationId: OrganizationId,
): Promise<void> {
  const steps = readSearchesAhead(said, index);
  if (!steps.next().done) await inTurns(steps, organizationId);
}
