import { isDeepStrictEqual } from 'node:util';
import { type EventRequest, event } from '@decidable/contract';
import { timeOf } from '@decidable/engine/session';
import { InvalidInput } from '../errors.ts';
import { serve } from '../http/endpoint.ts';
import type { OutcomeEvent } from '../storage/ports.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import type { ServeEndpoint } from './dependencies.ts';

type SentEvent = NonNullable<EventRequest['events']>[number];

/** An event with the field of its id, for messages. */
interface NamedEvent {
  readonly field: string;
  readonly event: OutcomeEvent;
}

/**
 * Named outcomes that are no persona signals. With an `eventId` each counts once however often its session sends it. They are
 * recorded together or not at all.
 */
export const serveEndpoint: ServeEndpoint = () =>
  serve(event, async (call) => {
    const { name, eventId: named, events = [] } = call.body;
    if (name === undefined && events.length === 0)
      throw new InvalidInput(
        'name: say what happened, such as "checkout_started", or give a list in events.',
      );
    const of = (sent: SentEvent, field: string, eventId: string): NamedEvent => ({
      field: `${field}eventId`,
      event: {
        eventId: eventId.normalize(),
        sessionId: call.sessionId,
        name: sent.name.normalize(),
        at: happenedAt(sent, field, call.at),
        ...(sent.data !== undefined && { data: JSON.stringify(sent.data) }),
        ...(sent.decisionId !== undefined && { decisionId: sent.decisionId.normalize() }),
      },
    });
    const newId = () => timeOrderedId(call.at);
    const head = name === undefined ? [] : [of({ ...call.body, name }, '', named ?? newId())];
    const list = events.map((sent, at) =>
      of(sent, `events[${at}].`, sent.eventId ?? (named === undefined ? newId() : `${named}:${at}`)),
    );
    const all = [...head, ...list];
    const repeats = repeatsIn(all);
    const written = all.filter((_, at) => !repeats.has(at));
    const outcomes = await call.commit(written.map(({ event }) => ({ kind: 'event', event }) as const));
    const reused = outcomes.findIndex((outcome) => outcome.reused);
    if (reused >= 0) throw otherBody(written[reused]!.field);
    let next = 0;
    const recorded = all.map(({ event: { eventId } }, at) => ({
      eventId,
      duplicate: repeats.has(at) || outcomes[next++]!.duplicate,
    }));
    return {
      recorded: true as const,
      duplicate: recorded.every(({ duplicate }) => duplicate),
      eventId: recorded[0]!.eventId,
      ...(events.length > 0 && { events: recorded.slice(head.length) }),
    };
  });

/** @throws InvalidInput where its `at` is no time that can be taken */
function happenedAt(sent: SentEvent, field: string, now: number): number {
  const at = timeOf(sent, now);
  if (typeof at === 'string') throw new InvalidInput(`${field}at: ${at}.`);
  return at;
}

/** The places of events that stand in the request before. @throws InvalidInput where they say something else there */
function repeatsIn(all: readonly NamedEvent[]): ReadonlySet<number> {
  const first = new Map<string, OutcomeEvent>();
  const repeats = new Set<number>();
  all.forEach(({ field, event }, at) => {
    const key = JSON.stringify([event.eventId, event.name]);
    const before = first.get(key);
    if (before === undefined) first.set(key, event);
    else if (isDeepStrictEqual(contentOf(before), contentOf(event))) repeats.add(at);
    else throw otherBody(field);
  });
  return repeats;
}

const contentOf = ({ data, decisionId }: OutcomeEvent) => [
  data === undefined ? undefined : JSON.parse(data),
  decisionId,
];

const otherBody = (field: string): InvalidInput =>
  new InvalidInput(
    `${field}: this session has sent an event of this name under it with another body, which counts. This one was not recorded: send it under an id of its own.`,
  );
