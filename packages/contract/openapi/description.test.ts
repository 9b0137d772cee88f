import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { endpointErrorCodes } from '../errors.ts';
import { endpoints, errors, limits, operationOf, signalTypes } from '../index.ts';
import { type Description, describeApi, type JsonObject } from './describe.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { version } = JSON.parse(read('../package.json')) as { version: string };
const description = JSON.parse(read('../openapi.json')) as Description;
const schemas = (description.components as { schemas: Record<string, JsonObject> }).schemas;
const propertiesOf = (name: string) => schemas[name].properties as Record<string, JsonObject>;

describe('the description of the API', () => {
  it('is the one that the contract gives (else: npm run openapi -w @decidable/contract)', () => {
    assert.deepEqual(description, JSON.parse(JSON.stringify(describeApi(version))));
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors: problems } = await new Validator().validate(structuredClone(description));
    assert.ok(valid, JSON.stringify(problems, null, 2));
    assert.match(String(description.openapi), /^3\.1\./);
  });

  it('has the twelve endpoints, every one POST and nothing else', () => {
    // "The HTTP API has twelve endpoints. Every one is `POST`, every body is JSON".
    assert.deepEqual(Object.keys(description.paths), [
      '/track',
      '/track/behavior',
      '/track/keywords',
      '/session',
      '/catalog/ranked',
      '/search',
      '/rerank',
      '/suggest',
      '/catalog/audit',
      '/catalog/verify',
      '/event',
      '/exposure',
    ]);
    for (const methods of Object.values(description.paths)) assert.deepEqual(Object.keys(methods), ['post']);
  });

  it('shows the limits', () => {
    assert.equal(propertiesOf('TrackRequest').sessionId!.maxLength, 128);
    assert.equal(propertiesOf('TrackBehaviorRequest').behavior!.maxLength, 128);
    assert.equal(propertiesOf('TrackKeywordsRequest').query!.maxLength, 512);
    assert.equal(propertiesOf('TrackRequest').signals!.maxItems, 100);
    assert.equal(propertiesOf('CatalogAuditRequest').csv!['x-max-bytes'], 2 * 1024 * 1024);
    assert.equal(propertiesOf('CatalogVerifyRequest').repairs!.maxItems, 500);
    const audit = description.paths['/catalog/audit'].post as JsonObject;
    assert.equal(audit['x-max-body-bytes'], limits.body.audit);
  });

  it('shows every type of signal with the form of its value', () => {
    const { oneOf } = schemas.KnownSignal as unknown as {
      oneOf: { properties: { type: { const: string }; value: { pattern?: string; examples: string[] } } }[];
    };
    assert.deepEqual(
      oneOf.map(({ properties }) => properties.type.const),
      Object.keys(signalTypes),
    );
    for (const { properties } of oneOf) {
      const { pattern, examples } = properties.value;
      assert.ok(examples.length > 0);
      for (const example of examples) if (pattern) assert.match(example, new RegExp(pattern, 'u'));
    }
  });

  it('describes every error of every endpoint by its status', () => {
    const statuses = endpointErrorCodes.map((code) => String(errors[code].status));
    for (const methods of Object.values(description.paths)) {
      const { responses } = methods.post as { responses: JsonObject };
      assert.deepEqual(Object.keys(responses).sort(), ['200', ...statuses].sort());
    }
  });

  it('leaves every object of a response open: "Responses may gain new fields"', () => {
    const closed: string[] = [];
    const look = (value: unknown, where: string): void => {
      if (value === null || typeof value !== 'object') return;
      if ((value as JsonObject).additionalProperties === false) closed.push(where);
      for (const [name, inner] of Object.entries(value)) look(inner, `${where}/${name}`);
    };
    look(schemas, '');
    assert.deepEqual(closed, []);
  });
});

describe('metering', () => {
  it('counts the endpoints that the specification marks, and bills them by their first path segment', () => {
    const uncounted = Object.values(endpoints).filter(({ metered }) => !metered);
    assert.deepEqual(
      uncounted.map(({ path }) => path),
      ['/suggest', '/event', '/exposure'],
    );
    // "`/track` and `/track/behavior` are billed as `track`."
    assert.equal(operationOf('/track'), 'track');
    assert.equal(operationOf('/track/behavior'), 'track');
    // "`/catalog/ranked`, `/catalog/audit` and `/catalog/verify` are billed as `catalog`."
    for (const path of ['/catalog/ranked', '/catalog/audit', '/catalog/verify'] as const) {
      assert.equal(operationOf(path), 'catalog');
    }
  });
});
