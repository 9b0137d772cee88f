import { voice } from '../experts/registry.ts';
import { habitsOf } from '../intent/session-habits.ts';
import type { Scene } from '../intent/session-state.ts';

const EARLIER = voice('revisit-earlier');
const ANY = voice('revisit-any');
const NEXT = voice('sequence-next');
const PAIR = voice('sequence-pair');
const TRIPLE = voice('sequence-triple');
const SESSIONS = voice('covisited-sessions');
const WIDE = voice('covisited-wide');
const WALK = voice('covisited-walk');
const NEAR = voice('catalogue-near');

/** Reads the circumstances; `sums` and `peaks` are those of the voices' raw values. */
export function readCircumstances(
  scene: Scene,
  sums: Float64Array,
  peaks: Float64Array,
  into: Float64Array,
): void {
  const { length, repeat, support } = scene;
  const surest = (k: number): number => (sums[k] > 0 ? peaks[k] / sums[k] : 0);
  into[0] = 1;
  into[1] = length === 1 ? 1 : 0;
  into[2] = Math.log(Math.max(1, length)) / 2;
  into[3] = repeat === 'again' ? 1 : 0;
  into[4] = repeat === 'earlier' ? 1 : 0;
  into[5] = repeat === 'some' ? 1 : 0;
  into[6] = Math.min(1, sums[EARLIER]);
  into[7] = Math.log1p(support) / 4;
  into[8] = support < 5 ? 1 : 0;
  into[9] = Math.log1p(sums[NEXT]) / 4;
  into[10] = Math.log1p(sums[PAIR]) / 3;
  into[11] = Math.log1p(sums[TRIPLE]) / 2;
  into[12] = length > 1 && sums[PAIR] === 0 ? 1 : 0;
  into[13] = Math.log1p(scene.neighbours) / 5;
  into[14] = Math.min(1, sums[NEAR]);
  into[15] = Math.log1p(sums[ANY]) / 2;
  into[16] = surest(NEXT);
  into[17] = surest(PAIR);
  into[18] = surest(SESSIONS);
  into[19] = surest(WIDE);
  into[20] = surest(WALK);
  into[21] = surest(EARLIER);
  // What n of n + m tries speak for has the odds n : m, about; the gate is linear in their logarithms.
  const { stayed, left, back } = habitsOf(scene);
  into[22] = Math.log1p(stayed) / 2;
  into[23] = Math.log1p(left) / 2;
  into[24] = Math.log1p(back) / 2;
}
