import type { ExposureItem } from './types.ts';

/** Time in view after which an element counts as seen, ms: longer than scrolling past it takes. */
const DWELL = 300;
const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.75];

interface Watched {
  readonly decisionId: string;
  readonly item: ExposureItem;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Half of the element, or half of the screen for an element taller than the screen. */
function inView({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry) {
  const screen = rootBounds?.height ?? innerHeight;
  return isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= screen / 2);
}

/** Reports each watched element once, when it was in view. Covered or transparent elements count as seen. */
export function createVisibility(seen: (decisionId: string, item: ExposureItem) => void) {
  const watched = new Map<Element, Watched>();
  let observer: IntersectionObserver | undefined;

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
      watch.timer = undefined;
      // A page in the background shows nothing, whatever its layout: check again when it is visible.
      if (document.visibilityState !== 'visible') {
        observer?.unobserve(target);
        observer?.observe(target);
        return;
      }
      stop(target);
      seen(watch.decisionId, watch.item);
    }, DWELL);
  }

  return (element: Element, decisionId: string, item: ExposureItem): (() => void) => {
    observer ??= new IntersectionObserver((entries) => entries.forEach(look), { threshold: STEPS });
    stop(element);
    const watch = { decisionId, item };
    observer.observe(element);
    watched.set(element, watch);
    return () => {
      if (watched.get(element) === watch) stop(element);
    };
  };
}
