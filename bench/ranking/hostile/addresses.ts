import { below, type Chance } from '../../audit/chance.ts';

/** Blocks of 256 addresses. The first byte tells whose they are, so that nobody shares one by chance. */
const HOUSEHOLDS = 81;
const CARRIERS = 100;
const ATTACKERS = 203;

/**
 * Share of the shoppers behind an address translation of their carrier, and blocks of all carriers, of which the k-th
 * has a share as 1/k (Zipf). Set by hand: no public log of clicks has addresses.
 */
const BEHIND_CARRIERS = 0.2;
const CARRIER_BLOCKS = 100;

const inBlock = (owner: number, block: number, host: number): string =>
  `${owner}.${block >> 8}.${block & 255}.${1 + (host % 254)}`;

/** The address of an honest shopper. */
export function shopperAddress(random: Chance): string {
  if (random() >= BEHIND_CARRIERS) return inBlock(HOUSEHOLDS, below(65_536, random), below(254, random));
  let all = 0;
  for (let k = 1; k <= CARRIER_BLOCKS; k++) all += 1 / k;
  let left = random() * all;
  let block = 1;
  while (block < CARRIER_BLOCKS && left > 1 / block) left -= 1 / block++;
  return inBlock(CARRIERS, block, below(254, random));
}

/** The k-th address of an attacker, each in a block of its own. */
export const attackerAddress = (k: number): string => inBlock(ATTACKERS, k & 65_535, k >> 16);
