import { limits } from '@decidable/contract/limits';
import {
  acceptSuggestions,
  type ChosenExport,
  compareExports,
  downloadAffected,
  downloadExport,
  downloadReport,
  fillCells,
  type GradingSummary,
  gradeExport,
  type ListedGrading,
  listAffected,
  listExports,
  listGradings,
  readGrading,
  readReplacements,
  removeExport,
  removeGrading,
  repairExport,
  uniteExports,
  uploadExport,
  useAsCatalogue,
} from '@decidable/contract/management';
import { megabytes } from '@decidable/report/stage-words';
import { Conflict, InvalidInput, NotFound } from '../../errors.ts';
import {
  compareChosen,
  detailsId,
  exportNamed,
  factsOf,
  type GradingSettings,
  gradeChosen,
  keepExport,
  originOf,
  type Progress,
  readExportFile,
  repairGraded,
  shownExport,
  type Workplace,
} from '../../gradings/index.ts';
import { isoTime } from '../../json/iso-time.ts';
import { storePlanned } from '../../shops/index.ts';
import type { GradingPlace, KeptGrading, OrganizationId, Storage } from '../../storage/ports.ts';
import { ownBytes } from '../../workers/own-bytes.ts';
import { Mailbox } from '../mailbox.ts';
import { type ManagementCall, type ManagementNeeds, manage } from '../manage.ts';

const PAGE = 50;
const PRODUCTS = 100;

type Listed = Omit<KeptGrading, 'result'>;

function shownGrading(grading: Listed): ListedGrading {
  const { id, kind, at, category, summary } = grading;
  return {
    gradingId: id,
    kind,
    at: isoTime(at),
    names: [...(originOf(grading)?.names ?? [])],
    ...(category !== undefined && { category }),
    ...(summary !== undefined && { summary: JSON.parse(summary) as GradingSummary }),
  };
}

/** A place in the list of gradings as text, and back. */
const cursorOf = ({ at, id }: GradingPlace): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url');

function placeOf(cursor: string): GradingPlace {
  const refused = (cause?: unknown) =>
    new InvalidInput('cursor is not one of this list. Send `next` of the page before.', { cause });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    throw refused(error);
  }
  const [at, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  if (typeof at !== 'number' || typeof id !== 'string') throw refused();
  return { at, id };
}

/** @throws NotFound */
async function gradingNamed(
  { gradings }: Pick<Storage, 'gradings'>,
  organizationId: OrganizationId,
  id: string,
): Promise<KeptGrading> {
  const grading = await gradings.find(organizationId, id);
  if (grading === undefined) throw new NotFound(`There is no grading "${id}", or it is no longer kept.`);
  return grading;
}

interface Settings {
  readonly id?: string;
  readonly ignore?: readonly string[];
  readonly kinds?: readonly { readonly attribute: string; readonly kind: string }[];
  readonly source?: GradingSettings['source'];
  readonly amortisationHorizon?: number;
  readonly applicable?: readonly string[];
}

const settingsOf = (body: Settings): GradingSettings => {
  const { id, ignore, kinds = [], source, amortisationHorizon, applicable } = body;
  return {
    reading: { ...(id !== undefined && { id }), ...(ignore !== undefined && { ignore }) },
    kinds: Object.fromEntries(
      kinds.map(({ attribute, kind }) => [attribute, kind]),
    ) as GradingSettings['kinds'],
    ...(source !== undefined && { source }),
    ...(amortisationHorizon !== undefined && { amortisationHorizon }),
    ...(applicable !== undefined && { applicable }),
  };
};

/**
 * Work whose progress is sent as it goes. It goes on where the person closes the page: what it found is kept. What it
 * refuses before it has begun is an answer, what it refuses later an event.
 */
function watched<Done extends object>(
  { organizationId, at, signal }: ManagementCall,
  { storage, exportThreads: threads }: ManagementNeeds,
  work: (place: Workplace) => Promise<Done>,
): AsyncIterable<Progress | ({ readonly done: true } & Done)> {
  const progress = new Mailbox<Progress | ({ readonly done: true } & Done)>(signal);
  const place = { storage, threads, organizationId, at, onProgress: (step: Progress) => progress.put(step) };
  work(place).then(
    (done) => {
      progress.put({ done: true, ...done });
      progress.end();
    },
    (error: unknown) => progress.fail(error),
  );
  return progress;
}

/** An export that must be there before work on it begins. */
async function requireExport(
  storage: Storage,
  organizationId: OrganizationId,
  chosen: ChosenExport,
): Promise<void> {
  if ('exportId' in chosen) await exportNamed(storage, organizationId, chosen.exportId);
  else if ((await storage.catalogues.currentVersion(organizationId)) === undefined)
    throw new Conflict('The shop has no catalogue yet. Import one, or upload the export to grade.');
}

/** What is kept of an attribute of a grading, and its name. */
async function ofAttribute(
  { storage }: Pick<ManagementNeeds, 'storage'>,
  organizationId: OrganizationId,
  { gradingId, place: text }: { readonly gradingId: string; readonly place: string },
) {
  const grading = await gradingNamed(storage, organizationId, gradingId);
  const place = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  const name = originOf(grading)?.attributes[place];
  if (name === undefined) throw new NotFound(`The grading has no attribute at place "${text}".`);
  const file = await storage.keptFiles.find(organizationId, detailsId(gradingId));
  if (file === undefined)
    throw new NotFound('The products of this grading are no longer kept. Grade the export again.');
  const index = JSON.parse(file.facts) as {
    readonly products: readonly [number, number];
    readonly attributes: readonly (readonly [number, number])[];
  };
  const section = ([from, length]: readonly [number, number]) =>
    storage.keptFiles.read(organizationId, file.id, { from, length });
  const [products, attribute, filled] = await Promise.all([
    section(index.products),
    section(index.attributes[place]),
    storage.gradings.cells(organizationId, gradingId, limits.filledCells, place),
  ]);
  if (products === undefined || attribute === undefined)
    throw new NotFound('The products of this grading are no longer kept. Grade the export again.');
  const cost = products.length + attribute.length;
  return { grading, place, name, products, attribute, filled, run: { organizationId, cost } };
}

export const endpoints = [
  manage(uploadExport, async ({ organizationId, query, body, at, audit }, { storage, exportThreads }) => {
    if (body.length === 0) throw new InvalidInput('The file is empty. Choose the export itself.');
    const file = { name: query.name.normalize(), bytes: ownBytes(body) };
    const job = { file, ...(query.id !== undefined && { id: query.id }) };
    const cost = body.length;
    const { facts, bytes } = await exportThreads.run('look', job, { organizationId, cost });
    const kept = await keepExport(storage, organizationId, { ...file, bytes }, facts, at);
    await audit('export.uploaded', kept.id, { name: kept.name, bytes: kept.bytes });
    return shownExport(kept);
  }),

  manage(uniteExports, async ({ organizationId, body, at, audit }, { storage, exportThreads }) => {
    const parts = [];
    for (const exportId of body.exportIds) parts.push(await exportNamed(storage, organizationId, exportId));
    const cost = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    if (cost > limits.exportBytes)
      throw new InvalidInput(
        `exportIds: together they have ${megabytes(cost)}, more than the ${megabytes(limits.exportBytes)} of one export.`,
      );
    const files = [];
    for (const part of parts) files.push(await readExportFile(storage, part));
    const name = body.name.normalize();
    const { facts, bytes } = await exportThreads.run('unite', { name, files }, { organizationId, cost });
    if (bytes.length > limits.exportBytes)
      throw new InvalidInput(
        `exportIds: as one CSV they have ${megabytes(bytes.length)}, more than the ${megabytes(limits.exportBytes)} of one export.`,
      );
    for (const { id } of parts) await storage.keptFiles.remove(organizationId, id);
    const kept = await keepExport(storage, organizationId, { name, bytes }, facts, at);
    await audit('exports.united', kept.id, { name: kept.name, files: parts.length });
    return shownExport(kept);
  }),

  manage(listExports, async ({ organizationId, query }, { storage }) => {
    const { limit = PAGE, cursor } = query;
    const files = await storage.keptFiles.list(organizationId, {
      kind: 'export',
      limit: limit + 1,
      ...(cursor !== undefined && { after: cursor }),
    });
    const page = files.slice(0, limit);
    return {
      exports: page.map(shownExport),
      ...(files.length > limit && { next: page[page.length - 1].id }),
    };
  }),

  manage(downloadExport, async ({ organizationId, params }, { storage }) => {
    const file = await exportNamed(storage, organizationId, params.exportId);
    const { bytes } = await readExportFile(storage, file);
    return { name: file.name, type: 'application/octet-stream', content: Buffer.from(bytes.buffer) };
  }),

  manage(removeExport, async ({ organizationId, params, audit }, { storage }) => {
    const file = await exportNamed(storage, organizationId, params.exportId);
    await storage.keptFiles.remove(organizationId, file.id);
    await audit('export.removed', file.id, { name: file.name });
    return { removed: true } as const;
  }),

  manage(useAsCatalogue, async ({ organizationId, params, at, audit }, { storage, exportThreads }) => {
    const kept = await exportNamed(storage, organizationId, params.exportId);
    const file = await readExportFile(storage, kept);
    const earlier = await storage.catalogues.current(organizationId);
    const { csv, plan } = await exportThreads.run(
      'plan',
      { file, ...(earlier !== undefined && { earlier }) },
      { organizationId, cost: kept.bytes },
    );
    await storePlanned(storage, organizationId, plan, csv, at);
    await audit('catalogue.imported', plan.version, { name: kept.name });
    return { catalogueVersion: plan.version, products: plan.products };
  }),

  manage(gradeExport, async (call, needs) => {
    const { body, audit, organizationId } = call;
    await requireExport(needs.storage, organizationId, body.of);
    return watched(call, needs, async (place) => {
      const gradingId = await gradeChosen(place, body.of, settingsOf(body), body.category);
      await audit('export.graded', gradingId);
      return { gradingId };
    });
  }),

  manage(compareExports, async (call, needs) => {
    const { body, audit, organizationId } = call;
    await requireExport(needs.storage, organizationId, body.before);
    await requireExport(needs.storage, organizationId, body.after);
    return watched(call, needs, async (place) => {
      const { before, after, repairs, category } = body;
      const gradingId = await compareChosen(place, {
        before,
        after,
        settings: settingsOf(body),
        ...(repairs !== undefined && { repairs }),
        ...(category !== undefined && { category }),
      });
      await audit('exports.compared', gradingId);
      return { gradingId };
    });
  }),

  manage(listGradings, async ({ organizationId, query }, { storage }) => {
    const { limit = PAGE, cursor, kind, category } = query;
    const gradings = await storage.gradings.page(organizationId, {
      limit: limit + 1,
      ...(cursor !== undefined && { after: placeOf(cursor) }),
      ...(kind === 'audit' && { kinds: ['audit'] }),
      ...(kind === 'comparison' && { kinds: ['verification', 'monitor'] }),
      ...(category !== undefined && { category: category === '' ? null : category }),
    });
    const page = gradings.slice(0, limit);
    return {
      gradings: page.map(shownGrading),
      ...(gradings.length > limit && { next: cursorOf(page[page.length - 1]) }),
    };
  }),

  manage(readGrading, async ({ organizationId, params }, { storage }) => {
    const grading = await gradingNamed(storage, organizationId, params.gradingId);
    const origin = originOf(grading);
    const [details, filled, ...exports] = await Promise.all([
      storage.keptFiles.find(organizationId, detailsId(grading.id)),
      storage.gradings.filled(organizationId, grading.id),
      ...(origin?.exports ?? []).map((id) => storage.keptFiles.find(organizationId, id)),
    ]);
    const kept = exports.filter((file) => file !== undefined);
    return {
      grading: shownGrading(grading),
      exports: kept.map(shownExport),
      ofCatalogue: kept.some((file) => factsOf(file).catalogue !== undefined),
      repairable: grading.kind === 'audit' && details !== undefined && kept.length === 1,
      filled: filled.map((each) => ({ ...each })),
    };
  }),

  manage(downloadReport, async ({ organizationId, params, query }, { storage, exportThreads }) => {
    const { as = 'result' } = query;
    const { id, kind, result, ...grading } = await gradingNamed(storage, organizationId, params.gradingId);
    if (as === 'result') return { name: 'result.json', type: 'application/json', content: result };
    const origin = originOf(grading);
    const details = await storage.keptFiles.find(organizationId, detailsId(id));
    const bytes = details && (await storage.keptFiles.read(organizationId, details.id));
    const content = await exportThreads.run(
      'report',
      {
        as,
        kind: kind === 'audit' ? 'audit' : 'comparison',
        names: origin?.names ?? [],
        result,
        id,
        ...(bytes !== undefined && { details: { bytes, index: JSON.parse(details!.facts) } }),
      },
      { organizationId, cost: result.length + (bytes?.length ?? 0) },
    );
    const type = {
      json: 'application/json',
      csv: 'text/csv; charset=utf-8',
      html: 'text/html; charset=utf-8',
    };
    return { name: `${kind}-${isoTime(grading.at).slice(0, 10)}.${as}`, type: type[as], content };
  }),

  manage(removeGrading, async ({ organizationId, params, audit }, { storage }) => {
    const { id } = await gradingNamed(storage, organizationId, params.gradingId);
    await storage.keptFiles.remove(organizationId, detailsId(id));
    await storage.gradings.remove(organizationId, id);
    await audit('grading.removed', id);
    return { removed: true } as const;
  }),

  manage(listAffected, async ({ organizationId, params, query }, { storage, exportThreads }) => {
    const { products, attribute, filled, run } = await ofAttribute({ storage }, organizationId, params);
    const { offset = 0, limit = PRODUCTS, search = '', open = false } = query;
    const page = await exportThreads.run(
      'affected',
      { products, attribute, filled, query: { offset, limit, search, open } },
      run,
    );
    return JSON.parse(page);
  }),

  manage(downloadAffected, async ({ organizationId, params }, { storage, exportThreads }) => {
    const { name, products, attribute, filled, run } = await ofAttribute({ storage }, organizationId, params);
    const csv = await exportThreads.run('sheet', { name, products, attribute, filled }, run);
    // Spreadsheet programs read UTF-8 by its mark only.
    return { name: `${name.slice(0, 60)}.csv`, type: 'text/csv; charset=utf-8', content: `\ufeff${csv}` };
  }),

  manage(fillCells, async ({ organizationId, params, body }, { storage }) => {
    const grading = await gradingNamed(storage, organizationId, params.gradingId);
    const attributes = originOf(grading)?.attributes ?? [];
    body.cells.forEach(({ attribute, product, current }, at) => {
      if (attribute >= attributes.length)
        throw new InvalidInput(
          `cells[${at}].attribute: the result has ${attributes.length} attributes, counted from 0.`,
        );
      if ((product === undefined) === (current === undefined))
        throw new InvalidInput(
          `cells[${at}]: give product for a missing value, or current for a spelling to replace; not both.`,
        );
    });
    const { stored, cells } = await storage.gradings.fill(
      organizationId,
      grading.id,
      body.cells.map(({ attribute, product = '', current = '', value }) => ({
        attribute,
        product,
        current,
        value: value.trim(),
      })),
      limits.filledCells,
    );
    if (!stored) throw tooManyCells();
    return { cells };
  }),

  manage(readReplacements, async ({ organizationId, params }, { storage }) => {
    const { id } = await gradingNamed(storage, organizationId, params.gradingId);
    const cells = await storage.gradings.cells(organizationId, id, limits.filledCells);
    return {
      replacements: cells.flatMap(({ attribute, product, current, value }) =>
        product === '' ? [{ attribute, current, value }] : [],
      ),
    };
  }),

  manage(acceptSuggestions, async ({ organizationId, params, audit }, { storage, exportThreads }) => {
    const { grading, place, products, attribute, filled, run } = await ofAttribute(
      { storage },
      organizationId,
      params,
    );
    const open = await exportThreads.run('suggestions', { place, products, attribute, filled }, run);
    let cells = filled.length;
    for (let from = 0; from < open.length || from === 0; from += 1_000) {
      const part = open.slice(from, from + 1_000);
      const kept = await storage.gradings.fill(organizationId, grading.id, part, limits.filledCells);
      if (!kept.stored) throw tooManyCells();
      cells = kept.cells;
    }
    await audit('suggestions.accepted', grading.id, { attribute: place, cells: open.length });
    return { filled: open.length, cells };
  }),

  manage(repairExport, async (call, needs) => {
    const { body, params, audit } = call;
    await gradingNamed(needs.storage, call.organizationId, params.gradingId);
    return watched(call, needs, async (place) => {
      const repaired = await repairGraded(place, params.gradingId, body);
      await audit('export.repaired', repaired.exportId, { cells: repaired.cells });
      return { ...repaired, said: [...repaired.said] };
    });
  }),
];

const tooManyCells = (): Conflict =>
  new Conflict(
    `At most ${limits.filledCells.toLocaleString('en')} cells are filled in at a time. Write them into the export first, then go on with the repaired one.`,
  );
