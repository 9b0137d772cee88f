import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints, limits } from '@decidable/contract';
import { managementEndpoints } from '@decidable/contract/management';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { DomainError } from '../errors.ts';
import { checkFields, compileSchema } from './fields.ts';

const fault = (path: keyof typeof endpoints, body: unknown): DomainError => {
  try {
    checkFields(endpoints[path], body);
  } catch (error) {
    assert.ok(error instanceof DomainError);
    return error;
  }
  assert.fail('accepted');
};
const event = (data: object) => ({ sessionId: 's', organizationId: 'o', name: 'n', data });
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

describe('the fields of a body', () => {
  it('are described by valid schemas, as nothing else holds these against the meta-schema', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const { path, request, query } of [...Object.values(endpoints), ...managementEndpoints] as readonly {
      path: string;
      request?: object;
      query?: object;
    }[]) {
      for (const schema of [request, query])
        assert.ok(schema === undefined || ajv.validateSchema(schema), `${path}: ${ajv.errorsText()}`);
    }
    assert.equal(ajv.validateSchema({ type: 'text' }), false);
  });

  it('are returned as they are, unknown ones included', () => {
    const body = { ...event({ any: [1, null] }), more: 1 };
    assert.equal(checkFields(endpoints['/event'], body), body);
  });

  it('are refused as invalid, naming the field', () => {
    const { name, message } = fault('/event', { ...event({}), name: 5 });
    assert.deepEqual([name, message], ['InvalidInput', 'name must be text, not a number. Put it in quotes.']);
  });

  it('count a CSV in bytes of UTF-8, and report one that is too large as such', () => {
    const csv = 'é'.repeat(limits.csvBytes / 2);
    checkFields(endpoints['/catalog/audit'], { csv });
    assert.equal(fault('/catalog/audit', { csv: `${csv}x` }).name, 'TooLarge');
  });

  it('count nesting and bytes of free-form objects, and look no deeper than the limit', () => {
    checkFields(endpoints['/event'], event(nested(limits.freeFormNesting)));
    assert.match(
      fault('/event', event(nested(limits.freeFormNesting + 1))).message,
      /nested deeper than 4 levels/,
    );
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    assert.match(fault('/event', event(deep)).message, /nested deeper/);
    assert.match(fault('/event', event({ a: 'x'.repeat(limits.freeFormBytes) })).message, /bytes as JSON/);
  });
});

describe('the schema of a route', () => {
  it('takes JSON as it is, and reads numbers from the text of a query', () => {
    const schema = { type: 'object', properties: { page: { type: 'integer' } } };
    assert.equal(compileSchema(schema, false)({ page: '2' }), false);
    const query = { page: '2' };
    assert.equal(compileSchema(schema, true)(query), true);
    assert.deepEqual(query, { page: 2 });
  });
});
