import type { AuditedAttribute, Distribution } from '@decidable/engine/audit';
import {
  binLabel,
  booleanShare,
  numberIn,
  othersInWords,
  rangeInWords,
  valueLabel,
} from '../words/distribution.ts';
import { count, counted } from '../words/wording.ts';
import { html, type Markup } from './markup.ts';

/** Values whose bars are in sight; the others are unfolded. Set by hand. */
const IN_SIGHT = 5;

/** The values of an attribute as bars, its numbers as a histogram; nothing where the result has none. */
export function distributionFigure(attribute: AuditedAttribute): Markup {
  const { distribution } = attribute;
  if (distribution === undefined) return html``;
  return distribution.bins === undefined
    ? valueBars(attribute, distribution)
    : histogram(attribute, distribution);
}

function valueBars(attribute: AuditedAttribute, distribution: Distribution): Markup {
  const { values = [], others } = distribution;
  const most = Math.max(...values.map(({ products }) => products));
  const row = (label: Markup, products: number, bar: Markup) =>
    html`<tr><th scope="row">${label}</th><td>${count(products)}</td><td class="track">${bar}</td></tr>`;
  const rows = values.map(({ value, products }) =>
    row(html`<bdi>${valueLabel(value, attribute)}</bdi>`, products, stripe(products / most)),
  );
  const share = booleanShare(attribute);
  const last = othersInWords(distribution);
  const caption = html`<caption>Values of <bdi>${attribute.attribute}</bdi>${share !== undefined && html`: ${share}`}</caption>`;
  const head = html`<thead><tr><th scope="col">value</th><th scope="col">products</th><th></th></tr></thead>`;
  const rest = others !== undefined && last !== undefined && row(html`${last}`, others.products, html``);
  // One row more would take no more room than the line that unfolds it.
  if (rows.length <= IN_SIGHT + 1)
    return html`<table class="values">${caption}${head}<tbody>${rows}${rest}</tbody></table>`;
  return html`<div class="values"><table class="values">${caption}${head}<tbody>${rows.slice(0, IN_SIGHT)}</tbody></table><details><summary>${counted(rows.length - IN_SIGHT + (others?.values ?? 0), 'more value')}</summary><table class="values"><caption>More values of <bdi>${attribute.attribute}</bdi></caption>${head}<tbody>${rows.slice(IN_SIGHT)}${rest}</tbody></table></details></div>`;
}

/** The bar of a row, whose figure stands beside it, so that it needs no name of its own. */
function stripe(share: number): Markup {
  const width = Number(Math.max(1, share * 100).toFixed(1));
  return html`<svg class="stripe" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="now" width="${width}" height="8"/></svg>`;
}

const HEIGHT = 40;
const WIDTH = 120;

function histogram(attribute: AuditedAttribute, distribution: Distribution): Markup {
  const { bins = [], unit, range } = distribution;
  const most = Math.max(...bins.map(({ products }) => products));
  const width = WIDTH / bins.length;
  const bars = bins.map(({ products }, at) => {
    const height = products === 0 ? 0 : Math.max(1, (products / most) * HEIGHT);
    const place = (value: number) => Number(value.toFixed(2));
    // Each bar has a track of full height, so that also a low one is found by the pointer.
    return html`<g><title>${binLabel(distribution, at)}: ${counted(products, 'product')}</title><rect class="track" x="${place(at * width)}" width="${place(width - 1)}" height="${HEIGHT}"/><rect class="now" x="${place(at * width)}" y="${place(HEIGHT - height)}" width="${place(width - 1)}" height="${place(height)}"/></g>`;
  });
  const words = [rangeInWords(distribution), othersInWords(distribution)].filter(
    (word) => word !== undefined,
  );
  const listed = bins
    .map(({ products }, at) => `${binLabel(distribution, at)}: ${count(products)}`)
    .join('; ');
  const ends =
    range !== undefined && bins.length > 1
      ? html`<p class="ends" aria-hidden="true"><span>${numberIn(unit, bins[0].from)}</span><span>${numberIn(unit, bins[bins.length - 1].to)}</span></p>`
      : html``;
  return html`<figure class="histogram"><figcaption>Values of <bdi>${attribute.attribute}</bdi>: ${words.join('; ')}</figcaption><svg role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"><title>Products by ${attribute.attribute}</title><desc>${listed}</desc>${bars}</svg>${ends}</figure>`;
}
