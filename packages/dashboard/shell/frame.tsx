import type { Me } from '@decidable/contract/management';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { organization } from '../api/sign-in.ts';
import { Button } from '../parts/controls/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { OrganizationChooser, PersonMenu } from './chooser.tsx';
import { Navigation } from './navigation.tsx';

interface Props {
  readonly me: Me;
  readonly onSignOut: () => void;
}

/** What stands around every page of somebody who is signed in. */
export function Frame({ me, onSignOut, children }: Props & { readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const { url } = useLocation();
  useEffect(() => setOpen(false), [url]);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header class="topbar">
        <Button look="plain" icon="menu" label="Menu" aria-expanded={isOpen} onClick={() => setOpen(true)} />
        <Brand />
        {/* As wide as the button, so that the name stands in the middle. */}
        <span class="button square plain" aria-hidden="true" />
      </header>
      <Sidebar me={me} onSignOut={onSignOut} />
      {isOpen && (
        <Drawer onClose={() => setOpen(false)}>
          <Sidebar me={me} onSignOut={onSignOut} />
        </Drawer>
      )}
      <main id="main" tabIndex={-1}>
        {organization.value?.role === 'viewer' && (
          <p class="viewer-note">
            You are a viewer of <bdi>{organization.value.name}</bdi>: you read everything and change nothing.
            An owner can give you another role.
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

export const Brand = () => (
  <a class="brand" href="/">
    <img src="/icon.svg" alt="" />
    Decidable
  </a>
);

const Sidebar = ({ me, onSignOut }: Props) => (
  <aside class="sidebar" aria-label="Navigation">
    <OrganizationChooser me={me} />
    <Navigation />
    <div class="foot">
      <a href="/docs">
        <Icon name="book" />
        Guides
      </a>
      <a href="/reference">
        <Icon name="code" />
        API reference
      </a>
      <PersonMenu me={me} onSignOut={onSignOut} />
    </div>
  </aside>
);

/** The navigation of a narrow window, over the page. */
function Drawer({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it is a second way; Escape is that of the keyboard
    <dialog
      ref={dialog}
      class="drawer"
      aria-label="Menu"
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
