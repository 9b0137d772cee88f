import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

type Options = VirtualizerOptions<HTMLElement, HTMLElement>;

/**
 * The rows of an element that scrolls, only as many as are seen: for tables and grids of their own markup.
 *
 * @returns the rows to render with their places, and the height of all of them, in px
 */
export function useVirtualRows(
  options: Pick<Options, 'count' | 'estimateSize' | 'getScrollElement'> & Partial<Options>,
): Virtualizer<HTMLElement, HTMLElement> {
  const [, render] = useReducer((n: number) => n + 1, 0);
  const all: Options = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 6,
    ...options,
    onChange: (instance, isSync) => {
      render(0);
      options.onChange?.(instance, isSync);
    },
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(all));
  virtualizer.setOptions(all);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}

/**
 * A list of tens of thousands of items: only those in view are in the page.
 *
 * @param size the height of a row, in px, or an estimate where rows differ
 * @param height of the list, as in CSS
 */
export function VirtualList<Item>({
  label,
  items,
  itemKey,
  size,
  height,
  children,
}: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item, index: number) => string;
  readonly size: number;
  readonly height?: string;
  readonly children: (item: Item, index: number) => ComponentChildren;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualRows({
    count: items.length,
    estimateSize: () => size,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => itemKey(items[index], index),
  });
  return (
    <section
      ref={scroll}
      class="virtual"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      aria-label={label}
      style={height === undefined ? {} : { '--virtual-height': height }}
    >
      <ul style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            data-index={index}
            ref={(element) => rows.measureElement(element)}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(items[index], index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
