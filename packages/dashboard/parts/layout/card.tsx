import type { ComponentChildren } from 'preact';

/** A part of a page with a heading of its own. `flush`: its content reaches the edges, as tables do. */
export function Card({
  title,
  about,
  actions,
  look,
  children,
}: {
  readonly title?: ComponentChildren;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly look?: 'flush' | 'danger';
  readonly children?: ComponentChildren;
}) {
  return (
    <section class={look === undefined ? 'card' : `card ${look}`}>
      {(title !== undefined || actions !== undefined) && (
        <header>
          {title !== undefined && <h2>{title}</h2>}
          {actions}
          {about !== undefined && <p>{about}</p>}
        </header>
      )}
      {children}
    </section>
  );
}
