const GAP = 6;
const EDGE = 8;

/** Places a popover below its anchor, or above where there is no room, inside the window. */
export function placeBeside(
  popover: HTMLElement,
  anchor: Element,
  align: 'start' | 'end' | 'middle' = 'start',
): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const left = { start: at.left, end: at.right - width, middle: (at.left + at.right - width) / 2 }[align];
  const isBelow = at.bottom + GAP + height <= innerHeight - EDGE || at.top < height + GAP + EDGE;
  popover.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  popover.style.top = `${Math.max(EDGE, isBelow ? at.bottom + GAP : at.top - GAP - height)}px`;
}
