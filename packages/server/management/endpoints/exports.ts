import { limits } from '@decidable/contract/limits';
import {
  downloadExport,
  listExports,
  removeExport,
  uniteExports,
  uploadExport,
  useAsCatalogue,
} from '@decidable/contract/management';
import { megabytes } from '@decidable/report/stage-words';
import { InvalidInput } from '../../errors.ts';
import { exportNamed, factsOf, keepExport, readExportFile, shownExport } from '../../gradings/index.ts';
import { storePlanned } from '../../shops/index.ts';
import type { KeptFile } from '../../storage/ports.ts';
import { ownBytes } from '../../workers/own-bytes.ts';
import { manage } from '../manage.ts';
import { pageOf } from '../paging.ts';

const PAGE = 50;

export const endpoints = [
  manage(uploadExport, async ({ organizationId, query, body, at, signal, audit }, needs) => {
    const { storage, exportProcesses, keptLimits } = needs;
    if (body.length === 0) throw new InvalidInput('The file is empty. Choose the export itself.');
    const file = { name: query.name.normalize(), bytes: ownBytes(body) };
    const job = { file, ...(query.id !== undefined && { id: query.id }) };
    const cost = body.length;
    const facts = await exportProcesses.run('look', job, { organizationId, cost, signal });
    const kept = await keepExport(storage, keptLimits, organizationId, file, facts, at);
    await audit('export.uploaded', kept.id, { name: kept.name, bytes: kept.bytes });
    return shownExport(kept);
  }),

  manage(uniteExports, async ({ organizationId, body, at, signal, audit }, needs) => {
    const { storage, exportProcesses, keptLimits } = needs;
    const parts: KeptFile[] = [];
    for (const exportId of body.exportIds) parts.push(await exportNamed(storage, organizationId, exportId));
    const cost = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    if (cost > limits.exportBytes)
      throw new InvalidInput(
        `exportIds: together they have ${megabytes(cost)}, more than the ${megabytes(limits.exportBytes)} of one export.`,
      );
    const name = body.name.normalize();
    const { facts, bytes } = await exportProcesses.run(
      'unite',
      async () => {
        const files = [];
        for (const part of parts) files.push(await readExportFile(storage, part));
        return { name, files };
      },
      { organizationId, cost, signal },
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
    const { entries, ...more } = pageOf(files, limit, ({ id }) => id);
    return { exports: entries.map(shownExport), ...more };
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

  manage(
    useAsCatalogue,
    async ({ organizationId, params, at, signal, audit }, { storage, exportProcesses }) => {
      const kept = await exportNamed(storage, organizationId, params.exportId);
      const { id } = factsOf(kept);
      const { csv, plan } = await exportProcesses.run(
        'plan',
        async () => {
          const file = await readExportFile(storage, kept);
          const earlier = await storage.catalogues.current(organizationId);
          // The products that were graded are told apart by this column.
          return { file, ...(id !== '' && { reading: { id } }), ...(earlier !== undefined && { earlier }) };
        },
        { organizationId, cost: kept.bytes, signal },
      );
      await storePlanned(storage, organizationId, plan, csv, at);
      await audit('catalogue.imported', plan.version, { name: kept.name });
      return { catalogueVersion: plan.version, products: plan.products };
    },
  ),
];
