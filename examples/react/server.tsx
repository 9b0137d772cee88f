import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Shop, type ShopProps } from './shop.tsx';

/** The page of the shop, in its own order. Scripts of the page are named by their addresses. */
export function render(props: ShopProps, script: string): string {
  const shop = renderToString(
    <StrictMode>
      <Shop {...props} />
    </StrictMode>,
  );
  // In a script element, `<` could begin its end.
  const data = JSON.stringify(props).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<link rel="stylesheet" href="/style.css"><body><div id="shop">${shop}</div>
<script id="props" type="application/json">${data}</script><script type="module" src="${script}"></script>`;
}
