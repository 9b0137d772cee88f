/** The one policy that the service's Content Security Policy allows to make markup of a string; others are refused. */
const policy = (
  globalThis as {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML(text: string): string },
      ): { createHTML(text: string): unknown };
    };
  }
).trustedTypes?.createPolicy('guides', { createHTML: (text) => text });

/** Markup of a guide, which was rendered from the repository's own pages when the dashboard was built. */
export const trusted = (html: string): string => (policy?.createHTML(html) ?? html) as string;
