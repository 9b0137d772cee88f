import type { EndpointContract } from '@decidable/contract';
import type { ServedEndpoint } from '../http/endpoint.ts';
import { Refusal, unavailable } from '../http/errors/refusal.ts';
import { requireBytes } from '../request-body/json.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import {
  type GradingAnswer,
  GradingBusy,
  GradingExhausted,
  type GradingPool,
  type GradingRequest,
} from '../workers/index.ts';

export type Grader = Pick<GradingPool, 'grade'>;

/** @throws Refusal what the worker refused, 503 when the queue is full, 413 when one grading needs too much */
async function grade(
  grader: Grader,
  request: GradingRequest,
  shed: (reason: string) => void,
): Promise<Extract<GradingAnswer, { kind: 'graded' }>> {
  let answer: GradingAnswer;
  try {
    answer = await grader.grade(request);
  } catch (error) {
    if (error instanceof GradingBusy) {
      shed('queue');
      throw unavailable('All workers are busy grading. Try again shortly.', error.retryAfter);
    }
    if (error instanceof GradingExhausted && error.resource === 'time') {
      throw unavailable('The grading took too long. Try again when the service is less busy.', 30);
    }
    if (error instanceof GradingExhausted) {
      throw new Refusal(
        'PAYLOAD_TOO_LARGE',
        'The export needs more memory to grade than one request is given. Send the shelves one by one.',
      );
    }
    throw error;
  }
  if (answer.kind === 'refused') throw new Refusal(answer.code, answer.message, answer.headers);
  return answer;
}

/**
 * Serves a grading endpoint: the body goes to a worker as it came, and the bytes that come back are the answer.
 * A result that is to be kept is stored, and the request counted, before it is sent. Where nothing is kept, a store
 * that is down does not hold up the answer: its count is then owed.
 */
export function serveGrading(
  contract: EndpointContract & { readonly path: GradingRequest['endpoint'] },
  grader: Grader,
): ServedEndpoint {
  return {
    contract,
    open: ({ storage, owed, shed, gradingLimit }) => ({
      contract,
      admit: (exchange, key) => {
        exchange.place = gradingLimit.enter(key.id);
      },
      answer: async (exchange, { organizationId }, body) => {
        try {
          const at = Date.now();
          const gradingId = timeOrderedId(at);
          requireBytes(body);
          const asked = { endpoint: contract.path, body, organizationId, gradingId };
          const { json, keep } = await exchange.place!.during(() => grade(grader, asked, shed));
          const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
          const count = { organizationId, metered: contract.path, at };
          if (keep === undefined) {
            await owed.count({ ...count, requestId: gradingId, writes: [] });
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
