import { runToEnd } from '../../primitives/steps.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { type ColumnGroups, columnGroupsOf } from '../indexing/column-groups.ts';
import { PRICE_RANKS, PRICE_STEPS } from '../indexing/price-scale.ts';
import {
  type ColumnInteraction,
  columnInteractionOf,
  combinationsOf,
  liftsTogether,
} from '../transitions/column-interaction.ts';
import {
  type ColumnTransitions,
  countTransitions,
  UNKNOWN_TRANSITIONS,
} from '../transitions/column-transitions.ts';
import { itemTransitionsIn } from '../transitions/item-transitions.ts';
import { countRowOffsets } from '../transitions/row-offsets.ts';
import type { InteractingColumns, Model } from './model.ts';

/** Of the prior, the share spread evenly: what has never been clicked must be possible. */
const UNIFORM_CLICKS = 0.5;

/** Items that are looked up in one step. */
const MATCHED_AT_ONCE = 10_000;

/**
 * A catalogue and a model put together: which product is which item, how popular each is here, and how shoppers
 * went from value to value of each column. Built once for a pair, and for each list that a caller sends.
 */
export interface BoundModel {
  /** The candidates. */
  readonly index: CatalogueIndex;
  /** The whole catalogue, of which the candidates may be a part; its columns are the first of the candidates'. */
  readonly catalogue: CatalogueIndex;
  readonly model: Model;
  readonly revision: number;
  /** `measured` of the model when the moves through the catalogue were counted. */
  readonly measured: number;
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
  /** Per column the prior mass of each cell, behind that of the products without one; likewise of price places. */
  readonly cellMass: readonly Float64Array[];
  readonly priceStepMass: Float64Array;
  readonly priceRankMass: Float64Array;
  /** See `offsets.ts`. */
  readonly rowOffsets: Float64Array;
  readonly priceMass: Float64Array;
  /** Per column of the index. */
  readonly transitions: readonly ColumnTransitions[];
  /** The columns whose moves were counted together, too, where the index has them. */
  readonly interaction: BoundInteraction | undefined;
  /** Per context, such as `device=mobile`, how often each value of the category column was gone to. */
  readonly contextCounts: ReadonlyMap<string, Float64Array>;
  /** Columns of the index read together, and what follows from their values. */
  readonly columnGroups: ColumnGroups;
  /** Working memory of rankings of this index that are not at work: see {@link takeScratch}. */
  readonly idle: Scratch[];
}

/** The columns of a model's crossing in the catalogue at hand. */
export interface BoundInteraction extends InteractingColumns, ColumnInteraction {
  /** Per product of the index, and per place in the whole catalogue, its combination; -1 where it has none. */
  readonly code: Int32Array;
  readonly places: Int32Array;
  /** See {@link liftsTogether}. */
  readonly lifts: Float64Array;
  /** Prior mass of each combination, behind that of the products without one. */
  readonly mass: Float64Array;
}

/** Working memory of one ranking, as long as the index. */
export interface Scratch {
  /** Product → slot of the sparse scores, -1 outside of a ranking. */
  readonly slotOf: Int32Array;
  /** Prior times lifts, one array for each dense expert that has several lifts. */
  readonly masses: readonly Float64Array[];
  readonly score: Float64Array;
  /** Tables over the entries of the joint columns. */
  readonly tables: Float64Array;
}

const bindings = new WeakMap<CatalogueIndex, WeakMap<Model, BoundModel>>();

/** The bound of a catalogue and a model, made when first asked for and again after the model was updated. */
export function bind(index: CatalogueIndex, model: Model): BoundModel {
  const known = bindings.get(index)?.get(model);
  if (known !== undefined && known.revision === model.revision) return known;
  return runToEnd(bindStepwise(index, model));
}

/**
 * The same in steps, so that whoever serves requests meanwhile can let them have their turn: a step takes some
 * milliseconds at most. A model that is updated between two steps is bound anew.
 */
export function* bindStepwise(index: CatalogueIndex, model: Model): Generator<void, BoundModel> {
  let ofIndex = bindings.get(index);
  if (ofIndex === undefined) {
    ofIndex = new WeakMap();
    bindings.set(index, ofIndex);
  }
  for (;;) {
    const known = ofIndex.get(model);
    const { revision } = model;
    if (known !== undefined && known.revision === revision) return known;
    const matching = yield* matched(index, model, known);
    yield;
    columnGroupsOf(index);
    yield;
    const moves =
      known !== undefined && known.measured === model.measured
        ? movesOf(known)
        : yield* measureMoves(index, model, matching.productOf);
    if (model.revision !== revision) continue;
    const idle = known?.idle ?? [newScratch(index)];
    yield;
    const bound = yield* completed(index, model, index, matching, { ...moves, idle });
    if (model.revision !== revision) continue;
    ofIndex.set(model, bound);
    return bound;
  }
}

/**
 * A bound that is not kept, for some of the products of `base`. What `base` knows of how shoppers move between the
 * values of its columns holds for the columns that the part has from it.
 */
export function bindCandidates(index: CatalogueIndex, base: BoundModel): BoundModel {
  const moves = {
    ...movesOf(base),
    transitions: index.columns.map(({ name }) => {
      const number = base.index.columnNumbers.get(name);
      return number === undefined ? UNKNOWN_TRANSITIONS : base.transitions[number];
    }),
    crossing: crossingOfPart(index, base.interaction),
    idle: [],
  };
  return runToEnd(completed(index, base.model, base.index, matchedPart(index, base), moves));
}

/** Combinations that a list alone has are none of the crossing's: of their products the columns tell apart. */
function crossingOfPart(index: CatalogueIndex, whole: BoundModel['interaction']): Transitions['crossing'] {
  if (whole === undefined) return undefined;
  const [a, b] = columnsOf(index, whole);
  return { ...whole, code: combinationsOf(whole, a!, b!) };
}

/** Whether all candidates have the one value of column `number`, which then tells none of them from another. */
export const isShared = ({ index, cellMass }: BoundModel, number: number): boolean =>
  index.columns[number].labels.length === 1 && cellMass[number][0] === 0;

interface Matching {
  readonly productOf: Int32Array;
  readonly itemOf: Int32Array;
}

/** Which product is which item. After an update only the items that are new have to be looked up. */
function* matched(index: CatalogueIndex, model: Model, known?: BoundModel): Generator<void, Matching> {
  // Items that come while others have their turn are matched when the model is bound anew.
  const productOf = new Int32Array(model.vocabulary.length).fill(-1);
  const itemOf = known?.itemOf.slice() ?? new Int32Array(index.size).fill(-1);
  if (known !== undefined) productOf.set(known.productOf);
  for (let item = known?.productOf.length ?? 0; item < productOf.length; item++) {
    if (item % MATCHED_AT_ONCE === MATCHED_AT_ONCE - 1) yield;
    const product = index.ids.find(model.vocabulary[item]);
    if (product === undefined) continue;
    productOf[item] = product;
    itemOf[product] = item;
  }
  return { productOf, itemOf };
}

/** What the catalogue holds was matched with it; only what a list brings along has to be looked up. */
function matchedPart(index: CatalogueIndex, base: BoundModel): Matching {
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

interface Transitions extends Pick<BoundModel, 'rowOffsets' | 'transitions' | 'contextCounts' | 'measured'> {
  readonly crossing: Omit<BoundInteraction, 'mass'> | undefined;
}

/** How shoppers moved through the catalogue, read from the history: most of the work where there is much of it. */
function* measureMoves(
  index: CatalogueIndex,
  model: Model,
  productOf: Int32Array,
): Generator<void, Transitions> {
  const moves = yield* itemTransitionsIn(model, productOf);
  const offsets = countRowOffsets(moves);
  const transitions: ColumnTransitions[] = [];
  for (const column of index.columns) {
    yield;
    transitions.push(yield* countTransitions(index, column, moves));
  }
  yield;
  const crossing = yield* crossingIn(index, model, moves);
  yield;
  return {
    rowOffsets: offsets,
    transitions,
    crossing,
    contextCounts: contextCounts(index, model, productOf),
    measured: model.measured,
  };
}

/** The crossing of a model, its moves counted; nothing where the catalogue has not the columns. */
function* crossingIn(
  index: CatalogueIndex,
  { parameters }: Model,
  moves: Int32Array,
): Generator<void, Transitions['crossing']> {
  const { interaction: named } = parameters;
  if (named === undefined) return undefined;
  const [a, b] = columnsOf(index, named);
  const crossing = a === undefined || b === undefined ? undefined : columnInteractionOf(a, b);
  if (crossing === undefined) return undefined;
  const code = combinationsOf(crossing, a!, b!);
  yield;
  return { ...named, ...crossing, code, places: code, lifts: liftsTogether(crossing, code, moves) };
}

const columnsOf = (index: CatalogueIndex, { columns }: InteractingColumns): (Column | undefined)[] =>
  columns.map((name) => index.columns[index.columnNumbers.get(name) ?? -1]);

const movesOf = ({
  rowOffsets: offsets,
  transitions,
  interaction: crossing,
  contextCounts,
  measured,
}: BoundModel): Transitions => ({
  rowOffsets: offsets,
  transitions,
  crossing,
  contextCounts,
  measured,
});

/** The rest of a bound. What the model counted is read first, in one step; the other steps are a column each. */
function* completed(
  index: CatalogueIndex,
  model: Model,
  catalogue: CatalogueIndex,
  { productOf, itemOf }: Matching,
  { idle, ...moves }: Transitions & Pick<BoundModel, 'idle'>,
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
    interaction: moves.crossing && {
      ...moves.crossing,
      mass: massByCode(moves.crossing.code, moves.crossing.first.length, prior),
    },
    columnGroups: columnGroupsOf(index),
    idle,
  };
}

/** Working memory that no other ranking of the index has; to be pushed back to `idle` when `slotOf` is all -1 again. */
export const takeScratch = ({ index, idle }: BoundModel): Scratch => idle.pop() ?? newScratch(index);

const newScratch = (index: CatalogueIndex): Scratch => ({
  slotOf: new Int32Array(index.size).fill(-1),
  masses: [new Float64Array(index.size), new Float64Array(index.size)],
  score: new Float64Array(index.size),
  tables: new Float64Array(columnGroupsOf(index).starts.at(-1)! + 1),
});

/** Prior mass of the products of each code, behind that of the products with code -1. */
function massByCode(code: Int32Array, codes: number, prior: Float64Array): Float64Array {
  const mass = new Float64Array(codes + 1);
  for (let i = 0; i < code.length; i++) mass[code[i] + 1] = mass[code[i] + 1] + prior[i];
  return mass;
}

function valueMassOf({ labels, cellStart, cellValues }: Column, cellMass: Float64Array): Float64Array {
  const mass = new Float64Array(labels.length);
  for (let cell = 0; cell + 1 < cellStart.length; cell++) {
    for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
      mass[cellValues[k]] = mass[cellValues[k]] + cellMass[cell + 1];
    }
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
