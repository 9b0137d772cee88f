import { type CatalogueIndex, PRICE_STEPS } from './catalogue-index.ts';
import type { Column } from './columns.ts';
import type { Model } from './model.ts';
import { countTransitions, type Transitions, UNKNOWN_TRANSITIONS } from './transitions.ts';

/** Of the prior, the share spread evenly: what has never been clicked must be possible. */
const UNIFORM_CLICKS = 0.5;

/**
 * A catalogue and a model put together: which product is which item, how popular each is here, and how shoppers
 * went from value to value of each column. Built once for a pair, and for each list that a caller sends.
 */
export interface Binding {
  readonly index: CatalogueIndex;
  readonly model: Model;
  readonly revision: number;
  /** Item of the model → product of the index, -1 where the index has none. */
  readonly productOf: Int32Array;
  /** Product → item, -1 where the model never saw it. */
  readonly itemOf: Int32Array;
  /** Clicks smoothed with a uniform share; adds up to 1. What every voice falls back to. */
  readonly prior: Float64Array;
  /** Decayed popularity, adding up to 1; all 0 without history. */
  readonly popularity: Float64Array;
  readonly popularityMass: number;
  /** Per column of the index, the prior mass of each value. */
  readonly valueMass: readonly Float64Array[];
  readonly priceMass: Float64Array;
  /** Per column of the index. */
  readonly transitions: readonly Transitions[];
  /** Per context, such as `device=mobile`, how often each value of the category column was gone to. */
  readonly contextCounts: ReadonlyMap<string, Float64Array>;
  /** Reusable working space for one ranking at a time. */
  readonly scratch: Scratch;
}

export interface Scratch {
  /** Product → slot of the evidence, -1 outside of a ranking. */
  readonly slotOf: Int32Array;
  readonly lift: Float64Array;
  readonly score: Float64Array;
}

const bindings = new WeakMap<CatalogueIndex, WeakMap<Model, Binding>>();

/** The binding of a catalogue and a model, made when first asked for and again after the model was updated. */
export function bind(index: CatalogueIndex, model: Model): Binding {
  let ofIndex = bindings.get(index);
  if (ofIndex === undefined) {
    ofIndex = new WeakMap();
    bindings.set(index, ofIndex);
  }
  let binding = ofIndex.get(model);
  if (binding === undefined || binding.revision !== model.revision) {
    binding = makeBinding(index, model);
    ofIndex.set(model, binding);
  }
  return binding;
}

/**
 * A binding that is not kept, for lists that a caller sends. What `base` knows of how shoppers move between the
 * values of its columns holds for the columns that the list has from it.
 */
export function makeBinding(index: CatalogueIndex, model: Model, base?: Binding): Binding {
  const { size } = index;
  const productOf = new Int32Array(model.vocabulary.length).fill(-1);
  const itemOf = new Int32Array(size).fill(-1);
  const prior = new Float64Array(size);
  const popularity = new Float64Array(size);
  let priorMass = 0;
  let popularityMass = 0;
  for (let i = 0; i < size; i++) {
    const item = model.numbers.get(index.ids[i]!);
    prior[i] = UNIFORM_CLICKS;
    if (item !== undefined && item < model.log.count.length) {
      itemOf[i] = item;
      productOf[item] = i;
      prior[i]! += model.log.count[item]!;
      popularity[i] = model.popularity[item]!;
    }
    priorMass += prior[i]!;
    popularityMass += popularity[i]!;
  }
  for (let i = 0; i < size; i++) {
    prior[i]! /= priorMass;
    if (popularityMass > 0) popularity[i]! /= popularityMass;
  }
  return {
    index,
    model,
    revision: model.revision,
    productOf,
    itemOf,
    prior,
    popularity,
    popularityMass,
    valueMass: index.columns.map((column) => massOf(column, prior)),
    priceMass: priceMass(index, prior),
    transitions: base === undefined ? countTransitions(index, model, productOf) : inherited(index, base),
    contextCounts: base?.contextCounts ?? contextCounts(index, model, productOf),
    scratch: {
      slotOf: new Int32Array(size).fill(-1),
      lift: new Float64Array(size),
      score: new Float64Array(size),
    },
  };
}

function inherited(index: CatalogueIndex, base: Binding): Transitions[] {
  return index.columns.map(({ name }) => {
    const number = base.index.columnNumbers.get(name);
    return number === undefined ? UNKNOWN_TRANSITIONS : base.transitions[number]!;
  });
}

function massOf(column: Column, prior: Float64Array): Float64Array {
  const mass = new Float64Array(column.labels.length);
  const { cell, cellStart, cellValues } = column;
  for (let i = 0; i < cell.length; i++) {
    const c = cell[i]!;
    if (c < 0) continue;
    for (let k = cellStart[c]!; k < cellStart[c + 1]!; k++) mass[cellValues[k]!]! += prior[i]!;
  }
  return mass;
}

function priceMass(index: CatalogueIndex, prior: Float64Array): Float64Array {
  const mass = new Float64Array(PRICE_STEPS);
  for (let i = 0; i < index.size; i++) {
    const step = index.priceStep[i]!;
    if (step >= 0) mass[step]! += prior[i]!;
  }
  return mass;
}

function contextCounts(
  index: CatalogueIndex,
  model: Model,
  productOf: Int32Array,
): ReadonlyMap<string, Float64Array> {
  const counts = new Map<string, Float64Array>();
  const { category } = index;
  if (category === undefined) return counts;
  for (const [key, clicks] of model.contextClicks) {
    const byValue = new Float64Array(category.labels.length);
    for (let item = 0; item < clicks.length; item++) {
      const cell = clicks[item]! === 0 || productOf[item]! < 0 ? -1 : category.cell[productOf[item]!]!;
      if (cell < 0) continue;
      const share = clicks[item]! / Math.max(1, category.cellStart[cell + 1]! - category.cellStart[cell]!);
      for (let k = category.cellStart[cell]!; k < category.cellStart[cell + 1]!; k++) {
        byValue[category.cellValues[k]!]! += share;
      }
    }
    counts.set(key, byValue);
  }
  return counts;
}
