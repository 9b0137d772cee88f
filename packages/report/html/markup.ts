/** HTML that is safe to insert into a page. Only `html` creates it, and it escapes every value. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | undefined | false | readonly Part[];

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template whose values are escaped, both in text and in quoted attributes. Lists are joined; `undefined`
 * and `false` are left out.
 *
 * @example html`<td title="${name}">${name}</td>`
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let page = texts[0];
  parts.forEach((part, index) => {
    page += textOf(part) + texts[index + 1];
  });
  return new Markup(page);
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return part.map(textOf).join('');
}

/** Escapes markup. Control characters, which HTML forbids, become U+FFFD. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}--[\t\n\r]]/gv, '\u{FFFD}')
    .replace(/[&<>"']/gu, (character) => ESCAPED[character]);
}

/**
 * A value as JSON for a `<script type="application/json">`: every `<` is escaped, so the element cannot end
 * early.
 */
export function embeddedJson(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
