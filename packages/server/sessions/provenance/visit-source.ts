import { createHmac, randomBytes } from 'node:crypto';
import type { DeviceClass } from '@decidable/engine/session';
import type { KeyId, OrganizationId } from '../../storage/ports.ts';
import type { IsShopServer } from './shop-servers.ts';

/** Where a visit came from, as far as learning needs to tell visitors apart. Nothing leads back to an address. */
export type VisitSource =
  | {
      readonly isRobot: false;
      /**
       * Keyed hash of the address block, the same for all visits of a block to an organization in one day (UTC);
       * `undefined` where a server of the shop sent the signals, or one that did not tell the address.
       */
      readonly block: string | undefined;
      /** Keyed hash of key and origin, the same within such a day. */
      readonly sender: string;
    }
  | { readonly isRobot: true };

/** What a request tells of where a visit comes from. */
export interface VisitRequest {
  readonly organizationId: OrganizationId;
  /** As limits count it: an IPv4 address, or the /64 of an IPv6 one. Absent where a server did not tell it. */
  readonly address: string | undefined;
  readonly keyId: KeyId;
  readonly origin: string | undefined;
  /** As the headers of the request tell it: a crawler or an automated browser is a `bot`. */
  readonly device: DeviceClass;
  /** ms since the epoch */
  readonly at: number;
}

const DAY = 86_400_000;
const ROBOT = 'robot';
/** Characters of the hashes: 48 bits, and 24 for the few keys and origins of a shop. */
const BLOCK_LENGTH = 8;
const SENDER_LENGTH = 4;

/**
 * The network that an address belongs to: the /24 of an IPv4 address and the /48 of an IPv6 one, about as many
 * connections as one customer of a hoster can command.
 *
 * @example addressBlock('192.0.2.7') // '192.0.2'
 */
export const addressBlock = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');

/**
 * Describes the sources of visits for the log. The secret is drawn for each day (UTC) and kept in memory alone: nobody
 * can try out addresses afterwards, and no two days can be linked. After a restart the blocks of the day have new names.
 */
export class VisitSources {
  #day = Number.NEGATIVE_INFINITY;
  #secret: Buffer = Buffer.alloc(0);
  readonly #isShopServer: IsShopServer;

  constructor(isShopServer: IsShopServer = () => false) {
    this.#isShopServer = isShopServer;
  }

  /** The source of a visit that begins now, as text for the log. */
  describe(request: VisitRequest): string {
    if (request.device === 'bot') return ROBOT;
    const { organizationId, address, keyId, origin = '', at } = request;
    const day = Math.floor(at / DAY);
    // A request of yesterday that is handled after one of today keeps to the secret of today.
    if (day > this.#day) {
      this.#day = day;
      this.#secret = randomBytes(32);
    }
    const hash = (text: string, length: number): string =>
      createHmac('sha256', this.#secret).update(text).digest('base64url').slice(0, length);
    const block =
      address === undefined || this.#isShopServer(address)
        ? ''
        : hash(`${organizationId} ${addressBlock(address)}`, BLOCK_LENGTH);
    return `${block}.${hash(`${keyId} ${origin}`, SENDER_LENGTH)}`;
  }
}

/** Reads a source from the log; `undefined` where a release before sources wrote it. */
export function readSource(text: string | undefined): VisitSource | undefined {
  if (text === undefined) return undefined;
  if (text === ROBOT) return { isRobot: true };
  const [block, sender = ''] = text.split('.');
  return { isRobot: false, block: block === '' ? undefined : block, sender };
}
