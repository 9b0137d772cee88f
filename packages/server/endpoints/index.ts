import { extname } from 'node:path';
import { endpoints } from '@decidable/contract';
import type { ServedEndpoint } from '../http/endpoint.ts';
import type { EndpointNeeds, ServeEndpoint } from './dependencies.ts';

export type { EndpointNeeds, ServeEndpoint } from './dependencies.ts';

/** The file of an endpoint is named after its path: `/catalog/audit` is served by `catalog-audit`, which a package has as `.js`. */
const extension = extname(import.meta.url);
const fileOf = (path: string): string => `./${path.slice(1).replaceAll('/', '-')}${extension}`;

/** Every endpoint of the contract, as its file serves it. */
export async function servedEndpoints(needs: EndpointNeeds): Promise<readonly ServedEndpoint[]> {
  const paths = Object.keys(endpoints);
  const files: readonly { readonly serveEndpoint: ServeEndpoint }[] = await Promise.all(
    paths.map((path) => import(fileOf(path))),
  );
  return files.map(({ serveEndpoint }) => serveEndpoint(needs));
}
