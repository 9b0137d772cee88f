import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Forbidden } from '../errors.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { organizationOf } from './organization-check.ts';

const own = 'org_é' as OrganizationId;

test('a request is about the organization of its key, whether it names it or not', () => {
  assert.equal(organizationOf(own, {}), own);
  assert.equal(organizationOf(own, { organizationId: own }), own);
  assert.equal(organizationOf(own, { organizationId: own.normalize('NFD') }), own);
});

test('a request that names another organization is forbidden, in words that do not tell whether it exists', () => {
  for (const organizationId of ['org_other', '', 'ORG_É']) {
    assert.throws(
      () => organizationOf(own, { organizationId }),
      (error) => error instanceof Forbidden && !/org_/.test(error.message),
    );
  }
});
