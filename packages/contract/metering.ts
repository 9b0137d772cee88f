/**
 * The line of the usage report that an endpoint belongs to: its first path segment.
 *
 * @example operationOf('/catalog/audit') // 'catalog'
 */
export function operationOf(path: string): string {
  return path.split('/')[1] ?? path;
}
