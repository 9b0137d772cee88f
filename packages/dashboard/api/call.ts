import type { Answer, AnyContract, InputArguments, Operation, PlainInput } from './operation.ts';
import { send } from './request.ts';
import type { Result } from './result.ts';

/**
 * Calls an operation of the management interface.
 *
 * @example
 * const answer = await call(revokeKey, { params: { keyId } });
 * if (!answer.ok) return showProblem(answer.error);
 */
export async function call<Contract extends AnyContract>(
  operation: Operation<Contract>,
  ...[input]: InputArguments<Contract>
): Promise<Result<Answer<Contract>>> {
  const sent = await send(operation, input as PlainInput | undefined);
  if (!sent.ok) return sent;
  return { ok: true, data: (await sent.data.json()) as Answer<Contract> };
}
