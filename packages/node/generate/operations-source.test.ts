import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ErrorEnvelope as ContractEnvelope, endpoints } from '@decidable/contract';
import { endpoints as contracts } from '@decidable/contract';
import type { Static } from 'typebox';
import { facts } from '../facts.generated.ts';
import type { ErrorEnvelope, Operations } from '../operations.generated.ts';
import { factsSource, operationsSource } from './operations-source.ts';
import { TypePrinter } from './type-text.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

test('the types and the facts are those of the contract', () => {
  const remedy = 'run "npm run build -w packages/node"';
  assert.equal(read('operations.generated.ts'), operationsSource(), remedy);
  assert.equal(read('facts.generated.ts'), factsSource(), remedy);
});

test('every endpoint of the contract has its method, under its operation id', () => {
  assert.deepEqual(
    Object.entries(facts).map(([name, { path }]) => [name, path]),
    Object.values(contracts).map(({ operationId, path }) => [operationId, path]),
  );
});

/** A type without `readonly`, which the contract says of fewer fields. */
type Plain<T> = T extends readonly (infer Each)[]
  ? Plain<Each>[]
  : T extends object
    ? { -readonly [Name in keyof T]: Plain<T[Name]> }
    : T;
/** The names of all fields, as an optional one that is missing makes no difference otherwise. */
type Names<T> = T extends readonly (infer Each)[]
  ? Names<Each>[]
  : T extends object
    ? { [Name in keyof T]-?: Names<Exclude<T[Name], undefined>> }
    : 0;
type Shape<T> = [Plain<T>, Names<Plain<T>>];
type Same<Ours, Theirs> = [Shape<Ours>, Shape<Theirs>] extends [Shape<Theirs>, Shape<Ours>] ? true : false;

/** A request of the contract without the organization that the client fills in. */
type AsCalled<Request> = Request extends { organizationId: string }
  ? Omit<Request, 'organizationId'>
  : Request;

/** A path that is missing or wrong makes the types below differ. */
type Paths = {
  track: '/track';
  trackBehavior: '/track/behavior';
  trackKeywords: '/track/keywords';
  session: '/session';
  catalogRanked: '/catalog/ranked';
  search: '/search';
  rerank: '/rerank';
  suggest: '/suggest';
  catalogAudit: '/catalog/audit';
  catalogVerify: '/catalog/verify';
  event: '/event';
  exposure: '/exposure';
};
type Compared = {
  [Name in keyof Operations]: [
    Same<Parameters<Operations[Name]>[0], AsCalled<Static<(typeof endpoints)[Paths[Name]]['request']>>>,
    Same<Awaited<ReturnType<Operations[Name]>>, Static<(typeof endpoints)[Paths[Name]]['response']>>,
  ];
};
type Unlike = {
  [Name in keyof Compared]: Compared[Name] extends [true, true] ? never : Name;
}[keyof Compared];

test('the types that are printed are those that the contract infers', () => {
  // The compiler checks it: the error of a difference names the operation.
  const unlike: [Unlike] extends [never] ? undefined : Unlike = undefined;
  const isSameEnvelope: Same<ErrorEnvelope, ContractEnvelope> = true;
  assert.deepEqual([unlike, isSameEnvelope], [undefined, true]);
  // What it says of types that differ.
  const differ: [
    Same<{ a: string }, { a?: string }>,
    Same<{ a: 'b' }, { a: 'b' | 'c' }>,
    Same<{ a: string }, { a: string; b?: string }>,
  ] = [false, false, false];
  assert.deepEqual(differ, [false, false, false]);
});

test('two schemas of one name are refused', () => {
  const printer = new TypePrinter();
  printer.declare('Range', { type: 'object', properties: { min: { type: 'number' } } });
  assert.throws(() => printer.declare('Range', { type: 'string' }), /Two schemas are called Range/);
});
