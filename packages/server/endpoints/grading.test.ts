import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogAuditResponse, CatalogVerifyResponse } from '@decidable/contract';
import type { AuditResult, VerifyResult } from '@decidable/engine/audit';

/** A wire type as results are made: nothing in it is written to. */
type Made<T> = T extends readonly (infer Item)[]
  ? readonly Made<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Made<T[Name]> }
    : T;

/** `true` where a result of the engine, with its storage, is an answer of the contract. */
type Fits<Result, Response> =
  Result & { readonly storage: { readonly stored: boolean } } extends Made<Response> ? true : false;

describe('what the engine makes of an export is what the contract describes', () => {
  it('for the audit', () => {
    const fits: Fits<AuditResult, CatalogAuditResponse> = true;
    assert.ok(fits);
  });

  it('for the verification', () => {
    const fits: Fits<VerifyResult, CatalogVerifyResponse> = true;
    assert.ok(fits);
  });
});
