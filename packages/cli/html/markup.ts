/** HTML that is safe to put into a page: made by `html` only, which escapes whatever is put into it. */
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
 * A template whose values are escaped, as text and within quoted attributes alike; lists are joined, and `undefined`
 * and `false` leave nothing.
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

/** Escapes markup; control characters, which HTML does not allow at all, become U+FFFD. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}--[\t\n\r]]/gv, '\u{FFFD}')
    .replace(/[&<>"']/gu, (character) => ESCAPED[character]);
}

/** A value as JSON that may stand in a `<script type="application/json">`: no `<` can end the element early. */
export function embeddedJson(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
