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
  type DetailsIndex,
  detailsId,
  exportNamed,
  factsOf,
  type GradingContext,
  type GradingSettings,
  gradeChosen,
  keepExport,
  originOf,
  type Progress,
  readExportFile,
  repairGraded,
  type Section,
  shownExport,
} from '../../gradings/index.ts';
import { isoTime } from '../../json/iso-time.ts';
import { readJsonList } from '../../json/json-list.ts';
import { storePlanned } from '../../shops/index.ts';
import type {
  FilledCell,
  GradingPlace,
  KeptFile,
  KeptGrading,
  OrganizationId,
  Storage,
} from '../../storage/ports.ts';
import { ownBytes } from '../../workers/own-bytes.ts';
import { beginWork, type WorkEvent } from '../events/long-work.ts';
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
 * Work whose progress is sent as it goes. What is refused before the work has its place among others is an answer, what is
 * refused later an event.
 */
async function watched<Done extends object>(
  { organizationId, at, signal }: ManagementCall,
  { storage, exportThreads: threads, keptLimits, onUnreadFailure }: ManagementNeeds,
  work: (context: GradingContext) => Promise<Done>,
): Promise<AsyncIterable<WorkEvent<Progress, Done>>> {
  const accepted = Promise.withResolvers<void>();
  const events = beginWork(signal, onUnreadFailure, async (onProgress: (progress: Progress) => void) => {
    const onAccepted = accepted.resolve;
    const context = { storage, threads, keptLimits, organizationId, at, onAccepted, onProgress };
    try {
      return await work(context);
    } catch (error) {
      accepted.reject(error);
      throw error;
    } finally {
      accepted.resolve();
    }
  });
  await accepted.promise;
  return events;
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
  const index = JSON.parse(file.facts) as DetailsIndex;
  const section = ([from, length]: Section) =>
    storage.keptFiles.read(organizationId, file.id, { from, length });
  const [products, attribute] = await Promise.all([
    section(index.products),
    section(index.attributes[place]),
  ]);
  if (products === undefined || attribute === undefined)
    throw new NotFound('The products of this grading are no longer kept. Grade the export again.');
  const cost = products.length + attribute.length;
  return { grading, place, name, products, attribute, run: { organizationId, cost } };
}

export const endpoints = [
  manage(uploadExport, async ({ organizationId, query, body, at, audit }, needs) => {
    const { storage, exportThreads, keptLimits } = needs;
    if (body.length === 0) throw new InvalidInput('The file is empty. Choose the export itself.');
    const file = { name: query.name.normalize(), bytes: ownBytes(body) };
    const job = { file, ...(query.id !== undefined && { id: query.id }) };
    const cost = body.length;
    const { facts, bytes } = await exportThreads.run('look', job, { organizationId, cost });
    const kept = await keepExport(storage, keptLimits, organizationId, { ...file, bytes }, facts, at);
    await audit('export.uploaded', kept.id, { name: kept.name, bytes: kept.bytes });
    return shownExport(kept);
  }),

  manage(uniteExports, async ({ organizationId, body, at, audit }, needs) => {
    const { storage, exportThreads, keptLimits } = needs;
    const parts: KeptFile[] = [];
    for (const exportId of body.exportIds) parts.push(await exportNamed(storage, organizationId, exportId));
    const cost = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    if (cost > limits.exportBytes)
      throw new InvalidInput(
        `exportIds: together they have ${megabytes(cost)}, more than the ${megabytes(limits.exportBytes)} of one export.`,
      );
    const name = body.name.normalize();
    const { facts, bytes } = await exportThreads.run(
      'unite',
      async () => {
        const files = [];
        for (const part of parts) files.push(await readExportFile(storage, part));
        return { name, files };
      },
      { organizationId, cost },
    );
    if (bytes.length > limits.exportBytes)
      throw new InvalidInput(
        `exportIds: as one CSV they have ${megabytes(bytes.length)}, more than the ${megabytes(limits.exportBytes)} of one export.`,
      );
    const kept = await keepExport(storage, keptLimits, organizationId, { name, bytes }, facts, at);
    for (const { id } of parts) await storage.keptFiles.remove(organizationId, id);
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
    const { id } = factsOf(kept);
    const { csv, plan } = await exportThreads.run(
      'plan',
      async () => {
        const file = await readExportFile(storage, kept);
        const earlier = await storage.catalogues.current(organizationId);
        // The products that were graded are told apart by this column.
        return { file, ...(id !== '' && { reading: { id } }), ...(earlier !== undefined && { earlier }) };
      },
      { organizationId, cost: kept.bytes },
    );
    await storePlanned(storage, organizationId, plan, csv, at);
    await audit('catalogue.imported', plan.version, { name: kept.name });
    return { catalogueVersion: plan.version, products: plan.products };
  }),

  manage(gradeExport, async (call, needs) => {
    const { body, audit, organizationId } = call;
    await requireExport(needs.storage, organizationId, body.of);
    return watched(call, needs, async (context) => {
      const gradingId = await gradeChosen(context, body.of, settingsOf(body), body.category);
      await audit('export.graded', gradingId);
      return { gradingId };
    });
  }),

  manage(compareExports, async (call, needs) => {
    const { body, audit, organizationId } = call;
    await requireExport(needs.storage, organizationId, body.before);
    await requireExport(needs.storage, organizationId, body.after);
    return watched(call, needs, async (context) => {
      const { before, after, repairs, category } = body;
      const gradingId = await compareChosen(context, {
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
    const name = `${kind}-${isoTime(grading.at).slice(0, 10)}.${as}`;
    return { name, type: type[as], content: Buffer.from(content.buffer) };
  }),

  manage(removeGrading, async ({ organizationId, params, audit }, { storage }) => {
    const { id } = await gradingNamed(storage, organizationId, params.gradingId);
    await storage.keptFiles.remove(organizationId, detailsId(id));
    await storage.gradings.remove(organizationId, id);
    await audit('grading.removed', id);
    return { removed: true } as const;
  }),

  manage(listAffected, async ({ organizationId, params, query }, { storage, exportThreads }) => {
    const { products, attribute, place, run } = await ofAttribute({ storage }, organizationId, params);
    const { offset = 0, limit = PRODUCTS, search = '', open = false } = query;
    const { gradingId } = params;
    const filled = open ? await storage.gradings.cells(organizationId, gradingId, place) : [];
    const sought = { offset, limit, search, open };
    const page = await exportThreads.run('affected', { products, attribute, filled, query: sought }, run);
    const ids = page.products.map(({ id }) => id);
    const values = await storage.gradings.valuesOf(organizationId, gradingId, place, ids);
    return {
      ...page,
      products: page.products.map((product) => {
        const value = values.get(product.id);
        return value === undefined ? product : { ...product, value };
      }),
    };
  }),

  manage(downloadAffected, async ({ organizationId, params }, { storage, exportThreads }) => {
    const { name, products, attribute, run } = await ofAttribute({ storage }, organizationId, params);
    const csv = await exportThreads.run('sheet', { name, products, attribute }, run);
    const content = Buffer.from(csv.buffer);
    return { name: `${name.slice(0, 60)}.csv`, type: 'text/csv; charset=utf-8', content };
  }),

  manage(fillCells, async ({ organizationId, params, body }, { storage, keptLimits: { filledCells } }) => {
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
      filledCells,
    );
    if (!stored) throw tooManyCells(filledCells);
    return { cells };
  }),

  manage(readReplacements, async ({ organizationId, params }, { storage }) => {
    const { id } = await gradingNamed(storage, organizationId, params.gradingId);
    const replacements = await storage.gradings.replacements(organizationId, id);
    return { replacements: replacements.map((each) => ({ ...each })) };
  }),

  manage(acceptSuggestions, async ({ organizationId, params, audit }, needs) => {
    const { storage, exportThreads, keptLimits } = needs;
    const { grading, place, products, attribute, run } = await ofAttribute(needs, organizationId, params);
    const filled = await storage.gradings.cells(organizationId, grading.id, place);
    const open = await exportThreads.run('suggestions', { place, products, attribute, filled }, run);
    const all = await storage.gradings.filled(organizationId, grading.id);
    let cells = all.reduce((sum, each) => sum + each.cells, 0);
    const most = keptLimits.filledCells;
    if (cells + open.count > most) throw tooManyCells(most);
    for (const list of open.cells) {
      const part = readJsonList<FilledCell>([list]);
      const kept = await storage.gradings.fill(organizationId, grading.id, part, most);
      // Others fill cells in at the same time.
      if (!kept.stored) throw tooManyCells(most);
      cells = kept.cells;
    }
    await audit('suggestions.accepted', grading.id, { attribute: place, cells: open.count });
    return { filled: open.count, cells };
  }),

  manage(repairExport, async (call, needs) => {
    const { body, params, audit } = call;
    await gradingNamed(needs.storage, call.organizationId, params.gradingId);
    return watched(call, needs, async (context) => {
      const repaired = await repairGraded(context, params.gradingId, body);
      await audit('export.repaired', repaired.exportId, { cells: repaired.cells });
      return { ...repaired, said: [...repaired.said] };
    });
  }),
];

const tooManyCells = (most: number): Conflict =>
  new Conflict(
    `At most ${most.toLocaleString('en')} cells are filled in at a time. Write them into the export first, then go on with the repaired one.`,
  );
