import {
  EVIDENCE_KINDS,
  type EvidenceRule,
  MEASURES,
  PERSONAS,
  type PersonaDeclaration,
  type PersonaSettings,
} from '@decidable/engine/session';
import type { ErrorObject } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Static, type TSchema, Type } from 'typebox';
import { InvalidInput } from '../errors.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';

/** Limits of an organization's settings, since its personas are evaluated for each response. Set by hand. */
const MAX_PERSONAS = 50;
const MAX_BEHAVIOURS = 200;
const MAX_RULES = 30;
const MAX_WEIGHT = 10;
const MAX_ID = 64;
const MAX_LABEL = 128;

/** The settings are invalid; the message names the place and the remedy. */
export class PersonaSettingsError extends InvalidInput {}

/** The message for an invalid value, in place of Ajv's own. */
const must = (message: string) => ({ message: `must be ${message}` });
const text = (most: number) =>
  Type.String({ pattern: '\\S', maxLength: most, ...must(`text of 1 to ${most} characters`) });
const list = <Item extends TSchema>(item: Item, most: number) =>
  Type.Optional(Type.Array(item, { maxItems: most, nullable: true, ...must(`a list of at most ${most}`) }));
const object = { additionalProperties: false, ...must('an object') };

const Weight = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_WEIGHT,
  ...must(`a number above 0, at most ${MAX_WEIGHT}`),
});
/** A kind of signal that profiles keep. A rule on any other kind would never apply, so it is refused. */
const EvidenceKind = Type.String({
  pattern: `^(?:${EVIDENCE_KINDS.join('|')}|sort:\\S.*)$`,
  maxLength: 128,
  ...must(`one of ${EVIDENCE_KINDS.join(', ')}, sort:<order>`),
});
const measures = Object.keys(MEASURES) as (keyof typeof MEASURES)[];
const Measure = Type.Unsafe<keyof typeof MEASURES>({
  type: 'string',
  enum: measures,
  ...must(`one of ${measures.join(', ')}`),
});
const Rule = Type.Object(
  { signal: Type.Optional(EvidenceKind), measure: Type.Optional(Measure), weight: Weight },
  object,
);
const Persona = Type.Object(
  { id: text(MAX_ID), label: text(MAX_LABEL), evidence: list(Rule, MAX_RULES) },
  object,
);
const Behaviour = Type.Object({ persona: text(MAX_ID), weight: Weight }, object);
const Settings = Type.Object(
  {
    personas: list(Persona, MAX_PERSONAS),
    behaviours: Type.Optional(
      Type.Record(Type.String(), Behaviour, { nullable: true, ...must('an object') }),
    ),
  },
  object,
);

/** Compiled with its first use, which few processes have. */
let compiled: ValidateFunction<Static<typeof Settings>> | undefined;
function settingsValidator(): ValidateFunction<Static<typeof Settings>> {
  compiled ??= new Ajv2020({ verbose: true })
    .addKeyword('message')
    .compile<Static<typeof Settings>>(Settings);
  return compiled;
}

function refuse(place: string, message: string): never {
  throw new PersonaSettingsError(`${place} ${message}.`);
}

/** A JSON pointer as a path: "/personas/0/evidence" as `personas[0].evidence`; behaviours by their names in quotes. */
function placeOf(pointer: string): string {
  const [root, ...inner] = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (root === undefined) return 'The settings';
  return inner.reduce((place, part, depth) => {
    if (root === 'behaviours' && depth === 0) return `${place}["${part}"]`;
    return /^\d+$/.test(part) ? `${place}[${part}]` : `${place}.${part}`;
  }, root);
}

/** Throws for what Ajv found; the message names the place and the expected value. */
function refuseInvalid({ instancePath, keyword, params, parentSchema }: ErrorObject): never {
  const place = placeOf(instancePath);
  const schema = parentSchema as { readonly message: string; readonly properties?: Record<string, TSchema> };
  if (keyword === 'additionalProperties') {
    const known = Object.keys(schema.properties ?? {}).join(', ');
    return refuse(`${place}.${params.additionalProperty as string}`, `is not known; it may have ${known}`);
  }
  if (keyword === 'required') {
    const missing = params.missingProperty as string;
    const { message } = schema.properties![missing] as unknown as { readonly message: string };
    return refuse(`${place}.${missing}`, message);
  }
  return refuse(place, schema.message);
}

function ruleOf(place: string, { signal, measure, weight }: Static<typeof Rule>): EvidenceRule {
  if (measure === undefined) {
    if (signal === undefined) refuse(place, 'must have a signal or a measure');
    return { signal: signal.normalize(), weight };
  }
  if (signal !== undefined) refuse(place, 'must have a signal or a measure, not both');
  return { measure, weight };
}

/**
 * Validates an organization's own personas, and the behaviours that are evidence for a persona.
 *
 * @throws PersonaSettingsError naming the first invalid place and the expected value
 * @example
 * parsePersonaSettings({
 *   personas: [{ id: 'stylist', label: 'Stylist', evidence: [{ signal: 'wishlist_add', weight: 0.5 }] }],
 *   behaviours: { 'opened-lookbook': { persona: 'stylist', weight: 0.7 } },
 * });
 */
export function parsePersonaSettings(value: unknown): PersonaSettings {
  const isSettings = settingsValidator();
  if (!isSettings(value)) refuseInvalid(isSettings.errors![0]);
  const personas = (value.personas ?? []).map(
    ({ id, label, evidence }, i): PersonaDeclaration => ({
      id: id.normalize(),
      label: label.normalize(),
      evidence: (evidence ?? []).map((rule, k) => ruleOf(`personas[${i}].evidence[${k}]`, rule)),
    }),
  );
  const ids = new Set([...PERSONAS, ...personas].map(({ id }) => id));
  const given = Object.entries(value.behaviours ?? {});
  if (given.length > MAX_BEHAVIOURS) refuse('behaviours', `must be at most ${MAX_BEHAVIOURS}`);
  const behaviours = given.map(([slug, { persona, weight }]) => {
    const id = persona.normalize();
    if (!ids.has(id)) refuse(`behaviours["${slug}"].persona`, `must be one of ${[...ids].join(', ')}`);
    return [slug.normalize(), { persona: id, weight }] as const;
  });
  return { personas, behaviours: Object.fromEntries(behaviours) };
}

/** The personas that an organization has set; `undefined` if it has none. @throws StoreUnavailable */
export async function personaSettingsOf(
  { organizations }: Pick<Storage, 'organizations'>,
  organizationId: OrganizationId,
): Promise<PersonaSettings | undefined> {
  const json = await organizations.personas(organizationId);
  return json === undefined ? undefined : (JSON.parse(json) as PersonaSettings);
}

/** Replaces the personas of an organization, also in a running service. @throws StoreUnavailable */
export async function setPersonas(
  { organizations }: Pick<Storage, 'organizations'>,
  organizationId: OrganizationId,
  settings: PersonaSettings,
): Promise<void> {
  await organizations.setPersonas(organizationId, JSON.stringify(settings));
}
