import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: ComponentChildren;
}

/**
 * Tabs with the chosen one's panel below (WAI-ARIA tabs, chosen by the arrow keys).
 *
 * @example
 * <Tabs label="Catalogue" tabs={[{ name: 'products', label: 'Products' }]} chosen={tab} onChoose={setTab}>…</Tabs>
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    onChoose(tabs[index].name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name, label: words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
