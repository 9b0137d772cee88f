/** Which endpoints count toward usage. */
export const metered = {
  '/track': true,
  '/track/behavior': true,
  '/track/keywords': true,
  '/session': true,
  '/catalog/ranked': true,
  '/search': true,
  '/rerank': true,
  '/suggest': false,
  '/catalog/audit': true,
  '/catalog/verify': true,
  '/event': false,
  '/exposure': false,
} as const satisfies Record<`/${string}`, boolean>;

/** Path of an endpoint below the base URL. */
export type EndpointPath = keyof typeof metered;

/**
 * The line of the usage report that an endpoint belongs to: its first path segment.
 *
 * @example operationOf('/catalog/audit') // 'catalog'
 */
export function operationOf(path: string): string {
  return path.split('/')[1] ?? path;
}
