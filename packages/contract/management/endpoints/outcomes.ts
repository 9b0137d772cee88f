import Type, { type Static } from 'typebox';
import { text } from '../../shapes.ts';
import { managementEndpoint } from '../endpoint.ts';
import { Count } from '../fields.ts';

const tally = {
  shown: Type.Number({ minimum: 0 }),
  clicked: Type.Number({ minimum: 0 }),
  bought: Type.Number({ minimum: 0, description: 'What uploaded orders confirm.' }),
  claimed: Type.Number({
    minimum: 0,
    description: 'What sessions say that they bought; nothing verifies it.',
  }),
};

export const OutcomeFinding = Type.Object(
  {
    code: Type.String(),
    count: Count,
    of: Count,
    message: Type.String(),
    fix: Type.String(),
    examples: Type.Array(Type.Object({ text: Type.String(), count: Count })),
  },
  { title: 'OutcomeFinding', description: 'Something that costs outcomes, with the fix.' },
);

export const readOutcomes = managementEndpoint({
  method: 'GET',
  path: '/organizations/{organizationId}/outcomes',
  operationId: 'readOutcomes',
  tag: 'Outcomes',
  summary: 'What came of the rankings',
  description:
    'Rankings joined with exposures, clicks and purchases, by position and by factor; what of it cannot have worked, with the fix; and which visits teach the model nothing.',
  access: 'viewer',
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 7, description: 'How far back.' })),
  }),
  response: Type.Object({
    since: Type.String({ format: 'date-time' }),
    decisions: Count,
    shownDecisions: Count,
    unmatched: Count,
    orders: Type.Object({ uploaded: Count, confirming: Count }),
    claims: Type.Object({ sessions: Count }),
    total: Type.Object(tally),
    positions: Type.Array(Type.Object({ from: Count, to: Type.Union([Count, Type.Null()]), ...tally }), {
      description: 'Positions on a page, counted from 1; null for an open range.',
    }),
    factors: Type.Array(Type.Object({ factor: Type.String(), ...tally }), {
      description: 'Each shown product counts for each factor by its share of the score.',
    }),
    findings: Type.Array(OutcomeFinding),
    learning: Type.Object({
      visits: Count,
      putAside: Count,
      reasons: Type.Record(Type.String(), Count, { description: 'Visits put aside by reason.' }),
    }),
  }),
});
export type ReadOutcomes = Static<typeof readOutcomes.response>;

export const SelfTestCheck = Type.Object(
  {
    check: Type.Enum(['key', 'origin', 'preflight', 'calls', 'ids', 'traffic']),
    verdict: Type.Enum(['good', 'warning', 'bad', 'unknown']),
    found: Type.String({ description: 'What was found, in a sentence.' }),
    fix: Type.Optional(Type.String()),
  },
  { title: 'SelfTestCheck' },
);
export type SelfTestCheck = Static<typeof SelfTestCheck>;

export const selfTest = managementEndpoint({
  method: 'POST',
  path: '/organizations/{organizationId}/self-test',
  operationId: 'selfTest',
  tag: 'Outcomes',
  summary: 'Test an integration',
  description:
    'Says whether a page of this site may call the service with the key, whether browsers let it, and whether the ids that it sends are those of the catalogue. The site itself is not called.',
  access: 'viewer',
  request: Type.Object({
    site: text(2_048, 'The address of a page of the shop, such as https://shop.example/boots.'),
    key: Type.Optional(text(128, 'The key that the page uses; without it, each active key is tried.')),
  }),
  response: Type.Object({ origin: Type.String(), checks: Type.Array(SelfTestCheck) }),
});
