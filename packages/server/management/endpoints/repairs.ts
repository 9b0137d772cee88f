import {
  acceptSuggestions,
  downloadAffected,
  fillCells,
  listAffected,
  readReplacements,
  repairExport,
} from '@decidable/contract/management';
import { Conflict, InvalidInput, NotFound } from '../../errors.ts';
import {
  type DetailsIndex,
  detailsId,
  gradingNamed,
  originOf,
  repairGraded,
  type Section,
} from '../../gradings/index.ts';
import { readJsonList } from '../../json/json-list.ts';
import type { FilledCell, OrganizationId } from '../../storage/ports.ts';
import { type ManagementNeeds, manage } from '../manage.ts';
import { watchedGrading } from '../watched-grading.ts';

const PRODUCTS = 100;

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
  manage(listAffected, async ({ organizationId, params, query, signal }, { storage, exportProcesses }) => {
    const { products, attribute, place, run } = await ofAttribute({ storage }, organizationId, params);
    const { offset = 0, limit = PRODUCTS, search = '', open = false } = query;
    const { gradingId } = params;
    const filled = open ? await storage.gradings.cells(organizationId, gradingId, place) : [];
    const sought = { offset, limit, search, open };
    const page = await exportProcesses.run(
      'affected',
      { products, attribute, filled, query: sought },
      { ...run, signal },
    );
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

  manage(downloadAffected, async ({ organizationId, params, signal }, { storage, exportProcesses }) => {
    const { name, products, attribute, run } = await ofAttribute({ storage }, organizationId, params);
    const csv = await exportProcesses.run('sheet', { name, products, attribute }, { ...run, signal });
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

  manage(acceptSuggestions, async ({ organizationId, params, signal, audit }, needs) => {
    const { storage, exportProcesses, keptLimits } = needs;
    const { grading, place, products, attribute, run } = await ofAttribute(needs, organizationId, params);
    const filled = await storage.gradings.cells(organizationId, grading.id, place);
    const open = await exportProcesses.run(
      'suggestions',
      { place, products, attribute, filled },
      { ...run, signal },
    );
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
    return watchedGrading(call, needs, async (context) => {
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
