/** The security headers of the service's own pages: they have no script and no form, and load one style. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** A text as HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The frame of the service's own pages: no script, one style, light and dark. */
export function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/site.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

export const style = `:root {
  color-scheme: light dark;
  --ink: #1c2430;
  --quiet: #566173;
  --paper: #fbfaf7;
  --rule: #dfdcd3;
  --link: #0b5cad;
  --code: #f0eee8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8e6e0;
    --quiet: #a3abb8;
    --paper: #16191e;
    --rule: #343a44;
    --link: #7db8f5;
    --code: #20252c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.6 system-ui, sans-serif;
}
main { max-width: 44rem; margin: 0 auto; padding: 4rem 1.5rem; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; }
.lead { color: var(--quiet); font-size: 1.1875rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; }
code, pre { font: 0.875rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0 0 1rem; padding: 1rem; overflow-x: auto; background: var(--code); border-radius: 0.375rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 500; font-size: 0.875rem; }
td:first-child { white-space: nowrap; }
@media (max-width: 34rem) {
  main { padding: 2rem 1rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  td { padding: 0; border: 0; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--rule); }
}
`;
