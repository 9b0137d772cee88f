/** Random numbers of the benchmark: mulberry32, seeded, apart from the engine's own. */
export type Chance = () => number;

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function below(bound: number, random: Chance): number {
  return Math.floor(random() * bound);
}

export function shuffled<T>(items: readonly T[], random: Chance): T[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index--) {
    const other = below(index + 1, random);
    [order[index], order[other]] = [order[other], order[index]];
  }
  return order;
}
