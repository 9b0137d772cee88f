import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnusableStore } from '../errors.ts';
import { StoreUnavailable } from '../storage/ports.ts';
import { StoreSpared } from './store-breaker.ts';
import { mayPass } from './waiting-start.ts';

const failure = (more: object, message = 'failed') =>
  new StoreUnavailable(Object.assign(new Error(message), more));
const ofPostgres = (code: string) => failure({ code, severity: 'FATAL' });

describe('a store that could not be opened', () => {
  it('may be there later where it is away, starts, takes over, is full or busy', () => {
    for (const error of [
      failure({ code: 'ECONNREFUSED', syscall: 'connect' }),
      failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
      failure({}, 'timeout expired'),
      failure({}, 'Client has encountered a connection error and is not queryable'),
      failure({}, 'There was an error establishing an SSL connection'),
      new StoreSpared(new Error('the breaker is open')),
      failure({ code: 'ENOSPC', syscall: 'write' }),
      ofPostgres('57P03'),
      ofPostgres('53300'),
      ofPostgres('25006'),
      failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 }),
      failure({ code: 'ERR_SQLITE_ERROR', errcode: 5 | (1 << 8) }),
    ])
      assert.ok(mayPass(error), String(error.cause));
  });

  it('needs a person where address, password, database, folder or schema are wrong, or facts are damaged', () => {
    for (const error of [
      ofPostgres('28P01'),
      ofPostgres('28000'),
      ofPostgres('3D000'),
      failure({}, 'The server does not support SSL connections'),
      failure({ code: 'EACCES', syscall: 'mkdir' }),
      failure({ code: 'ENOTDIR', syscall: 'mkdir' }),
      failure({ code: 'ERR_SQLITE_ERROR', errcode: 11 }),
      failure({ code: 'ERR_SQLITE_ERROR', errcode: 14 }),
      new (class extends UnusableStore {})('of a later release'),
      failure({ code: 'ERR_WORKER_INIT_FAILED' }, 'the thread of the store does not start'),
      new RangeError('a mistake of ours'),
    ])
      assert.ok(!mayPass(error), String(error));
  });
});
