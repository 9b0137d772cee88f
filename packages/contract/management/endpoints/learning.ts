import Type from 'typebox';
import { managementEndpoint } from '../endpoint.ts';

const Of = '/organizations/{organizationId}';

const Synonyms = Type.Object({
  text: Type.String({
    maxLength: 1024 * 1024,
    description:
      'One rule a line: `sofa, couch, settee` for words that find each other, `hoodie => hooded sweatshirt` for one direction.',
  }),
  rules: Type.Integer({ minimum: 0 }),
});

export const readSynonyms = managementEndpoint({
  method: 'GET',
  path: `${Of}/synonyms`,
  operationId: 'readSynonyms',
  tag: 'Settings',
  summary: 'Read the synonyms',
  description: 'The rules that the shop has given, as text.',
  access: 'viewer',
  response: Synonyms,
});

export const writeSynonyms = managementEndpoint({
  method: 'PUT',
  path: `${Of}/synonyms`,
  operationId: 'writeSynonyms',
  tag: 'Settings',
  summary: 'Replace the synonyms',
  description: 'They are in force at once. An empty text removes all.',
  access: 'editor',
  bodyLimit: 2 * 1024 * 1024,
  request: Type.Object({ text: Type.String({ maxLength: 1024 * 1024 }) }),
  response: Synonyms,
});

export const readPersonas = managementEndpoint({
  method: 'GET',
  path: `${Of}/personas`,
  operationId: 'readPersonas',
  tag: 'Settings',
  summary: 'Read the personas of the shop',
  description: 'The personas and behaviours that the shop has declared itself; null where it has none.',
  access: 'viewer',
  response: Type.Object({ settings: Type.Unknown() }),
});

export const writePersonas = managementEndpoint({
  method: 'PUT',
  path: `${Of}/personas`,
  operationId: 'writePersonas',
  tag: 'Settings',
  summary: 'Replace the personas of the shop',
  description: 'As in the file of "decidable personas". They are in force at once.',
  access: 'editor',
  request: Type.Object({ settings: Type.Object({}, { additionalProperties: true }) }),
  response: Type.Object({ settings: Type.Unknown() }),
});

export const readTraining = managementEndpoint({
  method: 'GET',
  path: `${Of}/training`,
  operationId: 'readTraining',
  tag: 'Settings',
  summary: 'What the model has learned from',
  description: 'Since the last whole training the model also learns from each visit as it ends.',
  access: 'viewer',
  response: Type.Object({
    version: Type.String(),
    trainedAt: Type.Optional(Type.String({ format: 'date-time' })),
    visits: Type.Integer({ minimum: 0 }),
    updates: Type.Integer({ minimum: 0, description: 'Visits learned since.' }),
    queries: Type.Integer({ minimum: 0, description: 'Frequent searches that are suggested.' }),
  }),
});

export const trainNow = managementEndpoint({
  method: 'POST',
  path: `${Of}/training`,
  operationId: 'trainNow',
  tag: 'Settings',
  summary: 'Train the model now',
  description: 'The events say how far it has come; the last one has `done`.',
  access: 'editor',
  form: 'events',
  response: Type.Union([
    Type.Object({ stage: Type.String() }),
    Type.Object({
      done: Type.Literal(true),
      visits: Type.Integer({ minimum: 0 }),
      sessions: Type.Integer({ minimum: 0 }),
      putAside: Type.Integer({ minimum: 0 }),
    }),
  ]),
});
