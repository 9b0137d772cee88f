/** The personas of a shop as the service keeps them. */
export interface Settings {
  readonly personas: readonly OwnPersona[];
  readonly behaviours: readonly Behaviour[];
}

export interface OwnPersona {
  readonly id: string;
  readonly label: string;
  readonly evidence: readonly Rule[];
}

export interface Rule {
  readonly by: 'signal' | 'measure';
  readonly name: string;
  readonly weight: number;
}

/** What the shop itself observes and sends, by its slug. */
export interface Behaviour {
  readonly slug: string;
  readonly persona: string;
  readonly weight: number;
}

/** As `decidable personas` writes them. */
interface Kept {
  readonly personas?:
    | readonly {
        readonly id: string;
        readonly label: string;
        readonly evidence?:
          | readonly { readonly signal?: string; readonly measure?: string; readonly weight: number }[]
          | null;
      }[]
    | null;
  readonly behaviours?: Readonly<
    Record<string, { readonly persona: string; readonly weight: number }>
  > | null;
}

/** @param kept the answer of the service; null where the shop has none */
export function settingsOf(kept: unknown): Settings {
  const { personas, behaviours } = (kept ?? {}) as Kept;
  return {
    personas: (personas ?? []).map(({ id, label, evidence }) => ({
      id,
      label,
      evidence: (evidence ?? []).map(({ signal, measure, weight }) => ({
        by: measure === undefined ? 'signal' : 'measure',
        name: measure ?? signal ?? '',
        weight,
      })),
    })),
    behaviours: Object.entries(behaviours ?? {}).map(([slug, behaviour]) => ({ slug, ...behaviour })),
  };
}

/** What is sent; the service refuses what is wrong, and names its place. */
export function keptOf({ personas, behaviours }: Settings): Record<string, unknown> {
  return {
    personas: personas.map(({ id, label, evidence }) => ({
      id: id === '' ? idOf(label) : id,
      label,
      evidence: evidence.map(({ by, name, weight }) => ({ [by]: name, weight })),
    })),
    behaviours: Object.fromEntries(
      behaviours.map(({ slug, persona, weight }) => [slug.trim(), { persona, weight }]),
    ),
  };
}

/** The id of a new persona, by its label: "Night owl" is `night_owl`. */
export const idOf = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 64);

/** A refusal with its place as the form shows it: "personas[0].evidence[1].weight" is rule 2 of persona 1. */
export const refusalInWords = (message: string): string =>
  message.replace(
    /^personas\[(\d+)\](?:\.evidence\[(\d+)\])?(?:\.(\w+))?/,
    (_, persona: string, rule: string | undefined, field: string | undefined) =>
      [
        `Persona ${Number(persona) + 1}`,
        rule !== undefined && `rule ${Number(rule) + 1}`,
        field !== undefined && `the ${field}`,
      ]
        .filter(Boolean)
        .join(', '),
  );

/** What would overwrite something else where it was sent. */
export function doubled({ personas, behaviours }: Settings): string | undefined {
  const twice = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) < index);
  const id = twice(personas.map((persona) => persona.id || idOf(persona.label)));
  if (id !== undefined) return `Two personas have the id "${id}". Give one of them another name.`;
  const slug = twice(behaviours.map((behaviour) => behaviour.slug.trim()));
  return slug === undefined
    ? undefined
    : `The behaviour "${slug}" is there twice. Keep the one that is meant.`;
}
