import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { FreeForm, OrganizationIdField, Personas, SessionIdField, text, Warnings } from '../shapes.ts';

export const trackBehavior = endpoint({
  path: '/track/behavior',
  operationId: 'trackBehavior',
  tag: 'Signals and sessions',
  summary: "Send a behaviour of the caller's own naming",
  description: 'Adds a behaviour to a session, under a slug that the caller chooses.',
  metered: true,
  repeated: 'twice',
  bodyLimit: limits.body.session,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    behavior: text(limits.behavior, "The caller's own slug."),
    metadata: Type.Optional(FreeForm('Free-form key/value object, at most 8 KiB as JSON, at most 4 deep.')),
  }),
  response: Type.Object({
    sessionId: Type.String(),
    behavior: Type.String(),
    count: Type.Integer({ minimum: 1, description: 'How often the session has shown it.' }),
    personas: Personas,
    warnings: Warnings,
  }),
});
export type TrackBehaviorRequest = Static<typeof trackBehavior.request>;
export type TrackBehaviorResponse = Static<typeof trackBehavior.response>;
