const REFERRERS: Readonly<Record<string, string>> = {
  direct: 'directly',
  internal: 'from a page of the shop',
  search: 'by a search engine',
  social: 'by a social network',
  email: 'by an e-mail',
  paid: 'by an advertisement',
};

/** How a visitor came, of a referrer: `search` as "by a search engine", `other:blog.example` as "from blog.example". */
export const cameHow = (referrer: string): string =>
  REFERRERS[referrer] ?? `from ${referrer.replace(/^other:/, '')}`;
