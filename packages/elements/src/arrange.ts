/** Moves an element without a pause in its focus, its media and its frames, where the browser can. */
type Movable = ParentNode & { moveBefore?(element: Element, next: Node): void };

/**
 * Puts elements into the places of each other: what stands between them stays, and so does the size of the list. The
 * focus stays on its element.
 *
 * @param elements in the order of the page
 * @param order the same elements in another order
 */
export function arrange(elements: readonly Element[], order: readonly Element[]): void {
  const root = elements[0]?.getRootNode() as Document | ShadowRoot | undefined;
  const focused = root?.activeElement as HTMLElement | null | undefined;
  const moves = elements.flatMap((element, place) => {
    const moved = order[place]!;
    if (moved === element) return [];
    const mark = new Comment();
    element.before(mark);
    return [[mark, moved] as const];
  });
  for (const [mark, moved] of moves) {
    const parent = mark.parentNode as Movable;
    if (parent.moveBefore) parent.moveBefore(moved, mark);
    else mark.before(moved);
    mark.remove();
  }
  if (focused !== root?.activeElement) focused?.focus({ preventScroll: true });
}
