import {
  type Attribute,
  type Catalogue,
  interpret,
  readTable,
  recogniseRoles,
  withoutPrivateColumns,
} from '@decidable/engine/catalogue';
import {
  buildCompletions,
  buildIndex,
  type CatalogueIndex,
  type Exposed,
  findsProducts,
  type Purchases,
  packIndex,
  type TrainingSession,
  train,
  withValues,
} from '@decidable/engine/ranking';
import { type PersonaSettings, type Profile, vocabularyOf, waysOfShopping } from '@decidable/engine/session';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { readJsonList } from '../../json/json-list.ts';
import { learnSynonyms } from '../../learning/learned-synonyms.ts';
import { type AskedSession, frequentQueries } from '../../learning/query-counts.ts';
import { packWhole } from '../../learning/stored-model.ts';
import type { StoredCatalogue } from '../../storage/ports.ts';
import { processorTime } from '../../timing/work.ts';
import { catalogueTraitsOf, phrasesOf, traitCounts } from '../catalogue-traits.ts';
import { type DisplayedColumn, shownColumn } from '../displayed-attributes.ts';
import { type CatalogueFile, writeCatalogue } from './catalogue-file.ts';

interface StoredCsv {
  readonly csv: Uint8Array;
  /** Columns by role, where the owner named them; they override the recognised ones. */
  readonly roles: StoredCatalogue['roles'];
  /** The columns that the owner made private, or public against their names. */
  readonly privacy: StoredCatalogue['privacy'];
  /** The kinds that the owner chose for columns. */
  readonly kinds: StoredCatalogue['kinds'];
}

/** The training data: `TrainingSession`s, `Exposed`s and `AskedSession`s, each as buffers of a `JsonList`. */
export interface Lessons {
  readonly visits: readonly Uint8Array<ArrayBuffer>[];
  readonly exposures: readonly Uint8Array<ArrayBuffer>[];
  readonly searches: readonly Uint8Array<ArrayBuffer>[];
  readonly purchases: readonly Uint8Array<ArrayBuffer>[];
  /** The organization's own personas. */
  readonly personas: PersonaSettings | undefined;
  /** Digest of the rulings by which visits were admitted. */
  readonly rulings?: string;
}

export type BuildRequest =
  | ({ readonly task: 'build' } & StoredCsv)
  | {
      readonly task: 'train';
      readonly csv: Uint8Array | undefined;
      readonly roles: StoredCsv['roles'];
      readonly privacy: StoredCsv['privacy'];
      readonly kinds: StoredCsv['kinds'];
      readonly lessons: Lessons;
    };

/** A catalogue for `build`; the bytes of a model for `train`, or `undefined` if there is nothing to learn from. */
export type BuildAnswer = CatalogueFile | Uint8Array | undefined;

/** An answer, and the processor time that it took, in ms. */
export interface BuildDone {
  readonly answer: BuildAnswer;
  readonly milliseconds: number;
}

/** The value of one distinct cell, as responses show it. */
function shownCell(attribute: Attribute, cell: readonly number[]): string | number | readonly string[] {
  const values = cell.map((value) => attribute.values[value]);
  if (values.length !== 1) return values.map(({ label }) => label);
  const { number, label } = values[0];
  return attribute.kind === 'number' && attribute.unit === undefined && number !== undefined ? number : label;
}

function shownColumns(catalogue: Catalogue): DisplayedColumn[] {
  return catalogue.attributes.map((attribute) =>
    shownColumn(
      attribute.name,
      attribute.cell,
      attribute.cells.map((cell) => shownCell(attribute, cell)),
    ),
  );
}

/**
 * The catalogue as shoppers may see it, and its index. Answers, suggestions and models are made of these two alone, so
 * nothing of a private column reaches them.
 */
function indexOf({ csv, roles, privacy, kinds }: StoredCsv): { catalogue: Catalogue; index: CatalogueIndex } {
  const catalogue = withoutPrivateColumns(interpret(readTable(csv, { header: true }), kinds), privacy, roles);
  return { catalogue, index: buildIndex(catalogue, recogniseRoles(catalogue, roles)) };
}

/** Reads a catalogue or trains a model, on a worker thread. */
export default function work(request: BuildRequest): ReturnType<typeof move> {
  const since = processorTime();
  const answer = answerTo(request);
  const done: BuildDone = { answer, milliseconds: processorTime() - since };
  // A catalogue is shared with the other thread, a model moved to it.
  const moved = answer?.buffer instanceof ArrayBuffer ? [answer.buffer] : [];
  return move({ [transferableSymbol]: moved, [valueSymbol]: done });
}

function answerTo(request: BuildRequest): BuildAnswer {
  if (request.task === 'build') {
    const { catalogue, index } = indexOf(request);
    const { phrases, longest } = vocabularyOf(phrasesOf(index), index.terms);
    return writeCatalogue({
      index: packIndex(index),
      completions: buildCompletions(catalogue, index),
      counts: traitCounts(index),
      shown: shownColumns(catalogue),
      values: { phrases, longest },
    });
  }
  const { csv, roles, privacy, kinds } = request;
  const { lessons } = request;
  const visits = readJsonList<TrainingSession>(lessons.visits);
  const asked = readJsonList<AskedSession>(lessons.searches);
  if (visits.length === 0 && asked.length === 0) return undefined;
  const exposures = readJsonList<Exposed>(lessons.exposures);
  const purchases = readJsonList<Purchases>(lessons.purchases);
  const index = csv === undefined ? indexOfVisits(visits) : indexOf({ csv, roles, privacy, kinds }).index;
  const queries = frequentQueries(asked, (query) => findsProducts(query, index));
  if (visits.length === 0 && queries.length === 0) return undefined;
  const shelf = catalogueTraitsOf(index, traitCounts(index));
  const personasOf = (profile: Profile) =>
    waysOfShopping(profile, profile.lastSeenAt, shelf, lessons.personas);
  return packWhole(
    train(visits, { index: withValues(index, phrasesOf(index)), exposures, purchases, personasOf }),
    queries,
    learnSynonyms(asked, index),
    lessons.rulings,
  );
}

/** Without a catalogue, an index of the products that sessions interacted with. */
function indexOfVisits(visits: readonly TrainingSession[]): CatalogueIndex {
  const ids = new Set(visits.flatMap(({ steps }) => steps.map(({ item }) => item)));
  return buildIndex({ ids: [...ids], attributes: [], warnings: [] }, {});
}
