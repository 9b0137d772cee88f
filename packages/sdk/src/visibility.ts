/** Time in view after which an element counts as seen, ms: longer than scrolling past it takes. */
const DWELL = 300;
const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.75];

interface Watched {
  readonly report: () => void;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

const watched = new Map<Element, Watched>();
let observer: IntersectionObserver | undefined;

/** Half of the element, or half of the screen for an element taller than the screen. */
function inView(entry: IntersectionObserverEntry): boolean {
  const screen = entry.rootBounds?.height ?? innerHeight;
  return (
    entry.isIntersecting && (entry.intersectionRatio >= 0.5 || entry.intersectionRect.height >= screen / 2)
  );
}

function start(element: Element, watch: Watched): void {
  observer ??= new IntersectionObserver((entries) => entries.forEach(look), { threshold: STEPS });
  observer.observe(element);
  watched.set(element, watch);
  watch.timer = undefined;
}

function stop(element: Element): void {
  clearTimeout(watched.get(element)?.timer);
  watched.delete(element);
  observer?.unobserve(element);
}

function look(entry: IntersectionObserverEntry): void {
  const { target } = entry;
  const watch = watched.get(target);
  if (!watch) return;
  if (!inView(entry)) {
    clearTimeout(watch.timer);
    watch.timer = undefined;
    if (!target.isConnected) stop(target);
    return;
  }
  watch.timer ??= setTimeout(() => {
    stop(target);
    // A page in the background shows nothing, whatever its layout: check again when it is visible.
    if (document.hidden) start(target, watch);
    else watch.report();
  }, DWELL);
}

/**
 * Reports an element once, when it was in view. Covered or transparent elements count as seen. Returns a function that
 * stops watching; watching an element again replaces what was to be reported.
 */
export function whenSeen(element: Element, report: () => void): () => void {
  const watch = { report };
  stop(element);
  start(element, watch);
  return () => {
    if (watched.get(element) === watch) stop(element);
  };
}
