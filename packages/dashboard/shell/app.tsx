import { useEffect } from 'preact/hooks';
import { LocationProvider, lazy, useLocation } from 'preact-iso';
import { leave, organization, resume, signIn } from '../api/sign-in.ts';
import { Problem } from '../parts/layout/notice.tsx';
import { Toasts, toastProblem } from '../parts/overlays/toasts.tsx';
import { type Route, routes } from '../routes.ts';
import { Entrance } from './entrance.tsx';
import { FaultBoundary } from './fault.tsx';
import { Frame } from './frame.tsx';
import { allRoutes, NoSuchPage, Pages } from './pages.tsx';

const SignInPage = lazy(() => import('../pages/sign-in/page.tsx'));

const open = allRoutes.filter(({ access }) => access === 'anyone');

/** The addresses that the dashboard answers itself; links to others leave it. */
const scope = new RegExp(
  `^(?:https?://[^/]+)?/(?:(?:${[...new Set(routes.map(({ path }) => path.split('/')[1]))].filter(Boolean).join('|')})(?:[/?#]|$)|[?#]|$)`,
);

export const App = () => (
  <LocationProvider scope={scope}>
    <Shell />
    <Toasts />
  </LocationProvider>
);

/** The addresses of a page, without a query. */
const patternOf = ({ path }: Route): RegExp =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('/*', '/.*')}/?$`);

/** The title of the window for a page. */
function titleOf(path: string): string {
  const route = (routes as readonly Route[]).find((each) => patternOf(each).test(path));
  return route === undefined || path === '/' ? 'Decidable' : `${route.title} · Decidable`;
}

async function signOut(): Promise<void> {
  const answer = await leave();
  if (!answer.ok) toastProblem(answer.error);
}

function Shell() {
  const { path, url } = useLocation();
  const { value } = signIn;
  useEffect(() => {
    document.title = titleOf(path);
  }, [path]);
  /** As after the load of a document: screen readers and the keyboard begin at the page. */
  const onShown = () => document.getElementById('main')?.focus({ preventScroll: true });
  const isOpen = open.some((route) => route.path.split('/')[1] === path.split('/')[1]);

  if (value.state === 'asking') return <div class="loading-line" role="status" aria-label="Loading" />;
  if (value.state === 'unreachable') {
    return (
      <Entrance isCentred>
        <div class="entrance-card">
          <Problem error={value.error} retry={resume} />
        </div>
      </Entrance>
    );
  }
  const pages = (
    <FaultBoundary at={url}>
      {value.state === 'in' ? (
        <Pages of={allRoutes} otherwise={NoSuchPage} onShown={onShown} />
      ) : (
        <Pages of={open} otherwise={SignInPage} onShown={onShown} />
      )}
    </FaultBoundary>
  );
  if (value.state === 'out')
    return (
      <Entrance isCentred={!isOpen || path === '/welcome' || path === '/invitation' || path === '/password'}>
        {pages}
      </Entrance>
    );
  return (
    <Frame me={value.me} onSignOut={signOut} key={organization.value?.id}>
      {pages}
    </Frame>
  );
}
