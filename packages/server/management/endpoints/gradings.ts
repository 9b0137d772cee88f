import {
  type ChosenExport,
  compareExports,
  downloadReport,
  type GradingSummary,
  gradeExport,
  type ListedGrading,
  listGradings,
  readGrading,
  removeGrading,
} from '@decidable/contract/management';
import { Conflict } from '../../errors.ts';
import {
  compareChosen,
  detailsId,
  exportNamed,
  factsOf,
  type GradingSettings,
  gradeChosen,
  gradingNamed,
  originOf,
  shownExport,
} from '../../gradings/index.ts';
import { isoTime } from '../../json/iso-time.ts';
import type { KeptGrading, OrganizationId, Storage } from '../../storage/ports.ts';
import { manage } from '../manage.ts';
import { cursorOf, pageOf, placeOf } from '../paging.ts';
import { watchedGrading } from '../watched-grading.ts';

const PAGE = 50;

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

interface Settings {
  readonly id?: string;
  readonly ignore?: readonly string[];
  readonly kinds?: readonly { readonly attribute: string; readonly kind: string }[];
  readonly source?: GradingSettings['source'];
  readonly amortisationHorizon?: number;
  readonly applicable?: readonly string[];
  readonly emptyMeansNo?: readonly string[];
  readonly emptyMeansUnknown?: readonly string[];
}

const settingsOf = (body: Settings): GradingSettings => {
  const { id, ignore, kinds = [], source, amortisationHorizon, applicable } = body;
  const { emptyMeansNo, emptyMeansUnknown } = body;
  return {
    reading: { ...(id !== undefined && { id }), ...(ignore !== undefined && { ignore }) },
    kinds: Object.fromEntries(
      kinds.map(({ attribute, kind }) => [attribute, kind]),
    ) as GradingSettings['kinds'],
    ...(source !== undefined && { source }),
    ...(amortisationHorizon !== undefined && { amortisationHorizon }),
    ...(applicable !== undefined && { applicable }),
    ...(emptyMeansNo !== undefined && { emptyMeansNo }),
    ...(emptyMeansUnknown !== undefined && { emptyMeansUnknown }),
  };
};

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

export const endpoints = [
  manage(gradeExport, async (call, needs) => {
    const { body, audit, organizationId } = call;
    await requireExport(needs.storage, organizationId, body.of);
    return watchedGrading(call, needs, async (context) => {
      const gradingId = await gradeChosen(context, body.of, settingsOf(body), body.category);
      await audit('export.graded', gradingId);
      return { gradingId };
    });
  }),

  manage(compareExports, async (call, needs) => {
    const { body, audit, organizationId } = call;
    await requireExport(needs.storage, organizationId, body.before);
    await requireExport(needs.storage, organizationId, body.after);
    return watchedGrading(call, needs, async (context) => {
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
    const place = cursor === undefined ? undefined : placeOf(cursor);
    const gradings = await storage.gradings.page(organizationId, {
      limit: limit + 1,
      ...(place !== undefined && { after: { at: place[0], id: place[1] } }),
      ...(kind === 'audit' && { kinds: ['audit'] }),
      ...(kind === 'comparison' && { kinds: ['verification', 'monitor'] }),
      ...(category !== undefined && { category: category === '' ? null : category }),
    });
    const { entries, ...more } = pageOf(gradings, limit, ({ at, id }) => cursorOf([at, id]));
    return { gradings: entries.map(shownGrading), ...more };
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

  manage(downloadReport, async ({ organizationId, params, query, signal }, { storage, exportProcesses }) => {
    const { as = 'result' } = query;
    const { id, kind, result, ...grading } = await gradingNamed(storage, organizationId, params.gradingId);
    if (as === 'result') return { name: 'result.json', type: 'application/json', content: result };
    const origin = originOf(grading);
    const details = await storage.keptFiles.find(organizationId, detailsId(id));
    const bytes = details && (await storage.keptFiles.read(organizationId, details.id));
    const content = await exportProcesses.run(
      'report',
      {
        as,
        kind: kind === 'audit' ? 'audit' : 'comparison',
        names: origin?.names ?? [],
        result,
        id,
        ...(bytes !== undefined && { details: { bytes, index: JSON.parse(details!.facts) } }),
      },
      { organizationId, cost: result.length + (bytes?.length ?? 0), signal },
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
];
