import type { Context, PersonaTable } from '@decidable/engine/session';
import { JsonWriter, piece } from '../json/json-writer.ts';
import { writePersonas } from './persona-answer.ts';

/** The content of a response of `/track`. */
export interface Tracked {
  readonly sessionId: string;
  readonly personas: PersonaTable;
  /** Number of signals of known types in the call, and the types that are unknown. */
  readonly accepted: number;
  readonly unrecognised: readonly string[];
  readonly context: Context;
}

const SESSION = piece('{"sessionId":');
const PERSONAS = piece(',"found":true,"personas":');
const ACCEPTED = piece(',"signals":{"accepted":');
const UNRECOGNISED = piece(',"unrecognised":[');
const NEXT = piece(',');
const DEVICE = piece(']},"context":{"device":');
const REFERRER = piece(',"referrer":');
const TIME_OF_DAY = piece(',"timeOfDay":');
const END = piece('}}');

const out = new JsonWriter();

/** Writes a `TrackResponse` as JSON, without an object in between, since it is the most frequent response. */
export function trackAnswer({ sessionId, personas, accepted, unrecognised, context }: Tracked): string {
  out.begin().piece(SESSION).string(sessionId).piece(PERSONAS);
  writePersonas(personas, out);
  out.piece(ACCEPTED).number(accepted).piece(UNRECOGNISED);
  for (let i = 0; i < unrecognised.length; i++) {
    if (i > 0) out.piece(NEXT);
    out.string(unrecognised[i]);
  }
  const { device, referrer, timeOfDay } = context;
  out.piece(DEVICE).string(device).piece(REFERRER).string(referrer).piece(TIME_OF_DAY).string(timeOfDay);
  return out.piece(END).text();
}
