import type { Persona as WirePersona } from '@decidable/contract';
import type { Persona, PersonaTable } from '@decidable/engine/session';
import { isoTime } from '../json/iso-time.ts';
import { type JsonWriter, piece } from '../json/json-writer.ts';
import { evidenceInWords } from './evidence-words.ts';

/** Scores and weights have six decimal places: more are noise, and cost bytes in each response. Set by hand. */
const PRECISION = 1e6;
const rounded = (x: number): number => Math.round(x * PRECISION) / PRECISION;

/** Personas as responses show them. */
export function shownPersonas(personas: readonly Persona[]): WirePersona[] {
  return personas.map(({ id, label, kind, score, evidence, updatedAt }) => ({
    id,
    label,
    kind,
    score: rounded(score),
    evidence: evidence.map(({ signal, weight }) => ({
      signal,
      text: evidenceInWords(signal),
      weight: rounded(weight),
    })),
    updatedAt: isoTime(updatedAt),
  }));
}

/** Pieces of JSON in each map; a full map is cleared. Set by hand. */
const MOST_REMEMBERED = 10_000;

/** The JSON of a persona up to its score. */
interface Begin {
  readonly label: string;
  readonly kind: Persona['kind'];
  readonly json: Uint8Array;
}

const begins = new Map<string, Begin>();
const signals = new Map<string, Uint8Array>();

function beginOf(id: string, label: string, kind: Persona['kind']): Uint8Array {
  const known = begins.get(id);
  // Organizations may give one id different labels.
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
    const text = evidenceInWords(signal);
    json = piece(`${JSON.stringify({ signal, text }).slice(0, -1)},"weight":`);
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

/** Writes {@link shownPersonas} as JSON, without objects in between, from cached pieces that repeat in most responses. */
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
