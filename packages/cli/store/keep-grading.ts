import { type KeptGrading, type Storage, timeOrderedId } from '@decidable/server/storage';
import { type OrganizationFlag, withOrganization } from './open.ts';

/**
 * Keeps a grading in the history of an organization, as the service keeps those that name one. It is not counted for
 * the bill: nothing was served.
 *
 * @param answerWith makes the answer that is kept, given the id under which it is
 * @returns the answer
 */
export function keepGrading<Answer>(
  flags: OrganizationFlag,
  { kind, category }: Pick<KeptGrading, 'kind' | 'category'>,
  answerWith: (id: string) => Answer,
): Promise<Answer> {
  return withOrganization(flags, async (storage: Storage, organizationId) => {
    const at = Date.now();
    const id = timeOrderedId(at);
    const answer = answerWith(id);
    const grading: KeptGrading = {
      organizationId,
      id,
      kind,
      at,
      result: JSON.stringify(answer),
      ...(category === undefined ? {} : { category }),
    };
    await storage.commit({ organizationId, at, writes: [{ kind: 'grading', grading }] });
    return answer;
  });
}
