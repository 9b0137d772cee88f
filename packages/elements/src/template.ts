import { complain } from './element.ts';

/**
 * What a template may take from a product: the text of an element, or one of these attributes; of addresses with the
 * element whose address a shopper follows or sees. Others run what they load.
 */
const KINDS = { text: '', alt: '', href: 'a', src: 'img' };

/** Names in a pattern such as `/products/{handle}`; a pattern without braces is a name. */
const NAMED = /\{([^}]+)\}/g;

/** A product or a suggestion: what the page gave of it, and what the service says. */
export type Shown = object;

/** Frameworks that make elements one by one put them into the template, a parser into its content. */
export const rootOf = ({ content, children }: HTMLTemplateElement): Element | undefined =>
  content.firstElementChild ?? children[0];

/** Makes the element of the template, without a product yet. */
export function stamp(template: HTMLTemplateElement): HTMLElement | undefined {
  const root = rootOf(template);
  if (!root) complain('the <template> needs an element in it.');
  return root?.cloneNode(true) as HTMLElement | undefined;
}

/** A binding of an element: to what, of which element where it is an address, and the pattern. */
type Binding = readonly [element: Element, kind: string, addressed: string, pattern: string];

/** The bindings in an element, its own among them. */
const bindingsOf = (root: Element): Binding[] =>
  Object.entries(KINDS).flatMap(([kind, addressed]) => {
    const attribute = `data-decidable-${kind}`;
    return [root, ...root.querySelectorAll(`[${attribute}]`)].flatMap((element) => {
      const pattern = element.getAttribute(attribute);
      return pattern ? [[element, kind, addressed, pattern] as const] : [];
    });
  });

const isName = (pattern: string): boolean => !pattern.includes('{');

/** The attributes of the catalogue that elements show; what every answer has is none of them. */
export const fieldsIn = (roots: readonly (Element | undefined)[]): string[] => [
  ...new Set(
    roots
      .flatMap((root) => (root ? bindingsOf(root) : []))
      .flatMap(([, , , pattern]) =>
        isName(pattern) ? [pattern] : [...pattern.matchAll(NAMED)].map(([, name]) => name!),
      )
      .filter((name) => !/^(id|rank|score)$/.test(name)),
  ),
];

/** A field, or one that is nested: `price.amount`. */
const fieldOf = (fields: Record<string, unknown>, name: string): unknown =>
  fields[name] ??
  name.split('.').reduce<unknown>((value, part) => (value as typeof fields | undefined)?.[part], fields);

/** Lists with commas; of other objects there is nothing to read. */
const plain = (value: unknown): string =>
  Array.isArray(value) ? value.map(plain).join(', ') : Object(value) === value ? '' : String(value ?? '');

/** A part of an address. Half a character, as of a text that was cut, has no code there. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** An amount as the language of the page writes it, where the element names a currency. What is no number stays as it is. */
function inCurrency(text: string, element: Element, language: string | undefined): string {
  const currency = element.getAttribute('data-decidable-currency');
  const amount = Number(text);
  if (!currency || !text.trim() || !Number.isFinite(amount)) return text;
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
  } catch {
    complain(`data-decidable-currency="${currency}" is none: write "EUR".`);
    return text;
  }
}

/** Whether an address is one of the web, as the browser reads it: `javascript:` and `data:` are not. */
const isOfWeb = (href: string): boolean =>
  !!href && /^https?:/.test(Object.assign(document.createElement('a'), { href }).protocol);

/**
 * Writes a product into an element of a template: text as text, and addresses of the web alone.
 *
 * @param isKept whether the page wrote the element: what names a field that the product lacks stays as it is
 */
export function fill(root: Element, shown: Shown, language?: string, isKept?: boolean): void {
  const fields = { ...(shown as { readonly attributes?: object }).attributes, ...shown };
  for (const [element, kind, addressed, pattern] of bindingsOf(root)) {
    const isWhole = isName(pattern);
    let isThere = true;
    const text = (isWhole ? `{${pattern}}` : pattern).replace(NAMED, (_, name) => {
      const field = fieldOf(fields, name);
      isThere &&= field !== undefined;
      return addressed && !isWhole ? encoded(plain(field)) : plain(field);
    });
    if (isKept && !isThere) continue;
    if (addressed && !element.matches(addressed))
      complain(`data-decidable-${kind} is for <${addressed}> alone.`);
    else if (kind === 'text') element.textContent = inCurrency(text, element, language);
    else if (!addressed || isOfWeb(text)) element.setAttribute(kind, text);
    else element.removeAttribute(kind);
  }
}
