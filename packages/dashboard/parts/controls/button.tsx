import type { ButtonHTMLAttributes, ComponentChildren, PartialAnchorHTMLAttributes } from 'preact';
import { Icon, type IconName } from '../icon.tsx';

interface Look {
  readonly look?: 'primary' | 'plain' | 'danger' | 'danger primary';
  readonly size?: 'small';
  readonly icon?: IconName;
  readonly full?: boolean;
  readonly children?: ComponentChildren;
}

/** Either words, or a picture with words for those who do not see it. */
type Words = { readonly label: string } | { readonly children: ComponentChildren };

const classes = (look: Look, isSquare: boolean, more: string | undefined): string =>
  ['button', look.look, look.size, isSquare && 'square', look.full && 'full', more].filter(Boolean).join(' ');

type ButtonProps = Look &
  Words & {
    /** Something is on its way: the button stays in the tab order and does nothing. */
    readonly busy?: boolean;
  } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'size' | 'label' | 'role'>;

/**
 * A button. Those of a form that submit have `type="submit"`.
 *
 * @example
 * <Button look="primary" icon="plus" onClick={create}>Create key</Button>
 * <Button look="plain" icon="close" label="Close" onClick={close} />
 */
export function Button(props: ButtonProps) {
  const { look, size, icon, full, children, busy = false, class: more, ...rest } = props;
  const label = 'label' in props ? (props.label as string) : undefined;
  const { label: _, onClick, ...attributes } = rest as typeof rest & { label?: string };
  const shown = classes({ look, size, full } as Look, children === undefined, more as string | undefined);
  return (
    <button
      type="button"
      {...attributes}
      class={shown}
      aria-label={label}
      title={label}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon !== undefined && <Icon name={icon} small={size === 'small'} />}
      {children}
    </button>
  );
}

type LinkProps = Look &
  Words & { readonly href: string } & Omit<
    PartialAnchorHTMLAttributes<HTMLAnchorElement>,
    'icon' | 'size' | 'label' | 'href' | 'role'
  >;

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink(props: LinkProps) {
  const { look, size, icon, full, children, class: more, ...rest } = props;
  const { label, ...attributes } = rest as typeof rest & { label?: string };
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has an address, so it is a link
    <a
      {...attributes}
      class={classes({ look, size, full } as Look, children === undefined, more as string | undefined)}
      aria-label={label}
      title={label}
    >
      {icon !== undefined && <Icon name={icon} small={size === 'small'} />}
      {children}
    </a>
  );
}
