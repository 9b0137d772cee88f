import type { Me } from '@decidable/contract/management';
import { useLocation } from 'preact-iso';
import { chooseOrganization, organization } from '../api/sign-in.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu, type MenuItem } from '../parts/overlays/menu.tsx';
import { chooseTheme, type Theme, theme } from './theme.tsx';

/** Shows the organization, and changes to another one. */
export function OrganizationChooser({ me }: { readonly me: Me }) {
  const { route, path } = useLocation();
  const current = organization.value;
  const items: MenuItem[] = me.organizations.map(({ id, name }) => ({
    label: name,
    isChosen: id === current?.id,
    onChoose: () => {
      chooseOrganization(id);
      // A page with an id in its address is about the other organization: its list is not.
      route(`/${path.split('/')[1] ?? ''}`);
    },
  }));
  return (
    <Menu
      items={[{ about: 'Organizations' }, ...items]}
      button={(props) => (
        <button type="button" {...props} class="chooser">
          <span class="avatar" aria-hidden="true">
            {(current?.name ?? '?').slice(0, 1)}
          </span>
          <span class="grow">{current?.name ?? 'No organization'}</span>
          <span class="unseen">(change organization)</span>
          <Icon name="chevron-down" small />
        </button>
      )}
    />
  );
}

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'Theme of the system'],
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
];

/** Who is signed in, with what belongs to them alone. */
export function PersonMenu({ me, onSignOut }: { readonly me: Me; readonly onSignOut: () => void }) {
  const { email, name } = me.person;
  return (
    <Menu
      items={[
        { about: email },
        'line',
        ...themes.map(([value, label]) => ({
          label,
          isChosen: theme.value === value,
          onChoose: () => chooseTheme(value),
        })),
        'line',
        { label: 'Password and sign-ins', icon: 'lock', href: '/settings#account' },
        { label: 'Sign out', icon: 'leave', onChoose: onSignOut },
      ]}
      button={(props) => (
        <button type="button" {...props} class="chooser">
          <span class="avatar round" aria-hidden="true">
            {(name ?? email).slice(0, 1)}
          </span>
          <span class="grow">{name ?? email}</span>
          <span class="unseen">(your account)</span>
          <Icon name="more" small />
        </button>
      )}
    />
  );
}
