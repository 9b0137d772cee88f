import { signal } from '@preact/signals';
import { Segments } from '../parts/controls/segments.tsx';
import { Icon } from '../parts/icon.tsx';

export type Theme = 'system' | 'light' | 'dark';

/** As in `public/theme.js`, which sets a chosen theme before the first paint. */
const KEY = 'decidable.theme';

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark';

const stored = localStorage.getItem(KEY);
export const theme = signal<Theme>(isTheme(stored) ? stored : 'system');

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEY, chosen);
    document.documentElement.dataset.theme = chosen;
  }
}

/** Chooses between light, dark and what the system says. */
export function ThemeSwitch() {
  return (
    <Segments
      label="Theme"
      chosen={theme.value}
      onChoose={chooseTheme}
      options={[
        { name: 'system', label: <Labelled icon="screen" words="System" /> },
        { name: 'light', label: <Labelled icon="sun" words="Light" /> },
        { name: 'dark', label: <Labelled icon="moon" words="Dark" /> },
      ]}
    />
  );
}

const Labelled = ({ icon, words }: { readonly icon: 'screen' | 'sun' | 'moon'; readonly words: string }) => (
  <>
    <Icon name={icon} small />
    {words}
  </>
);
