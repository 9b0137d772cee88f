import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { breakingChanges } from './compatibility.ts';
import type { Description, JsonObject } from './describe.ts';

const read = (file: string | URL): Description =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const current = read('../openapi.json');
const management = read('../openapi-management.json');

/** The fields of a named schema, open to change. */
const schema = (description: Description, name: string) =>
  (
    description.components as {
      schemas: Record<string, { properties: Record<string, JsonObject>; required: string[] }>;
    }
  ).schemas[name];
const fields = (description: Description, name: string) => schema(description, name).properties;
const post = (description: Description, path: string) => description.paths[path].post as JsonObject;

/** What is told of a description that was changed in one way. */
function told(change: (description: Description) => void): readonly string[] {
  const changed = structuredClone(current);
  change(changed);
  return breakingChanges(current, changed);
}

const without = (list: unknown, name: string) => (list as string[]).filter((other) => other !== name);

describe('the interface', () => {
  const releasesOf = (name: string) =>
    readdirSync(new URL('../released/', import.meta.url))
      .filter((file) => file.startsWith(`${name}-v`))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

  it('has not broken since the last release', () => {
    const last = releasesOf('openapi').at(-1);
    assert.ok(last, 'There is no released description.');
    assert.deepEqual(breakingChanges(read(`../released/${last}`), current), []);
  });

  it('of management has not broken since its last release, if there is one', () => {
    const last = releasesOf('openapi-management').at(-1);
    if (last !== undefined) assert.deepEqual(breakingChanges(read(`../released/${last}`), management), []);
  });
});

describe('what breaks the management interface is told', () => {
  const { get: usage } = management.paths['/organizations/{organizationId}/usage'] as { get: JsonObject };
  const changedUsage = (change: (operation: JsonObject, parameters: JsonObject[]) => void) => {
    const changed = structuredClone(management);
    const operation = changed.paths['/organizations/{organizationId}/usage'].get as JsonObject;
    change(operation, operation.parameters as JsonObject[]);
    return breakingChanges(management, changed).join('\n');
  };

  it('also of methods, parameters and roles', () => {
    assert.equal(usage['x-access'], 'viewer');
    assert.equal(
      changedUsage(() => {}),
      '',
    );
    assert.match(
      changedUsage((_, parameters) => parameters.pop()),
      /parameter to: was removed or renamed/,
    );
    assert.match(
      changedUsage((_, parameters) => {
        parameters[1].required = true;
      }),
      /parameter from: became required/,
    );
    assert.match(
      changedUsage((operation) => {
        operation['x-access'] = 'owner';
      }),
      /access: takes a higher role/,
    );
    const without = structuredClone(management);
    delete without.paths['/organizations/{organizationId}/keys'].post;
    assert.deepEqual(breakingChanges(management, without), [
      'POST /organizations/{organizationId}/keys was removed.',
    ]);
  });
});

describe('what the versioning policy calls breaking is told', () => {
  const rules: readonly [rule: string, change: (description: Description) => void, told: RegExp][] = [
    [
      'removing an endpoint',
      (changed) => {
        delete changed.paths['/suggest'];
      },
      /POST \/suggest was removed/,
    ],
    [
      'removing a request field',
      (changed) => {
        delete fields(changed, 'EventRequest').data;
      },
      /\/event request\.data: was removed/,
    ],
    [
      'removing a response field',
      (changed) => {
        delete fields(changed, 'EventResponse').duplicate;
        schema(changed, 'EventResponse').required = without(
          schema(changed, 'EventResponse').required,
          'duplicate',
        );
      },
      /\/event response 200\.duplicate: was removed/,
    ],
    [
      'removing a field of a shape that several endpoints share',
      (changed) => {
        delete fields(changed, 'Persona').evidence;
      },
      /\/session response 200\.personas\[\]\.evidence: was removed/,
    ],
    [
      'removing a field of the error envelope',
      (changed) => {
        delete fields(changed, 'Error').correlationId;
      },
      /\/track response 400\.correlationId: was removed/,
    ],
    [
      'moving to another address',
      (changed) => {
        changed.servers = [{ url: '/api/v2' }];
      },
      /^The address \/api\/v1 was removed\.$/,
    ],
    [
      'taking another content type',
      (changed) => {
        const body = post(changed, '/event').requestBody as { content: JsonObject };
        body.content = { 'application/cbor': body.content['application/json'] };
      },
      /\/event request: the content type application\/json was removed/,
    ],
    [
      'answering in another content type',
      (changed) => {
        const { 200: done } = post(changed, '/event').responses as { 200: { content: JsonObject } };
        done.content = { 'application/cbor': done.content['application/json'] };
      },
      /\/event response 200: the content type application\/json was removed/,
    ],
    [
      'taking no numbers as texts any more',
      (changed) => {
        delete fields(changed, 'EventRequest').sessionId['x-number-as-text'];
      },
      /\/event request\.sessionId: numbers are no longer taken as texts/,
    ],
    [
      'removing an accepted value',
      (changed) => {
        const { source } = fields(changed, 'CatalogAuditRequest');
        source!.enum = without(source!.enum, 'inferred');
      },
      /\/catalog\/audit request\.source: the value "inferred" was removed/,
    ],
    [
      'renaming a request field',
      (changed) => {
        const request = fields(changed, 'CatalogAuditRequest');
        request.amortizationHorizon = request.amortisationHorizon!;
        delete request.amortisationHorizon;
      },
      /request\.amortisationHorizon: was removed or renamed/,
    ],
    [
      'renaming a response field',
      (changed) => {
        const response = schema(changed, 'SuggestResponse');
        response.properties.queries = response.properties.suggestions!;
        delete response.properties.suggestions;
        response.required = [...without(response.required, 'suggestions'), 'queries'];
      },
      /\/suggest response 200\.suggestions: was removed or renamed/,
    ],
    [
      'renaming a path',
      (changed) => {
        changed.paths['/track/behaviour'] = changed.paths['/track/behavior'];
        delete changed.paths['/track/behavior'];
      },
      /POST \/track\/behavior was removed/,
    ],
    [
      'making an optional request field required',
      (changed) => {
        schema(changed, 'SessionRequest').required.push('organizationId');
      },
      /\/session request\.organizationId: became required/,
    ],
    [
      'adding a request field that is required',
      (changed) => {
        fields(changed, 'SessionRequest').region = { type: 'string' };
        schema(changed, 'SessionRequest').required.push('region');
      },
      /\/session request\.region: became required/,
    ],
    [
      'making a response field optional',
      (changed) => {
        const response = schema(changed, 'SessionResponse');
        response.required = without(response.required, 'found');
      },
      /\/session response 200\.found: is no longer always there/,
    ],
    [
      'leaving a response field out by a request field that clients already send',
      (changed) => {
        const response = schema(changed, 'RerankResponse');
        response.required = without(response.required, 'results');
        response.properties.results['x-left-out-by'] = 'strength';
      },
      /\/rerank response 200\.results: is no longer always there/,
    ],
    [
      'narrowing a type by its kind',
      (changed) => {
        fields(changed, 'CatalogAuditRequest').amortisationHorizon!.type = 'integer';
      },
      /request\.amortisationHorizon: its type changed from number to integer/,
    ],
    [
      'narrowing a type by a shorter length',
      (changed) => {
        fields(changed, 'TrackRequest').sessionId!.maxLength = 127;
      },
      /\/track request\.sessionId: its type narrowed: maxLength is now 127/,
    ],
    [
      'narrowing a type by a longer least length',
      (changed) => {
        fields(changed, 'TrackRequest').sessionId!.minLength = 2;
      },
      /request\.sessionId: its type narrowed: minLength is now 2/,
    ],
    [
      'narrowing a type by fewer entries',
      (changed) => {
        fields(changed, 'TrackRequest').signals!.maxItems = 99;
      },
      /request\.signals: its type narrowed: maxItems is now 99/,
    ],
    [
      'narrowing a type by its range',
      (changed) => {
        fields(changed, 'CatalogRankedRequest').limit!.maximum = 499;
      },
      /request\.limit: its type narrowed: maximum is now 499/,
    ],
    [
      'narrowing a type by a pattern',
      (changed) => {
        fields(changed, 'TrackBehaviorRequest').behavior!.pattern = '^[a-z-]+$';
      },
      /request\.behavior: its type narrowed: pattern was added/,
    ],
    [
      'narrowing a type by a fixed list of values',
      (changed) => {
        fields(changed, 'EventRequest').name!.enum = ['checkout_started'];
      },
      /request\.name: its values became a fixed list/,
    ],
    [
      'narrowing a type by the bytes of a CSV',
      (changed) => {
        fields(changed, 'CatalogAuditRequest').csv!['x-max-bytes'] = 1_999_999;
      },
      /request\.csv: its type narrowed: x-max-bytes is now 1999999/,
    ],
    [
      'narrowing a type by the bytes of a body',
      (changed) => {
        post(changed, '/search')['x-max-body-bytes'] = 1024;
      },
      /\/search body: accepts fewer bytes/,
    ],
    [
      'narrowing a type by one of its kinds',
      (changed) => {
        const { items } = fields(changed, 'ExposureRequest').items as { items: { anyOf: unknown[] } };
        items.anyOf.shift();
      },
      /\/exposure request\.items\[\]: one of its kinds was removed/,
    ],
    [
      'refusing fields that are not described',
      (changed) => {
        (schema(changed, 'EventRequest') as unknown as JsonObject).additionalProperties = false;
      },
      /\/event request: it no longer accepts fields that are not described/,
    ],
    [
      'changing the type of a response field',
      (changed) => {
        fields(changed, 'ExposureResponse').recorded!.type = 'string';
      },
      /response 200\.recorded: its type changed from integer to string/,
    ],
    [
      'letting a response field be null',
      (changed) => {
        fields(changed, 'EventResponse').eventId!.type = ['string', 'null'];
      },
      /response 200\.eventId: its type changed/,
    ],
    [
      'changing what a field means by its default',
      (changed) => {
        fields(changed, 'RerankRequest').strength!.default = 1;
      },
      /request\.strength: its default, and so its meaning, changed/,
    ],
    [
      'changing what a field means by its format',
      (changed) => {
        fields(changed, 'Persona').updatedAt!.format = 'date';
      },
      /its format, and so its meaning, changed/,
    ],
    [
      'adding a value to a set that was declared closed',
      (changed) => {
        const { kind } = fields(changed, 'Persona');
        kind!.enum = [...(kind!.enum as string[]), 'segment'];
      },
      /a value was added to a closed set/,
    ],
    [
      'counting an endpoint toward usage that did not count',
      (changed) => {
        post(changed, '/suggest')['x-metered'] = true;
      },
      /\/suggest metering: changed/,
    ],
    [
      'applying twice what was applied once',
      (changed) => {
        post(changed, '/track')['x-repeated'] = 'twice';
      },
      /\/track a request that is sent again: is applied otherwise/,
    ],
    [
      'no longer answering an error',
      (changed) => {
        delete (post(changed, '/track').responses as JsonObject)['429'];
      },
      /\/track response 429: was removed/,
    ],
    [
      'renaming the header of the key',
      (changed) => {
        const { securitySchemes } = changed.components as { securitySchemes: { apiKey: JsonObject } };
        securitySchemes.apiKey.name = 'authorization';
      },
      /way to authenticate changed/,
    ],
  ];
  for (const [rule, change, expected] of rules) {
    it(rule, () => {
      if (rule.includes('closed')) {
        const closed = structuredClone(current);
        fields(closed, 'Persona').kind!['x-closed'] = true;
        const changed = structuredClone(closed);
        change(changed);
        assert.match(breakingChanges(closed, changed).join('\n'), expected);
        return;
      }
      assert.match(told(change).join('\n'), expected);
    });
  }
});

describe('what the versioning policy calls compatible is not told', () => {
  const rules: readonly [rule: string, change: (description: Description) => void][] = [
    [
      'adding an endpoint',
      (changed) => {
        changed.paths['/recommend'] = structuredClone(changed.paths['/suggest']);
      },
    ],
    [
      'adding an optional request field',
      (changed) => {
        fields(changed, 'TrackRequest').locale = { type: 'string', maxLength: 16 };
      },
    ],
    [
      'adding a response field',
      (changed) => {
        fields(changed, 'TrackResponse').locale = { type: 'string' };
        schema(changed, 'TrackResponse').required.push('locale');
      },
    ],
    [
      'leaving a response field out where a new request field asks for it',
      (changed) => {
        fields(changed, 'SessionRequest').brief = { type: 'boolean' };
        const response = schema(changed, 'SessionResponse');
        response.required = without(response.required, 'personas');
        response.properties.personas['x-left-out-by'] = 'brief';
      },
    ],
    [
      'adding an output value',
      (changed) => {
        const { kind } = fields(changed, 'Persona');
        kind!.enum = [...(kind!.enum as string[]), 'segment'];
      },
    ],
    [
      'accepting one more value',
      (changed) => {
        const { source } = fields(changed, 'CatalogVerifyRequest');
        source!.enum = [...(source!.enum as string[]), 'supplier'];
      },
    ],
    [
      'raising a limit',
      (changed) => {
        fields(changed, 'TrackRequest').signals!.maxItems = 1_000;
        fields(changed, 'CatalogAuditRequest').csv!['x-max-bytes'] = 4_000_000;
      },
    ],
    [
      'making a required request field optional',
      (changed) => {
        schema(changed, 'EventRequest').required = without(schema(changed, 'EventRequest').required, 'name');
      },
    ],
    [
      'clearer words',
      (changed) => {
        fields(changed, 'TrackRequest').sessionId!.description = 'Said more clearly.';
        post(changed, '/track').summary = 'Said more clearly';
      },
    ],
  ];
  for (const [rule, change] of rules) {
    it(rule, () => assert.deepEqual(told(change), []));
  }
});
