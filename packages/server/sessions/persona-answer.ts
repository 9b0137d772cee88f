import type { Persona as WirePersona } from '@decidable/contract';
import type { Persona, PersonaTable } from '@decidable/engine/session';
import { isoTime } from '../json/iso-time.ts';
import { type JsonWriter, piece } from '../json/json-writer.ts';

/** Figures are told to this many digits: more is noise, and costs bytes in every answer. */
const DIGITS = 1e6;
const rounded = (x: number): number => Math.round(x * DIGITS) / DIGITS;

/** Personas as answers show them. */
export function shownPersonas(personas: readonly Persona[]): WirePersona[] {
  return personas.map(({ id, label, kind, score, evidence, updatedAt }) => ({
    id,
    label,
    kind,
    score: rounded(score),
    evidence: evidence.map(({ signal, weight }) => ({ signal, weight: rounded(weight) })),
    updatedAt: isoTime(updatedAt),
  }));
}

/** What is remembered of each kind; all of it is forgotten when there is more. */
const MOST_REMEMBERED = 10_000;

/** How a persona with this label and of this kind begins, before its figures. */
interface Begin {
  readonly label: string;
  readonly kind: Persona['kind'];
  readonly json: Uint8Array;
}

const begins = new Map<string, Begin>();
const signals = new Map<string, Uint8Array>();

function beginOf(id: string, label: string, kind: Persona['kind']): Uint8Array {
  const known = begins.get(id);
  // Each organization has labels of its own.
  if (known?.label === label && known.kind === kind) return known.json;
  if (begins.size >= MOST_REMEMBERED) begins.clear();
  const json = piece(`${JSON.stringify({ id, label, kind }).slice(0, -1)},"score":`);
  begins.set(id, { label, kind, json });
  return json;
}

function signalOf(signal: string): Uint8Array {
  let json = signals.get(signal);
  if (json === undefined) {
    if (signals.size >= MOST_REMEMBERED) signals.clear();
    json = piece(`{"signal":${JSON.stringify(signal)},"weight":`);
    signals.set(signal, json);
  }
  return json;
}

const BEGIN = piece('[');
const NEXT = piece('},');
const END = piece('}]');
const EMPTY = piece('[]');
const EVIDENCE = piece(',"evidence":[');
const UPDATED = piece('}],"updatedAt":');

/** Writes {@link shownPersonas} as JSON, without the objects in between: most of it is the same again and again. */
export function writePersonas(personas: PersonaTable, out: JsonWriter): void {
  if (personas.length === 0) {
    out.piece(EMPTY);
    return;
  }
  out.piece(BEGIN);
  for (let place = 0; place < personas.length; place++) {
    if (place > 0) out.piece(NEXT);
    out.piece(beginOf(personas.id(place), personas.label(place), personas.kind(place)));
    out.rounded(personas.score(place)).piece(EVIDENCE);
    let evidence = personas.evidence(place);
    out.piece(signalOf(personas.signal(evidence))).rounded(personas.weight(evidence));
    for (evidence = personas.after(evidence); evidence >= 0; evidence = personas.after(evidence)) {
      out
        .piece(NEXT)
        .piece(signalOf(personas.signal(evidence)))
        .rounded(personas.weight(evidence));
    }
    out.piece(UPDATED).time(personas.updatedAt(place));
  }
  out.piece(END);
}
