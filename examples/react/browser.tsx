import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Shop, type ShopProps } from './shop.tsx';

/** What the server rendered the page with. */
const props: ShopProps = JSON.parse(document.getElementById('props')!.textContent);

hydrateRoot(
  document.getElementById('shop')!,
  <StrictMode>
    <Shop {...props} />
  </StrictMode>,
);
