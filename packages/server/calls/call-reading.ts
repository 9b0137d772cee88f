import { basePath, type EndpointPath, signalTypes } from '@decidable/contract';
import { managementPath } from '@decidable/contract/management';
import { nearestName } from '@decidable/engine/catalogue';
import { KEY_PREFIX } from '../keys/mint-key.ts';
import type { RecordedCall } from './recent-calls.ts';

/** What was not understood, or not taken, and what to do about it. */
export interface CallProblem {
  readonly message: string;
  /** Absent where the message says it. */
  readonly fix?: string;
}

/** A call in words. */
export interface CallReading {
  /** The session that it names, where its body was kept whole. */
  readonly sessionId?: string;
  readonly understood: readonly string[];
  readonly problems: readonly CallProblem[];
}

/** What is looked at of a body and an answer; anything may be missing. */
interface Body {
  readonly sessionId?: unknown;
  readonly query?: unknown;
  readonly category?: unknown;
  readonly name?: unknown;
  readonly behavior?: unknown;
  readonly signals?: unknown;
  readonly events?: unknown;
  readonly items?: unknown;
}

/** Things of one kind that are named one by one. Set by hand. */
const MOST_NAMED = 5;

/** Why a list is not personal, by the reasons of the contract: as it is with every new visitor. */
const NOT_PERSONAL: Readonly<Record<string, string>> = {
  session_not_found: 'not personal: nothing was sent for this session',
  no_signals: 'not personal: no signal says what the shopper wants',
  opening: 'not personal: the service was still opening the catalogue',
  all_tied: 'not personal: the products differ in nothing that the session tells',
};

/** Reasons that call for a fix. */
const NOTHING_MATCHES: Readonly<Record<string, CallProblem>> = {
  no_matching_attributes: {
    message: 'The list is not personal: no product has what the signals of the session name.',
    fix: 'Send ids, categories and values as the catalogue writes them. Warnings of /track name what it does not have.',
  },
  catalogue_empty: {
    message: 'Nothing was ranked: the organization has no catalogue.',
    fix: 'Import one on the page Catalogue.',
  },
};

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

const quoted = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value));

/** The JSON of a text that was kept whole. */
function parsed(text: Buffer | undefined, bytes: number): Body | undefined {
  if (text === undefined || text.length < bytes) return undefined;
  try {
    const value = JSON.parse(text.toString()) as unknown;
    return value !== null && typeof value === 'object' ? (value as Body) : undefined;
  } catch (error) {
    // What is no JSON was refused, in words of its own.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Signals in words, and the types that are not understood. */
function readSignals(signals: unknown): CallReading {
  if (!Array.isArray(signals) || signals.length === 0)
    return { understood: ['no signals: the session was opened'], problems: [] };
  const sent = (signals as unknown[]).filter(isSignal);
  const known = sent.filter(({ type }) => Object.hasOwn(signalTypes, type));
  const unknown = new Set(sent.map(({ type }) => type).filter((type) => !Object.hasOwn(signalTypes, type)));
  const more = known.length > MOST_NAMED ? [`and ${known.length - MOST_NAMED} more`] : [];
  return {
    understood: [...known.slice(0, MOST_NAMED).map(({ type, value }) => `${type} ${quoted(value)}`), ...more],
    problems: [...unknown].slice(0, MOST_NAMED).map((type) => {
      const meant = nearestName(type, Object.keys(signalTypes));
      return {
        message: `No type of signal is called "${type}": it is kept with the session and carries no weight.`,
        fix:
          meant === undefined
            ? `Send one of ${Object.keys(signalTypes).join(', ')}.`
            : `Did you mean ${meant}?`,
      };
    }),
  };
}

const isSignal = (value: unknown): value is { readonly type: string; readonly value?: unknown } =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string';

/** The beginning of an answer tells most of a list. */
function readList(answer: string): CallReading {
  const reason = /"reason":"(\w+)"/.exec(answer)?.[1];
  const total = /"total":(\d+)/.exec(answer)?.[1];
  const isPersonal = answer.includes('"personalised":true');
  const problem = reason === undefined ? undefined : NOTHING_MATCHES[reason];
  const why = reason === undefined ? undefined : NOT_PERSONAL[reason];
  return {
    understood: [
      ...(total === undefined ? [] : [counted(Number(total), 'product')]),
      ...(isPersonal ? ['ranked for the session'] : []),
      ...(why === undefined ? [] : [why]),
    ],
    problems: problem === undefined ? [] : [problem],
  };
}

const asked = ({ query, category }: Body): string[] => [
  ...(typeof query === 'string' && query !== '' ? [`query ${quoted(query)}`] : []),
  ...(typeof category === 'string' ? [`category ${quoted(category)}`] : []),
];

/** What became of a delivery; the reasons of what was left out are its warnings. */
function readDelivered(answer: string): CallReading {
  const numbers = /^\{"received":(\d+),"recorded":(\d+),"ignored":(\d+)/.exec(answer);
  if (numbers === null) return { understood: [], problems: [] };
  const [received, recorded, ignored] = numbers.slice(1).map(Number);
  return {
    understood: [
      counted(received!, 'event'),
      `${recorded} recorded`,
      ...(ignored! > 0 ? [`${ignored} say nothing that is used`] : []),
    ],
    problems: [],
  };
}

function readSuccess(endpoint: string, body: Body | undefined, answer: string): CallReading {
  if (endpoint.startsWith(managementPath)) return readDelivered(answer);
  switch (endpoint as EndpointPath) {
    case '/track':
      return body === undefined ? { understood: [], problems: [] } : readSignals(body.signals);
    case '/catalog/ranked':
    case '/search':
    case '/rerank': {
      const list = readList(answer);
      const brought = body?.signals === undefined ? undefined : readSignals(body.signals);
      return {
        understood: [
          ...(brought?.understood ?? []),
          ...(body === undefined ? [] : asked(body)),
          ...list.understood,
        ],
        problems: [...(brought?.problems ?? []), ...list.problems],
      };
    }
    case '/track/behavior':
      return { understood: [`behaviour ${quoted(body?.behavior)}`], problems: [] };
    case '/event':
      return {
        understood: [
          ...(body?.name === undefined ? [] : [`event ${quoted(body.name)}`]),
          ...(Array.isArray(body?.events) ? [counted(body.events.length, 'event')] : []),
          ...(answer.includes('"duplicate":true') ? ['which had been sent before'] : []),
        ],
        problems: [],
      };
    case '/exposure':
      return {
        understood: Array.isArray(body?.items) ? [counted(body.items.length, 'shown product')] : [],
        problems: [],
      };
    case '/catalog/audit':
    case '/catalog/verify':
      return { understood: ['graded'], problems: [] };
    default:
      return { understood: body === undefined ? [] : asked(body), problems: [] };
  }
}

/** What became of a call: what was understood of it, what was not, and the fix. */
export function readCall(call: RecordedCall): CallReading {
  const { endpoint, body: sent, bodyBytes, answer, warnings, refusal } = call;
  const body = parsed(sent, bodyBytes);
  const session = typeof body?.sessionId === 'string' ? { sessionId: body.sessionId } : {};
  if (refusal !== undefined)
    return { ...session, understood: [], problems: [{ message: refusal.message, ...fixOf(call) }] };
  const { understood, problems } = readSuccess(endpoint, body, answer.toString());
  const warned = warnings.map(({ field, message }) => ({
    message: field === undefined || message.includes(field) ? message : `${field}: ${message}`,
  }));
  return { ...session, understood, problems: [...problems, ...warned] };
}

/** What to do beside what the message says, where the dashboard is the place for it. */
function fixOf({ status, refusal, origin, endpoint }: RecordedCall): { readonly fix?: string } {
  // What other systems deliver has no key, and the message says what it lacks.
  if (status === 401 && !endpoint.startsWith(managementPath))
    return { fix: 'This key was revoked or has expired. Use another one: they are on the page API keys.' };
  if (refusal?.code === 'FORBIDDEN' && origin !== undefined)
    return {
      fix: `The page API keys shows from which origins the key works, and what it may call. This call came from ${origin}.`,
    };
  return {};
}

/** The path of an endpoint below the base path. */
export const endpointOf = (route: string): string =>
  route.startsWith(basePath) ? route.slice(basePath.length) : route;

const KEYS = new RegExp(`\\b(${KEY_PREFIX}[\\w-]{4})[\\w-]+`, 'g');

/** A text that was kept, without the values of keys that somebody may have put into it. */
export const shownText = (bytes: Buffer | undefined): string | undefined =>
  bytes?.toString().replaceAll(KEYS, '$1…');
