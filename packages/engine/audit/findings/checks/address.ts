import type { RuleName } from '../rules.ts';

/** The last sign between the addresses of a cell that holds several. */
const BETWEEN = /[\s,;|](?=(?:https?:)?\/\/|www\.)/i;
const SEPARATORS = ' \t\r\n\u00a0,;|';
/** Where an address is to be; what is beyond a host is judged apart. */
const ADDRESS = /^https?:\/\/[^\s/?#]+\.[^\s/?#.]{2,}(?:[/?#:]|$)/i;
/** Printable ASCII without spaces and the signs that addresses do not have (RFC 3986). */
const ENCODED = /^[!#-;=?-[\]_a-z~]+$/i;

export const addressesIn = (text: string): readonly string[] => text.split(BETWEEN).map(withoutSeparators);

/** Without the signs behind it; no expression, which would begin again at each of many. */
function withoutSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && SEPARATORS.includes(text[end - 1])) end--;
  return text.slice(0, end);
}

/** What is wrong with an address: it is none, or is not written as addresses are. */
export function addressFault(address: string, column: 'link' | 'image'): RuleName | undefined {
  if (!ADDRESS.test(address)) return `${column}-not-an-address`;
  return ENCODED.test(address) ? undefined : `${column}-not-encoded`;
}

/** Formats in which browsers or programs keep pictures, and that no marketplace takes. */
const OTHER_FORMAT = /\.(?:svgz?|avif|hei[cf]|pdf|mp4|mov|psd|ai|eps)(?:[?#]|$)/i;
/** Names of files that stand for a picture that is not there. */
const PLACEHOLDER =
  /(?:^|[^a-z])(?:no[-_ ]?(?:image|img|photo|pic|picture|foto|imagen)s?|placeholder|(?:image|photo|picture)[-_ ](?:not[-_ ](?:available|found)|unavailable|coming[-_ ]soon|missing)|coming[-_ ]soon|default[-_ ](?:image|product))(?![a-z])/i;

function fileOf(address: string): string {
  const [path] = address.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What is wrong with the address of an image. */
export function imageFault(address: string): RuleName | undefined {
  if (PLACEHOLDER.test(fileOf(address))) return 'image-placeholder';
  if (OTHER_FORMAT.test(address)) return 'image-format';
  return addressFault(address, 'image');
}
