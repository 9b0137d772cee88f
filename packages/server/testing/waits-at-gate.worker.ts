import type { GradingAnswer } from '../workers/grading-messages.ts';

/** Grades nothing: answers a request that has a gate once that is not 0, and another one at once. */
export default function wait({ gate }: { readonly gate?: Int32Array<SharedArrayBuffer> }): GradingAnswer {
  if (gate !== undefined) Atomics.wait(gate, 0, 0);
  return { kind: 'graded', json: new Uint8Array(), steps: [], milliseconds: 0 };
}
