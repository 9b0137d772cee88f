import Type, { type Static } from 'typebox';
import { limits } from '../../limits.ts';
import { Context, Explanation, Factor, Persona } from '../../shapes.ts';
import { managementEndpoint } from '../endpoint.ts';
import { Time } from '../fields.ts';

/** A session in a list of them. */
export const SessionSummary = Type.Object(
  {
    sessionId: Type.String(),
    openedAt: Time,
    lastSeenAt: Time,
    signals: Type.Integer({ minimum: 0, description: 'The number of its signals.' }),
  },
  { title: 'SessionSummary' },
);
export type SessionSummary = Static<typeof SessionSummary>;

/** A signal of the log. */
export const ShownSignal = Type.Object(
  {
    sequence: Type.Integer({ minimum: 1 }),
    type: Type.String(),
    value: Type.Optional(Type.String()),
    at: Time,
    data: Type.Optional(Type.Unknown({ description: 'Metadata of a behaviour, or how a search was read.' })),
    title: Type.Optional(Type.String({ description: 'The title of the product that it is about.' })),
  },
  { title: 'ShownSignal' },
);
export type ShownSignal = Static<typeof ShownSignal>;

/** What a session looks for, and how it fades. */
export const ShownInterest = Type.Object(
  {
    interest: Type.String({ description: '`<kind>:<name>`, such as `category:boots`.' }),
    score: Type.Number({ minimum: 0 }),
    inAnHour: Type.Number({ minimum: 0, description: 'The score an hour later without a signal.' }),
  },
  { title: 'ShownInterest' },
);

/** What is inferred of a session as it is now. */
export const SessionState = Type.Object(
  {
    personas: Type.Array(Persona),
    interests: Type.Array(ShownInterest),
    context: Type.Optional(Context),
  },
  { title: 'SessionState' },
);
export type SessionState = Static<typeof SessionState>;

/** A ranking of a session in a list of them. */
export const DecisionSummary = Type.Object(
  {
    decisionId: Type.String(),
    endpoint: Type.String(),
    at: Time,
    products: Type.Integer({ minimum: 0, description: 'The number of ranked products.' }),
  },
  { title: 'DecisionSummary' },
);

/** A ranked product as people read it. */
export const ShownItem = Type.Object(
  {
    id: Type.String(),
    rank: Type.Integer({ minimum: 1 }),
    title: Type.Optional(Type.String()),
    image: Type.Optional(Type.String()),
    price: Type.Optional(Type.String()),
    score: Type.Number(),
    why: Type.String(),
    scoreBreakdown: Type.Array(Factor),
    available: Type.Optional(Type.Literal(false)),
  },
  { title: 'ShownItem' },
);
export type ShownItem = Static<typeof ShownItem>;

export const listSessions = managementEndpoint({
  method: 'GET',
  path: '/organizations/{organizationId}/sessions',
  operationId: 'listSessions',
  tag: 'Sessions',
  summary: 'List sessions',
  description: 'The session that was seen last comes first.',
  access: 'viewer',
  query: Type.Object({
    prefix: Type.Optional(
      Type.String({ maxLength: limits.sessionId, description: 'Only those whose ids begin so.' }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 1024, description: '`next` of the page before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  response: Type.Object({ sessions: Type.Array(SessionSummary), next: Type.Optional(Type.String()) }),
});

const OfSession = '/organizations/{organizationId}/sessions/{sessionId}';

export const readSession = managementEndpoint({
  method: 'GET',
  path: OfSession,
  operationId: 'readSession',
  tag: 'Sessions',
  summary: 'Read a session',
  description:
    'Its last 200 signals, what is inferred from them as of now with the evidence, and its last 20 rankings.',
  access: 'viewer',
  response: Type.Object({
    session: SessionSummary,
    signals: Type.Array(ShownSignal, { description: 'Oldest first.' }),
    state: SessionState,
    decisions: Type.Array(DecisionSummary, { description: 'Newest first.' }),
    ruling: Type.Optional(Type.Enum(['admitted', 'excluded'])),
  }),
});

export const watchSession = managementEndpoint({
  method: 'GET',
  path: `${OfSession}/live`,
  operationId: 'watchSession',
  tag: 'Sessions',
  summary: 'Watch a session live',
  description:
    'Each event has signals that have just arrived, and what is inferred with them. The first one has no signals.',
  access: 'viewer',
  form: 'events',
  response: Type.Object({ signals: Type.Array(ShownSignal), state: SessionState }),
});

export const rankAsSession = managementEndpoint({
  method: 'POST',
  path: `${OfSession}/ranking`,
  operationId: 'rankAsSession',
  tag: 'Sessions',
  summary: 'Rank as this shopper',
  description:
    'Ranks the catalogue for the session as it is now, as `/catalog/ranked` would. Nothing is stored, counted or learned.',
  access: 'viewer',
  request: Type.Object({
    query: Type.Optional(Type.String({ maxLength: limits.query, description: 'A search to try.' })),
    category: Type.Optional(Type.String({ maxLength: limits.category })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  response: Type.Object({
    items: Type.Array(ShownItem),
    total: Type.Integer({ minimum: 0 }),
    explanation: Explanation,
  }),
});

/** What would happen to the order of two products after one more signal. */
export const Turn = Type.Object(
  {
    signal: Type.Object({ type: Type.String(), value: Type.String() }),
    aboveRank: Type.Optional(Type.Integer({ minimum: 1 })),
    belowRank: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { title: 'Turn', description: 'A rank is absent where the product is beyond place 1,000.' },
);

export const compareAsSession = managementEndpoint({
  method: 'POST',
  path: `${OfSession}/comparison`,
  operationId: 'compareAsSession',
  tag: 'Sessions',
  summary: 'Compare two products',
  description:
    'Says why one product comes before another for the session as it is now, factor by factor, and which single signals would turn the order round: each is tried. Nothing is stored.',
  access: 'viewer',
  request: Type.Object({
    products: Type.Array(Type.String({ minLength: 1, maxLength: limits.itemId }), {
      minItems: 2,
      maxItems: 2,
      description: 'Two ids of the catalogue, in any order.',
    }),
    query: Type.Optional(Type.String({ maxLength: limits.query })),
  }),
  response: Type.Object({
    above: ShownItem,
    below: ShownItem,
    factors: Type.Array(
      Type.Object({
        factor: Type.String(),
        above: Type.Number({ description: 'Its contribution to the score of the product above.' }),
        below: Type.Number(),
        difference: Type.Number(),
      }),
      { description: 'The largest difference in favour of the product above first.' },
    ),
    tried: Type.Integer({ minimum: 0, description: 'The number of signals that were tried.' }),
    turns: Type.Array(Turn, { description: 'Signals after which the order is turned round.' }),
  }),
});

export const readDecision = managementEndpoint({
  method: 'GET',
  path: `${OfSession}/decisions/{decisionId}`,
  operationId: 'readDecision',
  tag: 'Sessions',
  summary: 'Read a ranking of a session',
  description: 'The list as it was sent, with the share of each factor, and what became of it.',
  access: 'viewer',
  response: Type.Object({
    decisionId: Type.String(),
    endpoint: Type.String(),
    at: Time,
    request: Type.Unknown({ description: 'The request; null where it was too long to keep.' }),
    catalogueVersion: Type.Union([Type.String(), Type.Null()]),
    modelVersion: Type.String(),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        rank: Type.Integer({ minimum: 1 }),
        title: Type.Optional(Type.String()),
        score: Type.Number(),
        factors: Type.Record(Type.String(), Type.Number(), {
          description: 'Contributions by factor; they add up to the score.',
        }),
      }),
    ),
  }),
});

export const ruleSession = managementEndpoint({
  method: 'PUT',
  path: `${OfSession}/ruling`,
  operationId: 'ruleSession',
  tag: 'Sessions',
  summary: 'Admit a session, or keep it out of learning',
  description: 'The model is trained again with the next training. `null` takes a ruling back.',
  access: 'editor',
  request: Type.Object({
    ruling: Type.Union([Type.Literal('admitted'), Type.Literal('excluded'), Type.Null()]),
  }),
  response: Type.Object({ ruling: Type.Union([Type.String(), Type.Null()]) }),
});

export const exportSession = managementEndpoint({
  method: 'GET',
  path: `${OfSession}/export`,
  operationId: 'exportSession',
  tag: 'Sessions',
  summary: 'Export all that is stored of a session',
  description: 'A JSON file for the person whom it is about: signals, profile, events, exposures, rankings.',
  access: 'editor',
  form: 'download',
  response: Type.Object({}),
});

export const eraseSession = managementEndpoint({
  method: 'DELETE',
  path: OfSession,
  operationId: 'eraseSession',
  tag: 'Sessions',
  summary: 'Erase a session',
  description:
    'Removes all that is stored under the session id, trains the model again without it, and has the store rewritten, so that nothing of it remains in its files: within ten minutes where the store is small (`scheduled`). Where nothing was stored, nothing is trained or rewritten. The events say how far it has come; the last one has `done`.',
  access: 'editor',
  form: 'events',
  response: Type.Union([
    Type.Object({ stage: Type.String() }),
    Type.Object({
      done: Type.Literal(true),
      removed: Type.Integer({ minimum: 0 }),
      unlinked: Type.Integer({ minimum: 0, description: 'Orders that stay and no longer name the session.' }),
      model: Type.Enum(['trained', 'none', 'unchanged', 'busy']),
      store: Type.Enum(['rewritten', 'clean', 'scheduled', 'served', 'busy']),
    }),
  ]),
});
