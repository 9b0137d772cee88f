import type { ComponentChildren } from 'preact';
import { Icon } from '../icon.tsx';

/**
 * A page: its heading, one sentence that says what it is for, its main action, and its content.
 *
 * @example
 * <Page title="API keys" lead="Keys let your shop call the service." actions={<Button …/>}>…</Page>
 */
export function Page({
  title,
  lead,
  actions,
  back,
  width,
  children,
}: {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** The page that this one belongs to. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly width?: 'narrow' | 'wide';
  readonly children?: ComponentChildren;
}) {
  return (
    <div class={width === undefined ? 'page' : `page ${width}`}>
      <header class="page-header">
        <div>
          {back !== undefined && (
            <a class="back" href={back.href}>
              <Icon name="chevron-left" small />
              {back.label}
            </a>
          )}
          <h1>{title}</h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="buttons">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
