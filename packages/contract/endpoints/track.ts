import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { OrganizationIdField, SessionIdField, Warnings } from '../shapes.ts';
import { BatchIdField, SignalsField, trackedFields } from '../signals.ts';

export const track = endpoint({
  path: '/track',
  operationId: 'track',
  tag: 'Signals and sessions',
  summary: 'Send shopper signals',
  description:
    'Adds signals to a session and answers the personas inferred so far. An empty or absent list still opens the session. Device, referrer and time of day are taken from the request where no signal states them.',
  metered: true,
  repeated: 'same',
  bodyLimit: limits.body.session,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    signals: SignalsField,
    batchId: BatchIdField,
  }),
  response: Type.Object({
    sessionId: Type.String(),
    ...trackedFields,
    warnings: Warnings,
  }),
});
export type TrackRequest = Static<typeof track.request>;
export type TrackResponse = Static<typeof track.response>;
