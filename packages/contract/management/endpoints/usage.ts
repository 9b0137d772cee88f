import Type, { type Static } from 'typebox';
import { managementEndpoint } from '../endpoint.ts';

const Day = (description: string) =>
  Type.Optional(Type.String({ maxLength: 10, description: `${description}, as \`YYYY-MM-DD\`. Included.` }));
const Requests = Type.Integer({ minimum: 0 });
const ByEndpoint = Type.Record(Type.String(), Requests, { description: 'Answered requests by path.' });

/** Answered requests of metered endpoints. */
export const UsageOfOperation = Type.Object(
  {
    operation: Type.String({ description: 'The first segment of the paths that are billed as one.' }),
    requests: Requests,
    endpoints: ByEndpoint,
  },
  { title: 'UsageOfOperation' },
);
export type UsageOfOperation = Static<typeof UsageOfOperation>;

export const UsageOfDay = Type.Object(
  { day: Type.String(), operations: Type.Array(UsageOfOperation) },
  { title: 'UsageOfDay' },
);
export type UsageOfDay = Static<typeof UsageOfDay>;

const query = Type.Object({
  from: Day('First UTC day; the first of the month of `to` unless given'),
  to: Day('Last UTC day; today unless given'),
});

export const readUsage = managementEndpoint({
  method: 'GET',
  path: '/organizations/{organizationId}/usage',
  operationId: 'readUsage',
  tag: 'Usage',
  summary: 'Usage by day and operation',
  description:
    'One line an operation over all days, and each day with requests, oldest first. At most 400 days at once.',
  access: 'viewer',
  query,
  response: Type.Object({
    from: Type.String(),
    to: Type.String(),
    total: Type.Array(UsageOfOperation),
    days: Type.Array(UsageOfDay),
  }),
});

export const exportUsage = managementEndpoint({
  method: 'GET',
  path: '/organizations/{organizationId}/usage.csv',
  operationId: 'exportUsage',
  tag: 'Usage',
  summary: 'Usage as CSV',
  description: 'A line for each day, operation and endpoint: `day,operation,endpoint,requests`.',
  access: 'viewer',
  query,
  form: 'download',
  response: Type.Object({}),
});
