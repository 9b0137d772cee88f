import { type Id, observe } from '@decidable/sdk';
import {
  type ComponentPropsWithoutRef,
  createElement,
  type ElementType,
  type ReactElement,
  useEffect,
  useRef,
} from 'react';

interface OwnProps<Tag> {
  /** The element to render. Default: `div`. */
  readonly as?: Tag;
  /** The ranking that the product stands in. Without one nothing is recorded. */
  readonly decisionId?: string | undefined;
  /** The id of the product. */
  readonly item: Id;
  /** Its place in the list, from 1. */
  readonly position?: number;
}

/** Any name of an element: all attributes of the element are taken. */
type Tag = Extract<ElementType, string>;

export type ExposureProps<T extends Tag = 'div'> = OwnProps<T> &
  Omit<ComponentPropsWithoutRef<T>, keyof OwnProps<T>>;

/** An element that is recorded as seen once it has been in view. */
export function Exposure<T extends Tag = 'div'>({
  as,
  decisionId,
  item,
  position,
  ...props
}: ExposureProps<T>): ReactElement {
  const element = useRef<Element>(null);

  useEffect(() => {
    if (decisionId === undefined || element.current === null) return;
    return observe(element.current, decisionId, position === undefined ? item : { id: item, position });
  }, [decisionId, item, position]);

  return createElement(as ?? 'div', { ...props, ref: element } as object);
}
