import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { placeBeside } from './place.ts';

/**
 * A number or word that explains itself: on hover, on focus, and on a tap.
 *
 * @example
 * <Explained by="How much an answer narrows the choice: one bit halves it.">{bits} bits</Explained>
 */
export function Explained({
  by,
  children,
}: {
  readonly by: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const explanation = useRef<HTMLSpanElement>(null);
  const show = (event: Event) => {
    const { current } = explanation;
    if (current === null || current.matches(':popover-open')) return;
    current.showPopover();
    placeBeside(current, event.currentTarget as Element, 'middle');
  };
  const hide = () => explanation.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        class="explained"
        aria-describedby={id}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => {
          if (event.key === 'Escape') hide();
        }}
      >
        {children}
      </button>
      <span ref={explanation} id={id} class="popover explanation" popover="manual" role="tooltip">
        {by}
      </span>
    </>
  );
}
