import {
  type AuditOptions,
  type AuditResult,
  audit as auditCatalogue,
  type VerifyOptions,
  type VerifyResult,
  verify as verifyCatalogues,
} from './audit/index.ts';
import {
  type Catalogue,
  interpret,
  interpretTogether,
  type ReadingOptions,
  type RoleOverrides,
  readTable,
  recogniseRoles,
  withoutPrivateColumns,
} from './catalogue/index.ts';
import {
  buildIndex,
  type CatalogueIndex,
  emptyModel,
  type Filters,
  type Model,
  measuredIn,
  type Ranking,
  rank as rankIndex,
  refusedSign,
} from './ranking/index.ts';
import {
  parseSignals,
  personasOf,
  type RawSignal,
  replay,
  searchSignal,
  type Vocabulary,
  vocabularyOf,
} from './session/index.ts';

/*
 * The engine for programs that have a CSV and want an answer. The rooms below have the same in parts, for programs that
 * keep catalogues, models and profiles of their own, as the service does.
 */

/** The text of a CSV file, or its bytes in any usual encoding. */
export type Csv = string | Uint8Array;

/**
 * Grades an export: which attributes are worth recording, in bits of decision information, and which products lack them.
 *
 * @param csv column one is the product id unless `id` names another, every other column is an attribute, and an empty cell
 *   is a value that is not recorded
 * @throws CatalogueError with line, column and remedy, for a file that cannot be read
 */
export function audit(csv: Csv, options: AuditOptions & ReadingOptions = {}): AuditResult {
  return auditCatalogue(interpret(readTable(csv, options)), options);
}

/**
 * Compares an export from before a repair with one from after it: the change of each attribute in bits, and a verdict with
 * reasons on each claim of `repairs`.
 *
 * @throws CatalogueError as {@link audit}
 */
export function verify(before: Csv, after: Csv, options: VerifyOptions & ReadingOptions = {}): VerifyResult {
  const [old, mended] = interpretTogether(readTable(before, options), readTable(after, options));
  return verifyCatalogues(old, mended, options);
}

/** A catalogue that was read once and is ranked often. Immutable. */
export interface Shop {
  readonly catalogue: Catalogue;
  readonly index: CatalogueIndex;
  /** What searches of shoppers are read with. */
  readonly vocabulary: Vocabulary;
}

/**
 * Reads an export for rankings. Columns of costs, margins and suppliers are left out.
 *
 * @param options `roles` names the columns of title, category, brand, price …, where they are not recognised
 * @throws CatalogueError as {@link audit}
 */
export function readShop(csv: Csv, options: ReadingOptions & { readonly roles?: RoleOverrides } = {}): Shop {
  const catalogue = withoutPrivateColumns(interpret(readTable(csv, { tolerant: true, ...options })));
  const index = buildIndex(catalogue, recogniseRoles(catalogue, options.roles));
  return { catalogue, index, vocabulary: vocabularyOf([], index.terms, measuredIn(index.columns)) };
}

/** What a list is wanted for. */
export interface ListRequest {
  /** What the shopper did so far, oldest first, as `/track` takes it. */
  readonly signals?: readonly RawSignal[];
  /** ms since the epoch; interests fade until then. */
  readonly now: number;
  /** Number of items, at most. */
  readonly limit: number;
  readonly offset?: number;
  readonly query?: string;
  readonly category?: string;
  /** What products must be, as `/catalog/ranked` takes it. */
  readonly filters?: Filters;
  /** What was learned from sessions; nothing when absent. */
  readonly model?: Model;
}

/** A signal that cannot be read; the message names it and the remedy. */
export class SignalError extends Error {
  override readonly name = 'SignalError';
}

/**
 * Ranks a shop for a session. The scores add up to 1 over all products, and the breakdown of each item to its score.
 *
 * @throws SignalError for a signal that is not written as it should be, and FilterError for such a filter
 */
export function rank({ index, vocabulary }: Shop, request: ListRequest): Ranking {
  const { signals = [], now, model = emptyModel(), ...asked } = request;
  const parsed = parseSignals(signals, now);
  if (!parsed.ok) throw new SignalError(parsed.fault.message);
  for (const [i, signal] of parsed.signals.entries()) {
    const refused = refusedSign(index, signal, `signals[${i}].value`);
    if (refused !== undefined) throw new SignalError(refused);
  }
  const profile = replay(
    parsed.signals.map((signal) => (signal.type === 'search' ? searchSignal(signal, vocabulary) : signal)),
  );
  const personas = profile === undefined ? [] : personasOf(profile, now);
  return rankIndex({ profile, index, model, now, personas, ...asked });
}

export { CatalogueError } from './catalogue/index.ts';
export { FilterError } from './ranking/index.ts';
export type {
  AuditOptions,
  AuditResult,
  Catalogue,
  CatalogueIndex,
  Filters,
  Model,
  Ranking,
  RawSignal,
  ReadingOptions,
  RoleOverrides,
  VerifyOptions,
  VerifyResult,
  Vocabulary,
};
