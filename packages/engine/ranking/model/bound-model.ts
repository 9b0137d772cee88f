import { runToEnd } from '../../primitives/run-to-end.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { type ColumnGroups, columnGroupsOf } from '../indexing/column-groups.ts';
import { PRICE_RANKS, PRICE_STEPS } from '../indexing/price-scale.ts';
import type { InteractingColumns, Model } from './model.ts';
import {
  type ColumnInteraction,
  columnInteractionOf,
  combinationsOf,
  interactionLifts,
} from './transitions/column-interaction.ts';
import {
  type ColumnTransitions,
  countTransitions,
  UNKNOWN_TRANSITIONS,
} from './transitions/column-transitions.ts';
import { itemTransitionsIn } from './transitions/item-transitions.ts';
import { countRowOffsets } from './transitions/row-offsets.ts';

/** Pseudo-clicks of every product in the prior, so that a product without clicks has a probability. Set by hand. */
const UNIFORM_CLICKS = 0.5;

/** Items that are matched per step of the generator, so that a step takes milliseconds. Set by hand. */
const ITEMS_PER_STEP = 10_000;

/**
 * A model bound to a catalogue: which product is which item, the prior and popularity of each product, and the
 * measured transitions. Computed once per pair, and for each candidate set.
 */
export interface BoundModel {
  /** The candidates. */
  readonly index: CatalogueIndex;
  /** The whole catalogue. The first columns of a candidate set are those of the catalogue. */
  readonly catalogue: CatalogueIndex;
  readonly model: Model;
  /** Revision of the model when it was bound. */
  readonly revision: number;
  /** `measured` of the model when the transitions were counted. */
  readonly measured: number;
  /** `[item]`: row of the index, -1 without one. */
  readonly productOf: Int32Array;
  /** `[product]`: item, -1 if the model does not know the product. */
  readonly itemOf: Int32Array;
  /** `[product]`: smoothed clicks, adding up to 1. Every expert falls back to it. */
  readonly prior: Float64Array;
  /** `[product]`: decayed popularity, adding up to 1; all 0 without history. */
  readonly popularity: Float64Array;
  /** Sum of the popularity before normalisation; 0 without history. */
  readonly popularityMass: number;
  /** `[column][value]`: prior mass. */
  readonly valueMass: readonly Float64Array[];
  /** `[column][1 + cell]`: prior mass; entry 0 is of products without a cell. The same by price step and price rank. */
  readonly cellMass: readonly Float64Array[];
  readonly priceStepMass: Float64Array;
  readonly priceRankMass: Float64Array;
  /** See `row-offsets.ts`. */
  readonly rowOffsets: Float64Array;
  /** `[price step]`: prior mass, without the products that have no price. */
  readonly priceMass: Float64Array;
  /** `[column]`. */
  readonly transitions: readonly ColumnTransitions[];
  /** The column interaction of the model, if the index has both columns. */
  readonly interaction: BoundInteraction | undefined;
  /** Moves to each value of the category column, by context, such as `device=mobile`. */
  readonly contextCounts: ReadonlyMap<string, Float64Array>;
  /** Groups of columns that are read together, see `column-groups.ts`. */
  readonly columnGroups: ColumnGroups;
  /** Working memory for rankings of this index that is not in use, see {@link takeScratch}. */
  readonly idle: Scratch[];
}

/** The column interaction of a model in one index. */
export interface BoundInteraction extends InteractingColumns, ColumnInteraction {
  /** `[product]` of the index and `[row]` of the whole catalogue: its combination, -1 without one. */
  readonly code: Int32Array;
  readonly places: Int32Array;
  /** See {@link interactionLifts}. */
  readonly lifts: Float64Array;
  /** `[1 + combination]`: prior mass; entry 0 is of products without a combination. */
  readonly mass: Float64Array;
}

/** Working memory of one ranking, sized for the index. */
export interface Scratch {
  /** `[product]`: slot of the sparse scores, -1 outside of a ranking. */
  readonly slotOf: Int32Array;
  /** Prior times lifts `[product]`, one array for each dense expert with several lifts. */
  readonly masses: readonly Float64Array[];
  /** `[product]` */
  readonly score: Float64Array;
  /** Tables over the entries of the column groups. */
  readonly tables: Float64Array;
}

/** Cached bound models; the entries live as long as their catalogue and model. */
const boundModels = new WeakMap<CatalogueIndex, WeakMap<Model, BoundModel>>();

/** Binds a model to a catalogue. The result is cached until the model is updated. */
export function bind(index: CatalogueIndex, model: Model): BoundModel {
  const known = boundModels.get(index)?.get(model);
  if (known !== undefined && known.revision === model.revision) return known;
  return runToEnd(bindStepwise(index, model));
}

/**
 * The same in steps of a few milliseconds, so that a server can handle other requests in between. If the model is
 * updated between two steps, binding starts again.
 */
export function* bindStepwise(index: CatalogueIndex, model: Model): Generator<void, BoundModel> {
  let ofIndex = boundModels.get(index);
  if (ofIndex === undefined) {
    ofIndex = new WeakMap();
    boundModels.set(index, ofIndex);
  }
  for (;;) {
    const known = ofIndex.get(model);
    const { revision } = model;
    if (known !== undefined && known.revision === revision) return known;
    const matching = yield* matchItems(index, model, known);
    yield;
    columnGroupsOf(index);
    yield;
    const transitions =
      known !== undefined && known.measured === model.measured
        ? measuredTransitions(known)
        : yield* measureTransitions(index, model, matching.productOf);
    if (model.revision !== revision) continue;
    const idle = known?.idle ?? [newScratch(index)];
    yield;
    const bound = yield* assemble(index, model, index, matching, { ...transitions, idle });
    if (model.revision !== revision) continue;
    ofIndex.set(model, bound);
    return bound;
  }
}

/**
 * Binds a candidate set of `base.catalogue`; not cached. Columns that the set shares with the catalogue keep the
 * measured transitions of `base`.
 */
export function bindCandidates(index: CatalogueIndex, base: BoundModel): BoundModel {
  const measured = {
    ...measuredTransitions(base),
    transitions: index.columns.map(({ name }) => {
      const number = base.index.columnNumbers.get(name);
      return number === undefined ? UNKNOWN_TRANSITIONS : base.transitions[number];
    }),
    interaction: interactionOfCandidates(index, base.interaction),
    idle: [],
  };
  return runToEnd(assemble(index, base.model, base.index, matchCandidates(index, base), measured));
}

/** The interaction for a candidate set. Products with a combination that the catalogue lacks get none. */
function interactionOfCandidates(
  index: CatalogueIndex,
  whole: BoundModel['interaction'],
): MeasuredTransitions['interaction'] {
  if (whole === undefined) return undefined;
  const [a, b] = columnsOf(index, whole);
  return { ...whole, code: combinationsOf(whole, a!, b!) };
}

/** Whether all candidates have the only value of column `number`, which then cannot distinguish them. */
export const isShared = ({ index, cellMass }: BoundModel, number: number): boolean =>
  index.columns[number].labels.length === 1 && cellMass[number][0] === 0;

interface Matching {
  readonly productOf: Int32Array;
  readonly itemOf: Int32Array;
}

/** Matches items with products. After an update only new items are looked up. */
function* matchItems(index: CatalogueIndex, model: Model, known?: BoundModel): Generator<void, Matching> {
  // Items that are added between two steps are matched when the model is bound again.
  const productOf = new Int32Array(model.vocabulary.length).fill(-1);
  const itemOf = known?.itemOf.slice() ?? new Int32Array(index.size).fill(-1);
  if (known !== undefined) productOf.set(known.productOf);
  for (let item = known?.productOf.length ?? 0; item < productOf.length; item++) {
    if (item % ITEMS_PER_STEP === ITEMS_PER_STEP - 1) yield;
    const product = index.ids.find(model.vocabulary[item]);
    if (product === undefined) continue;
    productOf[item] = product;
    itemOf[product] = item;
  }
  return { productOf, itemOf };
}

/** Matches the products of a candidate set. Only products that the catalogue lacks are looked up. */
function matchCandidates(index: CatalogueIndex, base: BoundModel): Matching {
  const { model } = base;
  const productOf = new Int32Array(model.vocabulary.length).fill(-1);
  const itemOf = new Int32Array(index.size);
  for (let product = 0; product < index.size; product++) {
    const place = index.catalogueRow?.[product] ?? -1;
    const item = place >= 0 ? base.itemOf[place] : (model.numbers.get(index.ids.at(product)) ?? -1);
    itemOf[product] = item;
    if (item >= 0) productOf[item] = product;
  }
  return { productOf, itemOf };
}

/** What binding counts in the history. */
interface MeasuredTransitions
  extends Pick<BoundModel, 'rowOffsets' | 'transitions' | 'contextCounts' | 'measured'> {
  readonly interaction: Omit<BoundInteraction, 'mass'> | undefined;
}

/** Counts the transitions of the history: most of the work where the history is long. */
function* measureTransitions(
  index: CatalogueIndex,
  model: Model,
  productOf: Int32Array,
): Generator<void, MeasuredTransitions> {
  const moves = yield* itemTransitionsIn(model, productOf);
  const rowOffsets = countRowOffsets(moves);
  const transitions: ColumnTransitions[] = [];
  for (const column of index.columns) {
    yield;
    transitions.push(yield* countTransitions(index, column, moves));
  }
  yield;
  const interaction = yield* bindInteraction(index, model, moves);
  yield;
  return {
    rowOffsets,
    transitions,
    interaction,
    contextCounts: contextCounts(index, model, productOf),
    measured: model.measured,
  };
}

/** Counts the transitions of the column interaction; `undefined` if the catalogue lacks a column. */
function* bindInteraction(
  index: CatalogueIndex,
  { parameters }: Model,
  moves: Int32Array,
): Generator<void, MeasuredTransitions['interaction']> {
  const { interaction: named } = parameters;
  if (named === undefined) return undefined;
  const [a, b] = columnsOf(index, named);
  const interaction = a === undefined || b === undefined ? undefined : columnInteractionOf(a, b);
  if (interaction === undefined) return undefined;
  const code = combinationsOf(interaction, a!, b!);
  yield;
  const lifts = yield* interactionLifts(interaction, code, moves);
  return { ...named, ...interaction, code, places: code, lifts };
}

const columnsOf = (index: CatalogueIndex, { columns }: InteractingColumns): (Column | undefined)[] =>
  columns.map((name) => index.columns[index.columnNumbers.get(name) ?? -1]);

const measuredTransitions = ({
  rowOffsets,
  transitions,
  interaction,
  contextCounts,
  measured,
}: BoundModel): MeasuredTransitions => ({
  rowOffsets,
  transitions,
  interaction,
  contextCounts,
  measured,
});

/**
 * Computes the rest of a bound model. The clicks of the model are read in the first step; each later step is one
 * column.
 */
function* assemble(
  index: CatalogueIndex,
  model: Model,
  catalogue: CatalogueIndex,
  { productOf, itemOf }: Matching,
  { idle, ...moves }: MeasuredTransitions & Pick<BoundModel, 'idle'>,
): Generator<void, BoundModel> {
  const { size } = index;
  const { revision } = model;
  const prior = new Float64Array(size);
  const popularity = new Float64Array(size);
  let priorMass = 0;
  let popularityMass = 0;
  for (let product = 0; product < size; product++) {
    const item = itemOf[product];
    const clicks = item < 0 ? 0 : model.log.count[item];
    prior[product] = UNIFORM_CLICKS + clicks;
    popularity[product] = clicks === 0 ? 0 : model.popularity[item];
    priorMass += prior[product];
    popularityMass += popularity[product];
  }
  for (let product = 0; product < size; product++) {
    prior[product] = prior[product] / priorMass;
    if (popularityMass > 0) popularity[product] = popularity[product] / popularityMass;
  }
  yield;
  const cellMass: Float64Array[] = [];
  const valueMass: Float64Array[] = [];
  for (const column of index.columns) {
    const mass = massByCode(column.cell, column.cellStart.length - 1, prior);
    cellMass.push(mass);
    valueMass.push(valueMassOf(column, mass));
    yield;
  }
  const priceStepMass = massByCode(index.priceStep, PRICE_STEPS, prior);
  return {
    index,
    catalogue,
    model,
    revision,
    productOf,
    itemOf,
    prior,
    popularity,
    popularityMass,
    valueMass,
    cellMass,
    priceStepMass,
    priceRankMass: massByCode(index.priceRank, PRICE_RANKS, prior),
    priceMass: priceStepMass.subarray(1),
    ...moves,
    interaction: moves.interaction && {
      ...moves.interaction,
      mass: massByCode(moves.interaction.code, moves.interaction.first.length, prior),
    },
    columnGroups: columnGroupsOf(index),
    idle,
  };
}

/** Takes working memory that no other open ranking uses. Return it to `idle` once `slotOf` is all -1 again. */
export const takeScratch = ({ index, idle }: BoundModel): Scratch => idle.pop() ?? newScratch(index);

const newScratch = (index: CatalogueIndex): Scratch => ({
  slotOf: new Int32Array(index.size).fill(-1),
  masses: [new Float64Array(index.size), new Float64Array(index.size)],
  score: new Float64Array(index.size),
  tables: new Float64Array(columnGroupsOf(index).starts.at(-1)! + 1),
});

/** `[1 + code]`: prior mass of the products of each code; entry 0 is of products with code -1. */
function massByCode(code: Int32Array, codes: number, prior: Float64Array): Float64Array {
  const mass = new Float64Array(codes + 1);
  for (let i = 0; i < code.length; i++) mass[code[i] + 1] = mass[code[i] + 1] + prior[i];
  return mass;
}

/** `[value]`: prior mass of each value; a cell counts fully for each of its values. */
function valueMassOf({ labels, cellStart, cellValues }: Column, cellMass: Float64Array): Float64Array {
  const mass = new Float64Array(labels.length);
  for (let cell = 0; cell + 1 < cellStart.length; cell++) {
    for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
      mass[cellValues[k]] = mass[cellValues[k]] + cellMass[cell + 1];
    }
  }
  return mass;
}

/** `[value of the category]` by context: moves to products of the value, split evenly over the values of a cell. */
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
      const cell = clicks[item] === 0 || productOf[item] < 0 ? -1 : category.cell[productOf[item]];
      if (cell < 0) continue;
      const share = clicks[item] / Math.max(1, category.cellStart[cell + 1] - category.cellStart[cell]);
      for (let k = category.cellStart[cell]; k < category.cellStart[cell + 1]; k++) {
        byValue[category.cellValues[k]] += share;
      }
    }
    counts.set(key, byValue);
  }
  return counts;
}
