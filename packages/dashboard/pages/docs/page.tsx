import { guides } from 'virtual:guides';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { trusted } from './trusted.ts';
import './docs.css';

type Guide = (typeof guides)[number];
type Content = Awaited<ReturnType<Guide['load']>>;

export default function Docs() {
  const { path } = useLocation();
  const guide = guides.find((each) => each.path === path);
  if (guide !== undefined) return <GuidePage guide={guide} key={path} />;
  return path === '/docs' ? (
    <Index />
  ) : (
    <Page title="There is no such guide" width="narrow">
      <Index />
    </Page>
  );
}

function Index() {
  return (
    <Page title="Guides" lead="How to grade a catalogue, rank for shoppers, and run the service.">
      <div class="stack far">
        {[...Map.groupBy(guides, ({ section }) => section)].map(([section, pages]) => (
          <section key={section} class="stack close">
            <h2>{section}</h2>
            <ul class="columns">
              {pages.map(({ path, title, description }) => (
                <li key={path}>
                  <a class="guide-link card" href={path}>
                    <strong>{title}</strong>
                    <span>{description}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}

function GuidePage({ guide }: { readonly guide: Guide }) {
  const [content, setContent] = useState<Content>();
  useEffect(() => {
    let isShown = true;
    void guide.load().then((loaded) => {
      if (isShown) setContent(loaded);
    });
    return () => {
      isShown = false;
    };
  }, [guide]);
  useEffect(() => {
    document.title = `${guide.title} · Decidable`;
    // The heading of the address exists only now.
    if (content !== undefined)
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [content]);
  return (
    <div class="guide">
      <Page title={guide.title} back={{ href: '/docs', label: 'Guides' }}>
        {content === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <article class="prose" dangerouslySetInnerHTML={{ __html: trusted(content.html) }} />
        )}
      </Page>
      {content !== undefined && content.headings.length > 2 && (
        <nav class="guide-contents" aria-label="On this page">
          <h2>On this page</h2>
          <ul>
            {content.headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
