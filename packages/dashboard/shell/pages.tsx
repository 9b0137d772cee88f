import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { lazy, Route, Router } from 'preact-iso';
import { ButtonLink } from '../parts/controls/button.tsx';
import { Empty } from '../parts/layout/empty.tsx';
import { Page } from '../parts/layout/page.tsx';
import { type Route as PageRoute, routes } from '../routes.ts';

const modules = import.meta.glob<{ readonly default: FunctionComponent }>('../pages/*/page.tsx');

/** The component of each page, loaded when it is first shown. */
const components: ReadonlyMap<string, FunctionComponent> = new Map(
  [...new Set(routes.map(({ page }) => page))].map((page) => [
    page,
    lazy(modules[`../pages/${page}/page.tsx`]),
  ]),
);

export const allRoutes: readonly PageRoute[] = routes;

/** The pages of these routes; the one whose path fits is shown. */
export function Pages({
  of,
  otherwise,
  onShown,
}: {
  readonly of: readonly PageRoute[];
  /** Shown where no path fits. */
  readonly otherwise: FunctionComponent;
  readonly onShown: () => void;
}) {
  const [isLoading, setLoading] = useState(false);
  return (
    <>
      {isLoading && <div class="loading-line" aria-hidden="true" />}
      <Router
        onLoadStart={() => setLoading(true)}
        onLoadEnd={() => setLoading(false)}
        onRouteChange={onShown}
      >
        {of.map(({ path, page }) => (
          <Route key={path} path={path} component={components.get(page)!} />
        ))}
        <Route default component={otherwise} />
      </Router>
    </>
  );
}

export const NoSuchPage = () => (
  <Page title="There is no such page" width="narrow">
    <Empty
      icon="search"
      title="The address may be mistyped"
      actions={<ButtonLink href="/">Go to the overview</ButtonLink>}
    />
  </Page>
);
