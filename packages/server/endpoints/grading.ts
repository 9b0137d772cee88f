import type { EndpointContract } from '@decidable/contract';
import { fromData, Overloaded, TooLarge } from '../errors.ts';
import { keepsResults } from '../http/auth/permitted-call.ts';
import type { ServedEndpoint, Surroundings } from '../http/endpoint.ts';
import { requireBytes } from '../request-body/json.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import { childOf } from '../tracing/tracer.ts';
import {
  type GradingAnswer,
  GradingBusy,
  GradingExhausted,
  type GradingPool,
  type GradingRequest,
} from '../workers/index.ts';

export type Grader = Pick<GradingPool, 'grade'>;

/** @throws DomainError that of the worker, Overloaded when its queue is full, TooLarge when memory runs out */
async function grade(
  grader: Grader,
  request: GradingRequest,
  ended: AbortSignal,
  { shed, tracer }: Pick<Surroundings, 'shed' | 'tracer'>,
): Promise<Extract<GradingAnswer, { kind: 'graded' }>> {
  let answer: GradingAnswer;
  try {
    answer = await childOf(tracer, 'engine grading', async () => {
      const graded = await grader.grade(request, ended);
      if (graded.kind === 'graded') for (const step of graded.steps) tracer?.recordEnded(step);
      return graded;
    });
  } catch (error) {
    if (error instanceof GradingBusy) {
      shed('queue');
      throw new Overloaded('All workers are busy grading. Try again shortly.', error.retryAfter);
    }
    if (error instanceof GradingExhausted && error.resource === 'time') {
      throw new Overloaded('The grading took too long. Try again when the service is less busy.', 30);
    }
    if (error instanceof GradingExhausted) {
      throw new TooLarge(
        'The export needs more memory to grade than one request is given. Send the shelves one by one.',
      );
    }
    throw error;
  }
  if (answer.kind === 'refused') throw fromData(answer.error);
  return answer;
}

/**
 * Serves a grading endpoint: the body goes to a worker as it came, and the bytes that come back are the answer.
 * A result that is to be kept is stored, and the request counted, before it is sent. Where nothing is kept, the answer
 * does not wait for a store that is down: the count of the request is pending then.
 */
export function serveGrading(
  contract: EndpointContract & { readonly path: GradingRequest['endpoint'] },
  grader: Grader,
): ServedEndpoint {
  return {
    contract,
    open: ({ storage, pendingUsage, shed, gradingLimit, tracer }) => ({
      contract,
      admit: ({ key }) => gradingLimit.admit(key!.id),
      limit: gradingLimit.stated,
      takesItsTime: true,
      answer: async (exchange, body) => {
        try {
          const { organizationId } = exchange.key!;
          const at = storage.now();
          const gradingId = timeOrderedId(at);
          requireBytes(body);
          exchange.hold(await gradingLimit.enter(exchange.key!.id));
          const mayKeep = keepsResults(exchange);
          const asked = { endpoint: contract.path, body, organizationId, mayKeep, gradingId };
          const { json, keep } = await exchange.place!.during(() =>
            grade(grader, asked, exchange.ended, { shed, tracer }),
          );
          const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
          const count = { organizationId, metered: contract.path, at };
          if (keep === undefined) {
            await pendingUsage.count({ ...count, requestId: gradingId, writes: [] });
          } else {
            const grading = { organizationId, id: gradingId, ...keep, at, result: bytes.toString() };
            await storage.commit({ ...count, writes: [{ kind: 'grading', grading }] });
          }
          exchange.send(200, bytes);
        } catch (error) {
          exchange.refuse(error);
        }
      },
    }),
  };
}
