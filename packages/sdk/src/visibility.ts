/** Time in view after which an element counts as seen, ms: longer than scrolling past it takes. */
const DWELL = 300;
const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.75];

/** What stops the watching of an element. */
const stops = new WeakMap<Element, () => void>();

/** Half of the element, or half of the screen for an element taller than the screen. */
function inView({ rootBounds, intersectionRatio, intersectionRect }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || intersectionRect.height > (rootBounds?.height ?? innerHeight) / 2;
}

/**
 * Reports an element once, when it was in view. Covered or transparent elements count as seen. Returns a function that
 * stops watching; watching an element again replaces what was to be reported.
 */
export function whenSeen(element: Element, report: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries)
        if (!inView(entry)) rest();
        else
          timer ??= setTimeout(() => {
            stop();
            // A page in the background shows nothing, whatever its layout: check again when it is visible.
            if (document.hidden) observer.observe(element);
            else report();
          }, DWELL);
    },
    { threshold: STEPS },
  );
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const stop = () => {
    rest();
    observer.disconnect();
  };
  stops.get(element)?.();
  stops.set(element, stop);
  observer.observe(element);
  return stop;
}
