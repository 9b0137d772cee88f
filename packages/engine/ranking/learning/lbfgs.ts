/** Returns the value of a function at a point, and writes its gradient into the second argument. */
export type DifferentiableFunction = (at: Float64Array, gradient: Float64Array) => number;

/** Where the search ended. */
export interface Maximum {
  readonly at: Float64Array;
  /** The value at the start and after each step; it never falls. */
  readonly values: readonly number[];
}

/** Latest steps that the curvature is estimated from; Nocedal & Wright recommend 3 to 20. */
const MEMORY = 8;
/** Armijo condition: least share of the gain that the slope predicts (Nocedal & Wright 2006, section 3.1). */
const ARMIJO = 1e-4;
/** Halvings of one step, at most. Set by hand. */
const MAX_HALVINGS = 30;
/** Slopes and curvatures up to this count as 0. Set by hand. */
const MIN_SLOPE = 1e-12;
/** The search ends when a step gains less than this share of the value. Set by hand. */
const TOLERANCE = 1e-7;

/**
 * Maximises a smooth function by L-BFGS with backtracking (Nocedal & Wright 2006, algorithms 7.4 and 3.1). Every step
 * raises the value; the search ends when none does, or after `steps`.
 */
export function maximise(value: DifferentiableFunction, start: Float64Array, steps: number): Maximum {
  const n = start.length;
  let at = start.slice();
  let gradient = new Float64Array(n);
  let height = value(at, gradient);
  const values = [height];
  const corrections: { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[] = [];
  for (let step = 0; step < steps; step++) {
    const direction = searchDirection(gradient, corrections);
    let slope = dot(direction, gradient);
    if (!(slope > 0)) {
      direction.set(gradient);
      slope = dot(gradient, gradient);
      corrections.length = 0;
    }
    if (!(slope > MIN_SLOPE)) break;
    let length = corrections.length === 0 ? Math.min(1, 1 / Math.sqrt(slope)) : 1;
    let next = at;
    let nextHeight = height;
    const nextGradient = new Float64Array(n);
    let accepted = false;
    for (let halved = 0; halved < MAX_HALVINGS && !accepted; halved++, length /= 2) {
      next = at.map((x, k) => x + length * direction[k]);
      nextHeight = value(next, nextGradient);
      accepted = nextHeight >= height + ARMIJO * length * slope;
    }
    if (!accepted) break;
    const s = next.map((x, k) => x - at[k]);
    // The algorithm minimises, so the difference of gradients has the other sign.
    const y = nextGradient.map((g, k) => gradient[k] - g);
    const curvature = dot(s, y);
    if (curvature > MIN_SLOPE) {
      corrections.push({ s, y, rho: 1 / curvature });
      if (corrections.length > MEMORY) corrections.shift();
    }
    const gain = nextHeight - height;
    at = next;
    gradient = nextGradient;
    height = nextHeight;
    values.push(height);
    if (gain < TOLERANCE * Math.abs(height)) break;
  }
  return { at, values };
}

/** Two-loop recursion: the gradient times an estimate of the inverse Hessian. */
function searchDirection(
  gradient: Float64Array,
  corrections: readonly { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[],
): Float64Array<ArrayBuffer> {
  const direction = Float64Array.from(gradient);
  const shares = new Float64Array(corrections.length);
  for (let m = corrections.length - 1; m >= 0; m--) {
    const { s, y, rho } = corrections[m];
    shares[m] = rho * dot(s, direction);
    for (let k = 0; k < direction.length; k++) direction[k] = direction[k] - shares[m] * y[k];
  }
  const latest = corrections.at(-1);
  if (latest !== undefined) {
    const scale = 1 / (latest.rho * dot(latest.y, latest.y));
    for (let k = 0; k < direction.length; k++) direction[k] = direction[k] * scale;
  }
  for (let m = 0; m < corrections.length; m++) {
    const { s, y, rho } = corrections[m];
    const back = shares[m] - rho * dot(y, direction);
    for (let k = 0; k < direction.length; k++) direction[k] = direction[k] + back * s[k];
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
