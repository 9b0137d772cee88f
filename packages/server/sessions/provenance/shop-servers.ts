import proxyAddress from '@fastify/proxy-addr';

/** Tells whether a request comes from a server of a shop, which speaks for many shoppers. */
export type IsShopServer = (address: string) => boolean;

/** @param networks addresses and networks, as in the setting `SHOP_SERVERS` */
export function shopServers(networks: readonly string[]): IsShopServer {
  if (networks.length === 0) return () => false;
  const isListed = proxyAddress.compile([...networks]);
  // Limits count IPv6 addresses by their /64.
  return (address) => isListed(address.replace('/64', ''), 0);
}
