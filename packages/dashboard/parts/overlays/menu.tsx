import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../icon.tsx';
import { placeBeside } from './place.ts';

export type MenuItem =
  | {
      readonly label: ComponentChildren;
      readonly icon?: IconName;
      readonly look?: 'danger';
      /** One of a few; the others are not. */
      readonly isChosen?: boolean;
      readonly href?: string;
      readonly onChoose?: () => void;
    }
  | 'line'
  | { readonly about: ComponentChildren };

/** What the button of a menu is given. */
export type MenuButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'size' | 'label' | 'role'>;

/**
 * A button that opens a menu (WAI-ARIA menu button): arrow keys, Home, End, first letters, Escape.
 *
 * @example
 * <Menu items={[{ label: 'Revoke', look: 'danger', onChoose: revoke }]} button={(props) => <Button label="More" icon="more" {...props} />} />
 */
export function Menu({
  items,
  button,
  align = 'start',
}: {
  readonly items: readonly MenuItem[];
  readonly button: (props: MenuButton) => ComponentChildren;
  readonly align?: 'start' | 'end';
}) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const entries = () => [...menu.current!.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const open = (event: Event, last = false) => {
    anchor.current = event.currentTarget as HTMLElement;
    menu.current!.showPopover();
    placeBeside(menu.current!, anchor.current, align);
    entries()
      .at(last ? -1 : 0)
      ?.focus();
  };
  const close = () => {
    menu.current!.hidePopover();
    anchor.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    } else if (event.key === 'Tab') {
      menu.current!.hidePopover();
    } else if (event.key.length === 1 && /\S/.test(event.key)) {
      const named = [...all.slice(at + 1), ...all].find((item) =>
        item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
      );
      named?.focus();
    }
  };
  return (
    <>
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': id,
        onClick: (event) => (isOpen ? close() : open(event)),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event, event.key === 'ArrowUp');
        },
      })}
      <div
        ref={menu}
        id={id}
        class="popover menu"
        popover="auto"
        role="menu"
        tabIndex={-1}
        onToggle={(event) => setOpen((event as unknown as ToggleEvent).newState === 'open')}
        onKeyDown={move}
      >
        {items.map((item, index) => {
          if (item === 'line') return <hr key={`line-${String(index)}`} />;
          if ('about' in item)
            return (
              <div key={`about-${String(index)}`} class="about" role="presentation">
                {item.about}
              </div>
            );
          const { label, icon, look, isChosen, href, onChoose } = item;
          const props = {
            role: isChosen === undefined ? 'menuitem' : 'menuitemradio',
            ...(isChosen !== undefined && { 'aria-checked': isChosen }),
            class: look ?? '',
            tabIndex: -1,
            onClick: () => {
              close();
              onChoose?.();
            },
          } as const;
          const inside = (
            <>
              {icon !== undefined && <Icon name={icon} small />}
              <span class="grow">{label}</span>
              {isChosen === true && <Icon name="check" small />}
            </>
          );
          return href === undefined ? (
            <button key={index} type="button" {...props}>
              {inside}
            </button>
          ) : (
            <a key={index} href={href} {...props}>
              {inside}
            </a>
          );
        })}
      </div>
    </>
  );
}
