import { endpoints } from '@decidable/contract';
import { type AuditOptions, audit, type VerifyOptions, verify } from '@decidable/engine/audit';
import {
  CatalogueError,
  type ChosenKind,
  interpret,
  interpretTogether,
  type KindChoices,
  readSecondTable,
  readTable,
  refuseUnknownColumns,
  type Table,
  type Warning,
} from '@decidable/engine/catalogue';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { Forbidden, InvalidInput, toData } from '../errors.ts';
import { checkFields } from '../request-body/fields.ts';
import { parseJson } from '../request-body/json.ts';
import { misspellings } from '../request-body/misspellings.ts';
import { organizationOf } from '../request-body/organization-check.ts';
import { CSV_SIZES } from '../shops/catalogues/file-limits.ts';
import type { KeptGrading } from '../storage/ports.ts';
import { StepTimes } from '../timing/step-times.ts';
import { processorTime } from '../timing/work.ts';
import type { GradingAnswer, GradingRequest } from './grading-messages.ts';

/** Which grading was carried out, with its result. */
interface Graded {
  readonly kind: KeptGrading['kind'];
  readonly category: string | undefined;
  readonly kept: boolean;
  readonly result: object & { readonly warnings?: readonly Warning[] };
  readonly warnings: readonly Warning[];
}

/** The steps of a grading, as its trace names them. */
const READ = 'engine read';
const INTERPRET = 'engine interpret';

/** Whose grading it is. */
type Grader = Pick<GradingRequest, 'organizationId' | 'mayKeep'>;

/** @throws Forbidden where the request names another organization, or is to be kept and may not */
function requireKeeper(
  { organizationId, mayKeep }: Grader,
  request: { readonly organizationId?: string | undefined },
): void {
  organizationOf(organizationId, request);
  if (request.organizationId === undefined || mayKeep) return;
  throw new Forbidden(
    'organizationId: this key keeps no results. Leave it out, or use a key without origins from a server, or one that was made for this endpoint (--endpoints).',
  );
}

/** Reads a CSV of the request; what is wrong with it is told with the field, the line and the column. */
function table(
  field: string,
  csv: string,
  { id, ignore }: { readonly id?: string; readonly ignore?: readonly string[] },
  earlier?: Table,
): Table {
  const options = { limits: CSV_SIZES, id, ignore, findsId: true };
  return refusing(field, () =>
    earlier === undefined ? readTable(csv, options) : readSecondTable(earlier, csv, options),
  );
}

/** The fields that errors of these codes are about. */
const FIELD_OF: Readonly<Record<string, string>> = {
  unknown_id_column: 'id',
  empty_cells: 'emptyMeansNo',
};

function refusing<Result>(field: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new InvalidInput(error.messageIn(FIELD_OF[error.code] ?? field));
  }
}

/** The kinds that the request chooses for columns. */
function kindsOf(
  chosen: readonly { readonly attribute: string; readonly kind: ChosenKind }[] | undefined,
  tables: readonly Table[],
): KindChoices {
  const kinds = Object.fromEntries((chosen ?? []).map(({ attribute, kind }) => [attribute, kind]));
  const names = tables.flatMap(({ columns }) => columns.map(({ name }) => name));
  refusing('kinds', () => refuseUnknownColumns(names, kinds));
  return kinds;
}

function gradeAudit(sent: unknown, by: Grader, times: StepTimes): Graded {
  const request = checkFields(endpoints['/catalog/audit'], sent);
  requireKeeper(by, request);
  const sentTable = table('csv', request.csv, request);
  times.ended(READ);
  const catalogue = interpret(sentTable, kindsOf(request.kinds, [sentTable]));
  times.ended(INTERPRET);
  return {
    kind: 'audit',
    category: request.category,
    kept: request.organizationId !== undefined,
    result: refusing('applies', () => audit(catalogue, request satisfies AuditOptions)),
    warnings: misspellings(endpoints['/catalog/audit'], sent),
  };
}

function gradeVerify(sent: unknown, by: Grader, times: StepTimes): Graded {
  const request = checkFields(endpoints['/catalog/verify'], sent);
  requireKeeper(by, request);
  const earlier = table('before', request.before, request);
  const tables = [earlier, table('after', request.after, request, earlier)] as const;
  times.ended(READ);
  const [before, after] = interpretTogether(...tables, kindsOf(request.kinds, tables));
  times.ended(INTERPRET);
  return {
    kind: request.repairs === undefined ? 'monitor' : 'verification',
    category: request.category,
    kept: request.organizationId !== undefined,
    result: refusing('emptyMeansNo', () => verify(before, after, request satisfies VerifyOptions)),
    warnings: misspellings(endpoints['/catalog/verify'], sent),
  };
}

const encoder = new TextEncoder();

function answer(
  { kind, category, kept, result, warnings: own }: Graded,
  id: string,
  times: StepTimes,
  since: number,
): GradingAnswer & { readonly kind: 'graded' } {
  const { warnings: found = [], ...graded } = result;
  const warnings = [...own, ...found];
  const json = encoder.encode(
    JSON.stringify({
      ...graded,
      storage: kept ? { stored: true, id } : { stored: false, message: 'Nothing was stored.' },
      ...(warnings.length > 0 && { warnings }),
    }),
  );
  times.ended('engine write');
  return {
    kind: 'graded',
    json,
    steps: times.steps,
    milliseconds: processorTime() - since,
    ...(kept && { keep: { kind, ...(category !== undefined && { category }) } }),
  };
}

/** The answer with its bytes moved to the other thread rather than copied. */
function handedOver(answer: GradingAnswer & { readonly kind: 'graded' }): ReturnType<typeof move> {
  return move({ [transferableSymbol]: answer.json.buffer, [valueSymbol]: answer });
}

/**
 * Carries out one grading from the bytes of its request to the bytes of its answer, so that the thread that
 * serves requests never holds megabytes of JSON.
 */
export default function grade(request: GradingRequest): GradingAnswer | ReturnType<typeof move> {
  const times = new StepTimes();
  const since = processorTime();
  try {
    const sent = parseJson(request.body);
    const graded =
      request.endpoint === '/catalog/audit'
        ? gradeAudit(sent, request, times)
        : gradeVerify(sent, request, times);
    times.ended('engine grade');
    return handedOver(answer(graded, request.gradingId, times, since));
  } catch (error) {
    return { kind: 'refused', error: toData(error), milliseconds: processorTime() - since };
  }
}
