import {
  readPersonas,
  readSynonyms,
  readTraining,
  trainNow,
  writePersonas,
  writeSynonyms,
} from '@decidable/contract/management';
import { Conflict } from '../../errors.ts';
import { isoTime } from '../../json/iso-time.ts';
import { trainModel } from '../../learning/index.ts';
import {
  importSynonyms,
  parsePersonaSettings,
  personaSettingsOf,
  removeSynonym,
  setPersonas,
  synonymRulesOf,
  writeSynonyms as written,
} from '../../shops/index.ts';
import type { OrganizationId } from '../../storage/ports.ts';
import { THIS_PROCESS, whileLeased } from '../../storage/while-leased.ts';
import { OPEN_WITHIN } from '../current-shop.ts';
import { beginWork } from '../events/long-work.ts';
import { type ManagementNeeds, manage } from '../manage.ts';

async function synonymsOf({ storage }: ManagementNeeds, organizationId: OrganizationId) {
  const rules = await synonymRulesOf(storage, organizationId);
  return { text: written(rules), rules: rules.length };
}

export const endpoints = [
  manage(readSynonyms, ({ organizationId }, needs) => synonymsOf(needs, organizationId)),

  manage(writeSynonyms, async ({ organizationId, body, audit }, needs) => {
    if (body.text.trim() === '') await removeSynonym(needs.storage, organizationId, undefined);
    else await importSynonyms(needs.storage, organizationId, Buffer.from(body.text));
    const synonyms = await synonymsOf(needs, organizationId);
    await audit('synonyms.changed', `${synonyms.rules} rules`);
    return synonyms;
  }),

  manage(readPersonas, async ({ organizationId }, { storage }) => ({
    settings: (await personaSettingsOf(storage, organizationId)) ?? null,
  })),

  manage(writePersonas, async ({ organizationId, body, audit }, { storage }) => {
    const settings = parsePersonaSettings(body.settings);
    await setPersonas(storage, organizationId, settings);
    await audit('personas.changed', `${settings.personas?.length ?? 0} personas`);
    return { settings };
  }),

  manage(readTraining, async ({ organizationId }, { services }) => {
    const { version, trainedAt, trainedOn, updates, queries } = (
      await services.shops.within(organizationId, OPEN_WITHIN)
    ).learned;
    return {
      version,
      visits: trainedOn,
      updates,
      queries: queries.length,
      ...(Number.isFinite(trainedAt) && trainedAt > 0 && { trainedAt: isoTime(trainedAt) }),
    };
  }),

  manage(trainNow, async ({ organizationId, at, audit, signal }, needs) => {
    const { storage, services, onUnreadFailure } = needs;
    const owner = `training for a member, ${THIS_PROCESS}`;
    return beginWork(signal, onUnreadFailure, async (tell: (step: { stage: string }) => void) => {
      const outcome = await whileLeased(storage.leases, organizationId, 'training', owner, () =>
        trainModel(storage, services.builder, organizationId, at, (stage) => tell({ stage })),
      );
      if (!outcome.held)
        throw new Conflict('The model is being trained already. Wait until that has ended, then look again.');
      const { visits = 0, sessions = 0, putAside = 0 } = outcome.result ?? {};
      await audit('model.trained', `${visits} visits`);
      return { visits, sessions, putAside };
    });
  }),
];
