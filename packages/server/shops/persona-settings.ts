import {
  EVIDENCE_KINDS,
  type EvidenceRule,
  MEASURES,
  PERSONAS,
  type PersonaDeclaration,
  type PersonaSettings,
} from '@decidable/engine/session';
import type { OrganizationId, Storage } from '../storage/ports.ts';

/** Personas of its own that an organization may have; they are looked at for every answer. */
const MOST_PERSONAS = 50;
const MOST_BEHAVIOURS = 200;
const MOST_RULES = 30;
const MOST_WEIGHT = 10;

/** Settings that cannot be used, with the place and the remedy. */
export class PersonaSettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PersonaSettingsError';
  }
}

type Fields = Readonly<Record<string, unknown>>;

function refuse(place: string, message: string): never {
  throw new PersonaSettingsError(`${place} ${message}.`);
}

function fieldsOf(place: string, value: unknown, known: readonly string[]): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) refuse(place, 'must be an object');
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown !== undefined) refuse(`${place}.${unknown}`, `is not known; it may have ${known.join(', ')}`);
  return value as Fields;
}

function text(place: string, value: unknown, most: number): string {
  if (typeof value !== 'string' || value.trim() === '' || [...value].length > most) {
    refuse(place, `must be text of 1 to ${most} characters`);
  }
  return value.normalize();
}

function weight(place: string, value: unknown): number {
  if (typeof value !== 'number' || !(value > 0 && value <= MOST_WEIGHT)) {
    refuse(place, `must be a number above 0, at most ${MOST_WEIGHT}`);
  }
  return value;
}

function list(place: string, value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most) refuse(place, `must be a list of at most ${most}`);
  return value;
}

/** A kind of signal that sessions keep: a rule on any other would never count, and nobody would know why. */
function kindOfSignal(place: string, value: unknown): string {
  const signal = text(place, value, 128);
  if (!EVIDENCE_KINDS.includes(signal) && !/^sort:\S/.test(signal)) {
    refuse(place, `must be one of ${EVIDENCE_KINDS.join(', ')}, sort:<order>`);
  }
  return signal;
}

function rule(place: string, value: unknown): EvidenceRule {
  const fields = fieldsOf(place, value, ['signal', 'measure', 'weight']);
  const own = weight(`${place}.weight`, fields.weight);
  if (fields.measure === undefined) {
    return { signal: kindOfSignal(`${place}.signal`, fields.signal), weight: own };
  }
  if (fields.signal !== undefined) refuse(place, 'must have a signal or a measure, not both');
  const measure = Object.keys(MEASURES).find((name) => name === fields.measure);
  if (measure === undefined) refuse(`${place}.measure`, `must be one of ${Object.keys(MEASURES).join(', ')}`);
  return { measure: measure as keyof typeof MEASURES, weight: own };
}

function persona(place: string, value: unknown): PersonaDeclaration {
  const fields = fieldsOf(place, value, ['id', 'label', 'evidence']);
  return {
    id: text(`${place}.id`, fields.id, 64),
    label: text(`${place}.label`, fields.label, 128),
    evidence: list(`${place}.evidence`, fields.evidence ?? [], MOST_RULES).map((each, i) =>
      rule(`${place}.evidence[${i}]`, each),
    ),
  };
}

/**
 * Reads an organization's own personas and what its behaviours speak for.
 *
 * @throws PersonaSettingsError naming the first place that is wrong and what it should be
 * @example
 * parsePersonaSettings({
 *   personas: [{ id: 'stylist', label: 'Stylist', evidence: [{ signal: 'wishlist_add', weight: 0.5 }] }],
 *   behaviours: { 'opened-lookbook': { persona: 'stylist', weight: 0.7 } },
 * });
 */
export function parsePersonaSettings(value: unknown): PersonaSettings {
  const fields = fieldsOf('The settings', value, ['personas', 'behaviours']);
  const personas = list('personas', fields.personas ?? [], MOST_PERSONAS).map((each, i) =>
    persona(`personas[${i}]`, each),
  );
  const ids = new Set([...PERSONAS, ...personas].map(({ id }) => id));
  const given = Object.entries(
    fieldsOf('behaviours', fields.behaviours ?? {}, Object.keys(fields.behaviours ?? {})),
  );
  if (given.length > MOST_BEHAVIOURS) refuse('behaviours', `must be at most ${MOST_BEHAVIOURS}`);
  const behaviours = given.map(([slug, spoken]) => {
    const place = `behaviours["${slug}"]`;
    const mapped = fieldsOf(place, spoken, ['persona', 'weight']);
    const id = text(`${place}.persona`, mapped.persona, 64);
    if (!ids.has(id)) refuse(`${place}.persona`, `must be one of ${[...ids].join(', ')}`);
    return [slug.normalize(), { persona: id, weight: weight(`${place}.weight`, mapped.weight) }] as const;
  });
  return { personas, behaviours: Object.fromEntries(behaviours) };
}

/**
 * What an organization set with `decidable personas set`; `undefined` where it set nothing. @throws StoreUnavailable
 */
export async function personaSettingsOf(
  { organizations }: Pick<Storage, 'organizations'>,
  organizationId: OrganizationId,
): Promise<PersonaSettings | undefined> {
  const json = await organizations.personas(organizationId);
  return json === undefined ? undefined : (JSON.parse(json) as PersonaSettings);
}

/** Puts personas in place of those that an organization has. A running service takes them over. @throws StoreUnavailable */
export async function setPersonas(
  { organizations }: Pick<Storage, 'organizations'>,
  organizationId: OrganizationId,
  settings: PersonaSettings,
): Promise<void> {
  await organizations.setPersonas(organizationId, JSON.stringify(settings));
}
