export const NAMES = 'decidable-shelf,decidable-search,decidable-suggest';

/**
 * Without weight (`:where`), so that every rule of the shop wins; in the colours of the page. A constructed style sheet
 * needs no exception from a strict policy.
 */
const TEXT = `
:where(${NAMES}):where(:not([hidden])){display:block}
:where(decidable-suggest){position:relative}
:where(decidable-suggest>[role=listbox]){position:absolute;z-index:1;inset-inline:0;margin:0;padding:0;list-style:none;max-height:60vh;overflow:auto;border:1px solid;background:Canvas;color:CanvasText}
:where(decidable-suggest [role=option]){padding:.5em}
:where(decidable-suggest [aria-selected=true]){outline:2px solid;outline-offset:-2px}
:where(${NAMES})>:where([role=status]){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:where([data-decidable-skeleton] [data-decidable-text])::before{content:"\\a0"}
:where([data-decidable-skeleton]){background:color-mix(in srgb,CanvasText 8%,Canvas)}
@media (prefers-reduced-motion:no-preference){:where([data-decidable-skeleton]){animation:decidable-wait 1s infinite alternate}@keyframes decidable-wait{to{opacity:.5}}}`;

let sheet: CSSStyleSheet | undefined;

export function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}
