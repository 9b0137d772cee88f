// biome-ignore-all lint/a11y/useFocusableInteractive: the focus of a combobox stays in its input.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are those of the input.
// biome-ignore-all lint/a11y/useSemanticElements: not every browser has <search>.
import {
  type ComponentPropsWithoutRef,
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { type Suggestions, type SuggestionsOptions, useSuggestions } from './use-suggestions.ts';

interface OwnProps extends SuggestionsOptions {
  /** Names the input. */
  readonly label: string;
  /** The name of the input in the form. Default: `q`. */
  readonly name?: string;
  /** What stands on the button. Default: `Search`. */
  readonly button?: ReactNode;
  /** Names the list of suggestions, and is announced with their number. Default: `Suggestions`. */
  readonly listLabel?: string;
  /** Searches in the page; without it the form leads to its `action`. */
  readonly onSearch?: (query: string) => void;
}

export type SearchBoxProps = OwnProps & Omit<ComponentPropsWithoutRef<'form'>, keyof OwnProps | 'children'>;

/** By the style object: a policy may forbid style attributes. */
function hide(element: HTMLElement | null): void {
  if (element) {
    Object.assign(element.style, { position: 'absolute', width: '1px', height: '1px' });
    Object.assign(element.style, { overflow: 'hidden', clipPath: 'inset(50%)' });
  }
}

/**
 * A search form with suggestions: a combobox with a list, of which a choice is made by hand
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). It has no styles.
 */
export function SearchBox({
  label,
  name = 'q',
  button = 'Search',
  listLabel = 'Suggestions',
  limit = 6,
  rest,
  onSearch,
  onSubmit,
  ...props
}: SearchBoxProps): ReactElement {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** What suggestions are for; empty while the list is closed. */
  const [asked, setAsked] = useState('');
  /** What the shopper chooses from: later suggestions must not replace it. */
  const [held, setHeld] = useState<Suggestions['suggestions']>();
  const [active, setActive] = useState(-1);
  const { suggestions, pending } = useSuggestions(asked, { limit, ...(rest !== undefined && { rest }) });
  const offered = held ?? suggestions;
  const isOpen = asked !== '' && offered.length > 0;

  function ask(query: string): void {
    setAsked(query.trim());
    setHeld(undefined);
    setActive(-1);
  }

  function choose(place: number): void {
    input.current!.value = offered[place]!.query;
    input.current!.form!.requestSubmit();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    onSubmit?.(event as Parameters<typeof onSubmit>[0]);
    ask('');
    const query = input.current!.value.trim();
    if (!query || onSearch) event.preventDefault();
    if (query) onSearch?.(query);
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    // While a word is composed the keys are those of its input method.
    if (event.nativeEvent.isComposing) return;
    // Without a list Enter searches and Escape clears, as in any input.
    if (step || (key === 'Enter' ? active >= 0 : key === 'Escape' && isOpen)) event.preventDefault();
    if (step && isOpen) {
      setHeld(offered);
      // One place more than there are suggestions: back in the input.
      const places = offered.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (step) ask(input.current!.value);
    else if (key === 'Enter' && active >= 0) choose(active);
    else if (key === 'Escape') ask('');
  }

  const place = (at: number) => `${id}-${at}`;
  return (
    <form {...props} role="search" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        name={name}
        type="search"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={place(-1)}
        aria-expanded={isOpen}
        aria-activedescendant={active < 0 ? undefined : place(active)}
        onChange={({ target }) => ask(target.value)}
        onKeyDown={press}
        onBlur={() => ask('')}
      />
      {/* Or the input loses the focus, and the list with it. */}
      <div
        id={place(-1)}
        role="listbox"
        aria-label={listLabel}
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen &&
          offered.map((suggestion, at) => (
            <div
              key={suggestion.query}
              id={place(at)}
              role="option"
              aria-selected={at === active}
              onClick={() => choose(at)}
            >
              {suggestion.query}
            </div>
          ))}
      </div>
      <div role="status" ref={hide}>
        {asked && !pending && `${listLabel}: ${offered.length}`}
      </div>
      <button type="submit">{button}</button>
    </form>
  );
}
