/** The parts of the navigation, in order. */
export const sections = ['', 'Catalogue', 'Shoppers', 'Integration', 'Organization'] as const;
export type Section = (typeof sections)[number];

/** A page of the dashboard. Its component is the default export of `pages/<page>/page.tsx`, in a chunk of its own. */
export interface Route {
  /** Parameters as in `/audit/:gradingId`. */
  readonly path: string;
  readonly page: string;
  readonly title: string;
  /** Who may see it: `anyone` is outside of the frame for those who are signed in. */
  readonly access?: 'anyone';
  /** Where the navigation lists it; not listed where absent. */
  readonly nav?: { readonly section: Section; readonly icon: string };
}

export const routes = [
  { path: '/', page: 'overview', title: 'Overview', nav: { section: '', icon: 'home' } },
  { path: '/audit', page: 'audit', title: 'Audit', nav: { section: 'Catalogue', icon: 'grade' } },
  { path: '/audit/:gradingId', page: 'grading', title: 'Report' },
  { path: '/verify', page: 'verify', title: 'Verify', nav: { section: 'Catalogue', icon: 'verify' } },
  { path: '/verify/:gradingId', page: 'verification', title: 'Comparison' },
  { path: '/monitor', page: 'monitor', title: 'Monitor', nav: { section: 'Catalogue', icon: 'monitor' } },
  {
    path: '/catalogue',
    page: 'catalogue',
    title: 'Catalogue',
    nav: { section: 'Catalogue', icon: 'catalogue' },
  },
  { path: '/catalogue/products', page: 'catalogue', title: 'Catalogue' },
  { path: '/catalogue/categories', page: 'catalogue', title: 'Catalogue' },
  { path: '/catalogue/columns', page: 'catalogue', title: 'Catalogue' },
  { path: '/catalogue/versions', page: 'catalogue', title: 'Catalogue' },
  { path: '/synonyms', page: 'synonyms', title: 'Synonyms', nav: { section: 'Catalogue', icon: 'link' } },
  { path: '/sessions', page: 'sessions', title: 'Sessions', nav: { section: 'Shoppers', icon: 'session' } },
  { path: '/sessions/:sessionId', page: 'session', title: 'Session' },
  { path: '/outcomes', page: 'outcomes', title: 'Outcomes', nav: { section: 'Shoppers', icon: 'outcome' } },
  { path: '/learning', page: 'learning', title: 'Learning', nav: { section: 'Shoppers', icon: 'learn' } },
  {
    path: '/self-test',
    page: 'self-test',
    title: 'Self-test',
    nav: { section: 'Integration', icon: 'test' },
  },
  { path: '/debug', page: 'debug', title: 'Debugger', nav: { section: 'Integration', icon: 'code' } },
  { path: '/keys', page: 'keys', title: 'API keys', nav: { section: 'Integration', icon: 'key' } },
  {
    path: '/webhooks',
    page: 'webhooks',
    title: 'Webhooks',
    nav: { section: 'Integration', icon: 'download' },
  },
  { path: '/usage', page: 'usage', title: 'Usage', nav: { section: 'Integration', icon: 'chart' } },
  { path: '/members', page: 'members', title: 'Members', nav: { section: 'Organization', icon: 'people' } },
  {
    path: '/settings',
    page: 'settings',
    title: 'Settings',
    nav: { section: 'Organization', icon: 'settings' },
  },
  { path: '/invitation', page: 'invitation', title: 'Invitation', access: 'anyone' },
  { path: '/password', page: 'password', title: 'New password', access: 'anyone' },
  { path: '/welcome', page: 'welcome', title: 'Welcome', access: 'anyone' },
  { path: '/docs', page: 'docs', title: 'Guides', access: 'anyone' },
  { path: '/docs/*', page: 'docs', title: 'Guides', access: 'anyone' },
] as const satisfies readonly Route[];

/** The paths that the service answers with the dashboard; those of the guides are listed by the build. */
export const pagePaths: readonly string[] = routes
  .map(({ path }) => path)
  .filter((path) => !path.endsWith('*'));
