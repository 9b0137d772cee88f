import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../icon.tsx';

/** What a page shows before there is anything: what will be here, and the one thing to do first. */
export function Empty({
  icon,
  title,
  children,
  actions,
}: {
  readonly icon: IconName;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div class="buttons">{actions}</div>}
    </div>
  );
}
