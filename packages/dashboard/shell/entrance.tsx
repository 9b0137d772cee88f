import type { ComponentChildren } from 'preact';
import { welcomeState } from '../api/operations.generated.ts';
import { useCall } from '../api/use-call.ts';
import { Brand } from './frame.tsx';

/** What stands around a page of somebody who is not signed in: the way in, and what is open to everybody. */
export function Entrance({
  isCentred = false,
  children,
}: {
  readonly isCentred?: boolean;
  readonly children: ComponentChildren;
}) {
  const { data } = useCall(welcomeState);
  return (
    <div class="entrance">
      <header>
        <Brand />
        <nav aria-label="Open to everybody">
          <ul>
            {data?.demo === true && (
              <li>
                <a href="/demo/">Demo shop</a>
              </li>
            )}
            <li>
              <a href="/docs">Guides</a>
            </li>
            <li>
              <a href="/reference">API reference</a>
            </li>
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1} class={isCentred ? 'centred' : undefined}>
        {children}
      </main>
    </div>
  );
}
