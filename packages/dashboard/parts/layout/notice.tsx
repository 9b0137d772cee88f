import type { ComponentChildren } from 'preact';
import type { Failure } from '../../api/result.ts';
import { Button } from '../controls/button.tsx';
import { Icon, type IconName } from '../icon.tsx';

const icons = { good: 'check', warn: 'warning', bad: 'error', info: 'info' } as const satisfies Record<
  string,
  IconName
>;

/** Something to know before going on. */
export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: keyof typeof icons;
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`}>
      <Icon name={icons[kind]} />
      <div>{children}</div>
    </div>
  );
}

/** A refusal in the words of the service, with the number to quote where the service is at fault. */
export function Problem({ error, retry }: { readonly error: Failure; readonly retry?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <Icon name="error" />
      <div>
        <p>{error.message}</p>
        {error.status >= 500 && error.correlationId !== undefined && (
          <small>
            Quote this number when you report it: <code>{error.correlationId}</code>
          </small>
        )}
      </div>
      {retry !== undefined && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
