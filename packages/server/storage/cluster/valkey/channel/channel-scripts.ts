import type { ValkeyClient } from '../connection/valkey-client.ts';
import type { Names } from '../names.ts';
import type { Announced, Unconfirmed } from './announcement.ts';
import { CHANGES_KEPT } from './lease-times.ts';
import type { Grant, Renewal } from './node-lease.ts';

/*
 * The change log lies in three hashes of one slot:
 *
 * log      incarnation, last (the number of the last change), change:<number>, renewals (their number), settled (1 when no lease
 *          of an earlier incarnation is left), follows (grows when they change)
 * nodes    incarnation, node:<name> -> "<last change confirmed> <number of the renewal>"
 * follows  <node> -> the sessions that it follows, as JSON
 *
 * An incarnation is one life of the log on one process of Valkey. A restart, a failover, a flush and an eviction may each
 * have lost changes or nodes, so each begins a new one: the process has another run id, or one of the stamps is gone.
 * No script looks at a clock.
 */
const FOUND = `
local log, nodes, follows = KEYS[1], KEYS[2], KEYS[3]
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
local incarnation = redis.call('HGET', log, 'incarnation')
if incarnation and (incarnation ~= redis.call('HGET', nodes, 'incarnation')
    or string.sub(incarnation, 1, #run) ~= run) then
  incarnation = false
end
`;

/** ARGV: node, fresh */
const FOUND_OR_BEGUN = `${FOUND}
local node, fresh = ARGV[1], ARGV[2]
if not incarnation then
  incarnation = run .. '.' .. fresh
  redis.call('DEL', log, nodes, follows)
  redis.call('HSET', log, 'incarnation', incarnation, 'last', 0, 'follows', 0)
  redis.call('HSET', nodes, 'incarnation', incarnation)
end
`;

/**
 * ARGV: node, fresh, incarnation and number that the node knows, whether it has known it for long, its follows, the version
 * of follows that it knows, news
 */
const RENEW = `${FOUND_OR_BEGUN}
local known, seen, settles = ARGV[3], tonumber(ARGV[4]), ARGV[5]
local followed, followsKnown, news = ARGV[6], ARGV[7], ARGV[8]
if known == incarnation and settles == '1' then redis.call('HSET', log, 'settled', 1) end
local last = tonumber(redis.call('HGET', log, 'last'))
local changes = false
if known == incarnation and seen <= last and last - seen <= ${CHANGES_KEPT} then
  changes = {}
  if seen < last then
    local fields = {}
    for number = seen + 1, last do fields[#fields + 1] = 'change:' .. number end
    changes = redis.call('HMGET', log, unpack(fields))
    for _, change in ipairs(changes) do
      if not change then changes = false; break end
    end
  end
end
local confirmed = changes and seen or -1
redis.call('HSET', nodes, 'node:' .. node, confirmed .. ' ' .. redis.call('HINCRBY', log, 'renewals', 1))
if followed ~= '=' and followed ~= (redis.call('HGET', follows, node) or '') then
  if followed == '' then redis.call('HDEL', follows, node) else redis.call('HSET', follows, node, followed) end
  redis.call('HINCRBY', log, 'follows', 1)
  redis.call('SPUBLISH', news, 'follows')
end
local followsVersion = incarnation .. ' ' .. redis.call('HGET', log, 'follows')
local all = false
if followsVersion ~= followsKnown then all = redis.call('HGETALL', follows) end
local registered = redis.call('HEXISTS', follows, node)
return { incarnation, last, changes, redis.call('HLEN', nodes) - 1, followsVersion, all, registered }
`;

/** ARGV: node, fresh, change, news */
const ANNOUNCE = `${FOUND_OR_BEGUN}
local number = redis.call('HINCRBY', log, 'last', 1)
redis.call('HSET', log, 'change:' .. number, ARGV[3])
redis.call('HDEL', log, 'change:' .. (number - ${CHANGES_KEPT}))
redis.call('SPUBLISH', ARGV[4], 'change')
local others = {}
local all = redis.call('HGETALL', nodes)
for field = 1, #all, 2 do
  local name = string.match(all[field], '^node:(.*)$')
  if name and name ~= node then
    others[#others + 1] = name
    others[#others + 1] = all[field + 1]
  end
end
return { incarnation, number, others, redis.call('HEXISTS', log, 'settled') }
`;

/** ARGV: the incarnation and the number of an announcement, names of nodes. Changes nothing. */
const UNCONFIRMED = `${FOUND}
if incarnation ~= ARGV[1] then return false end
local still = {}
for argument = 3, #ARGV do
  local record = redis.call('HGET', nodes, 'node:' .. ARGV[argument])
  if record and tonumber(string.match(record, '^-?%d+')) < tonumber(ARGV[2]) then
    still[#still + 1] = ARGV[argument]
    still[#still + 1] = record
  end
end
return still
`;

/** ARGV: incarnation, then names of nodes, each with the record that it had. */
const FORGET = `${FOUND}
if incarnation ~= ARGV[1] then return 0 end
local forgotten = 0
for argument = 2, #ARGV, 2 do
  local field = 'node:' .. ARGV[argument]
  if redis.call('HGET', nodes, field) == ARGV[argument + 1] then
    redis.call('HDEL', nodes, field)
    redis.call('HDEL', follows, ARGV[argument])
    forgotten = forgotten + 1
  end
end
return forgotten
`;

type Script = (...args: readonly (string | number)[]) => Promise<unknown>;

/** The sessions that nodes follow: the names of the sessions by the name of the node. */
export interface Follows {
  readonly version: string;
  /** Nothing where they are those that the node knows. */
  readonly byNode: ReadonlyMap<string, readonly string[]> | undefined;
  /** Whether this node is among them. */
  readonly registered: boolean;
}

/** A grant, with what a node learns beside it. */
export interface Renewed extends Grant {
  /** Nodes in the list of the log. */
  readonly nodes: number;
  readonly follows: Follows;
}

const pairs = (flat: readonly string[]): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  for (let index = 0; index < flat.length; index += 2) map.set(flat[index], flat[index + 1]);
  return map;
};

/** The change log in Valkey: every method is one script, run with EVALSHA, and sent whole where Valkey does not have it. */
export class ChannelScripts {
  readonly #names: Names;
  readonly #node: string;
  readonly #renew: Script;
  readonly #announce: Script;
  readonly #unconfirmed: Script;
  readonly #forget: Script;

  /** @param node a name that no other process has, even one that ran before under the same configuration */
  constructor(client: ValkeyClient, names: Names, node: string) {
    this.#names = names;
    this.#node = node;
    const define = (name: string, lua: string): Script => {
      client.defineCommand(name, { lua, numberOfKeys: 3 });
      // All scripts use the three keys.
      return (...args) =>
        (Reflect.get(client, name) as Script).call(client, names.log, names.nodes, names.follows, ...args);
    };
    this.#renew = define('channelRenew', RENEW);
    this.#announce = define('channelAnnounce', ANNOUNCE);
    this.#unconfirmed = define('channelUnconfirmed', UNCONFIRMED);
    this.#forget = define('channelForget', FORGET);
  }

  /**
   * @param fresh names a new incarnation, if one begins
   * @param followed JSON of the sessions that this node follows; empty for none, `=` for those that it has sent before
   */
  async renew(
    { incarnation, seen, settles }: Renewal,
    fresh: string,
    followed: string,
    followsKnown: string,
  ): Promise<Renewed> {
    const answer = await this.#renew(
      this.#node,
      fresh,
      incarnation,
      seen,
      settles ? 1 : 0,
      followed,
      followsKnown,
      this.#names.news,
    );
    const [granted, last, changes, count, version, all, registered] = answer as [
      string,
      number,
      readonly string[] | null,
      number,
      string,
      readonly string[] | null,
      number,
    ];
    const byNode =
      all === null
        ? undefined
        : new Map([...pairs(all)].map(([node, names]) => [node, JSON.parse(names) as readonly string[]]));
    return {
      incarnation: granted,
      last,
      changes: changes ?? undefined,
      nodes: count,
      follows: { version, byNode, registered: registered === 1 },
    };
  }

  async announce(change: string, fresh: string): Promise<Announced> {
    const answer = await this.#announce(this.#node, fresh, change, this.#names.news);
    const [incarnation, number, others, settled] = answer as [string, number, readonly string[], number];
    return { incarnation, number, unconfirmed: pairs(others), settled: settled === 1 };
  }

  /** @returns the nodes among `of` that have not confirmed a change; nothing where the log is another one */
  async unconfirmed(
    incarnation: string,
    number: number,
    of: Iterable<string>,
  ): Promise<Unconfirmed | undefined> {
    const answer = await this.#unconfirmed(incarnation, number, ...of);
    return answer === null ? undefined : pairs(answer as readonly string[]);
  }

  /** Takes nodes off the list that have not renewed since. */
  async forget(incarnation: string, silent: Unconfirmed): Promise<void> {
    await this.#forget(incarnation, ...[...silent].flat());
  }

  /** Takes this node off the list; it must hold no lease any more. */
  async leave(client: ValkeyClient): Promise<void> {
    await Promise.all([
      client.hdel(this.#names.nodes, `node:${this.#node}`),
      client.hdel(this.#names.follows, this.#node),
    ]);
  }
}
