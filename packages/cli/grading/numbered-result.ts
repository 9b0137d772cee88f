import type { AuditResult } from '@decidable/engine/audit';

/**
 * A result as it goes from one thread to another: its lists of products are numbers. Of a million products hundreds of
 * thousands may lack one attribute, and a text that is copied between threads is a text of its own in each list.
 */
export interface NumberedResult {
  /** Without the lists. */
  readonly result: AuditResult;
  readonly ids: readonly string[];
  /** Per attribute the products of its list, as indices into `ids`. */
  readonly affected: readonly Uint32Array[];
}

export function numbered(result: AuditResult): NumberedResult {
  const numbers = new Map<string, number>();
  const affected = result.attributes.map(({ affectedProducts }) =>
    Uint32Array.from(affectedProducts, (id) => {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      return number;
    }),
  );
  const attributes = result.attributes.map((attribute) => ({ ...attribute, affectedProducts: [] }));
  return { result: { ...result, attributes }, ids: [...numbers.keys()], affected };
}

export function withIds({ result, ids, affected }: NumberedResult): AuditResult {
  const attributes = result.attributes.map((attribute, at) => {
    const numbers = affected[at];
    const affectedProducts = new Array<string>(numbers.length);
    for (let place = 0; place < numbers.length; place++) affectedProducts[place] = ids[numbers[place]];
    return { ...attribute, affectedProducts };
  });
  return { ...result, attributes };
}
