import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';

/** A call of an endpoint, and what became of it. */
export const ShownCall = Type.Object(
  {
    correlationId: Type.String(),
    at: Type.String({ format: 'date-time' }),
    endpoint: Type.String({ description: 'Below the base path, such as `/track`.' }),
    status: Type.Integer(),
    milliseconds: Type.Number({ minimum: 0 }),
    code: Type.Optional(Type.String({ description: 'That of the error, where the call was refused.' })),
    key: Type.String({ description: 'The first characters of the key.' }),
    origin: Type.Optional(Type.String({ description: 'Of the page; servers send none.' })),
    userAgent: Type.Optional(Type.String()),
    sessionId: Type.Optional(Type.String()),
    understood: Type.Array(Type.String(), { description: 'What was understood of it.' }),
    problems: Type.Array(
      Type.Object({
        message: Type.String({ description: 'In the words of the answer, where it has some.' }),
        fix: Type.Optional(Type.String({ description: 'Absent where the message says what to do.' })),
      }),
      { description: 'What was not understood or not taken.' },
    ),
    request: Type.Optional(
      Type.String({ description: 'The beginning of the body; absent where it was not read.' }),
    ),
    requestBytes: Type.Integer({ minimum: 0 }),
    answer: Type.String({ description: 'The beginning of the answer.' }),
  },
  { title: 'ShownCall' },
);
export type ShownCall = Static<typeof ShownCall>;

export const watchCalls = managementEndpoint({
  method: 'GET',
  path: '/organizations/{organizationId}/calls/live',
  operationId: 'watchCalls',
  tag: 'API keys',
  summary: 'Watch calls arrive',
  description:
    'The calls of the last ten minutes, then each as it is answered: what was understood, what was not, and the fix. They are in the memory of the node that answers and nowhere else: at most five a second and a hundred of those that went well, twenty a second and a hundred of those that were refused or warned of. Calls without a known key belong to nobody.',
  access: 'editor',
  form: 'events',
  response: Type.Object({ calls: Type.Array(ShownCall, { description: 'Oldest first.' }) }),
});
