import { basePath, deprecationWords, type EndpointContract, type Warning } from '@decidable/contract';

/** What answers tell of an endpoint that goes away, or that has fields which do. */
export interface ToldDeprecation {
  /** Names and values in turn: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to the reference. */
  readonly headers: readonly string[];
  /** Adds the warnings of one body. */
  warn(body: object, warnings: Warning[]): void;
}

/** @returns undefined where nothing goes away */
export function deprecationOf({ path, deprecated, request }: EndpointContract): ToldDeprecation | undefined {
  const { properties = {} } = request as { readonly properties?: Readonly<Record<string, Field>> };
  const fields = Object.entries(properties).filter(([, field]) => field.deprecated === true);
  if (deprecated === undefined && fields.length === 0) return undefined;
  const headers: string[] = [];
  const general: Warning[] = [];
  if (deprecated !== undefined) {
    const { since, ends } = deprecated;
    headers.push('deprecation', `@${Date.parse(since) / 1_000}`);
    headers.push('link', `<${basePath}/reference>; rel="deprecation"; type="text/html"`);
    if (ends !== undefined) headers.push('sunset', new Date(ends).toUTCString());
    general.push({
      code: 'deprecated',
      message: `${path}: ${deprecationWords(deprecated)}`,
    });
  }
  return {
    headers,
    warn(body, warnings) {
      warnings.push(...general);
      for (const [name, { description = '' }] of fields) {
        if (Object.hasOwn(body, name))
          warnings.push({
            code: 'deprecated',
            field: name,
            message: `The field ${name} goes away. ${description}`.trim(),
          });
      }
    },
  };
}

interface Field {
  readonly deprecated?: boolean;
  readonly description?: string;
}
