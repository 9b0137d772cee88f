import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { deliverEvents, managementEndpoints } from '../management/index.ts';
import type { Description, JsonObject } from './describe.ts';
import { describeManagement } from './describe-management.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { version } = JSON.parse(read('../package.json')) as { version: string };
const description = JSON.parse(read('../openapi-management.json')) as Description;

describe('the description of the management interface', () => {
  it('is the one that the declarations give (else: npm run openapi -w @decidable/contract)', () => {
    assert.deepEqual(description, JSON.parse(JSON.stringify(describeManagement(version))));
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(description));
    assert.ok(valid, JSON.stringify(errors, null, 2));
  });

  it('has every operation once, and says who may call it', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const { operationId, 'x-access': access } = operation as JsonObject;
        return `${method.toUpperCase()} ${path} ${operationId} ${access}`;
      }),
    );
    const declared = [...managementEndpoints, deliverEvents].map(
      ({ method, path, operationId, access }) => `${method} ${path} ${operationId} ${access}`,
    );
    assert.deepEqual(described.sort(), declared.sort());
    assert.equal(new Set(declared).size, declared.length);
  });

  it('answers 409, and asks for the token against forgery, where something is changed', () => {
    const { responses, security } = description.paths['/organizations/{organizationId}/keys']
      .post as JsonObject;
    assert.ok(Object.hasOwn(responses as JsonObject, '409'));
    assert.deepEqual(security, [{ signIn: [], csrfToken: [] }]);
    const { security: open } = description.paths['/sign-in'].post as JsonObject;
    assert.deepEqual(open, []);
  });

  it('leaves every object of an answer open', () => {
    assert.ok(!JSON.stringify(description.components).includes('"additionalProperties":false'));
  });
});
