import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { call } from '../../api/call.ts';
import { readCatalogue, restoreCatalogue } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { ButtonLink } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Empty } from '../../parts/layout/empty.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx';
import { Categories } from './categories/categories.tsx';
import { Columns } from './columns/columns.tsx';
import { Import } from './importing/import.tsx';
import type { CataloguePart } from './part.ts';
import { Products } from './products/products.tsx';
import { Versions } from './versions/versions.tsx';
import './catalogue.css';

/** The parts of the page, each at an address of its own. */
const parts: readonly {
  readonly path: string;
  readonly label: string;
  readonly part: ComponentType<CataloguePart>;
}[] = [
  { path: '/catalogue', label: 'Import', part: Import },
  { path: '/catalogue/products', label: 'Products', part: Products },
  { path: '/catalogue/categories', label: 'Categories', part: Categories },
  { path: '/catalogue/columns', label: 'Columns', part: Columns },
  { path: '/catalogue/versions', label: 'Versions', part: Versions },
];

export default function Catalogue() {
  const { path } = useLocation();
  const { data, error, reload } = useCall(readCatalogue);
  const { path: here, part: Part } = parts.find((each) => each.path === path) ?? parts[0];
  const versions = data?.versions ?? [];

  const onChanged = (text: string, undone?: () => unknown) => {
    const before = versions.find(({ current }) => current)?.version;
    void reload();
    toast(
      text,
      before === undefined
        ? undefined
        : async () => {
            const answer = await call(restoreCatalogue, { params: { version: before } });
            if (answer.ok) toast('The change is undone.');
            else toastProblem(answer.error);
            await Promise.all([reload(), undone?.()]);
          },
    );
  };
  return (
    <Page
      title="Catalogue"
      lead="The products that are ranked, and what the service knows about them."
      width="wide"
    >
      <nav class="tabs" aria-label="Parts of the catalogue">
        {parts.map(({ path: to, label }) => (
          <a key={to} href={to} aria-current={to === here ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data === undefined && error === undefined && <Skeleton lines={8} />}
      {data !== undefined &&
        (versions.length === 0 && here !== '/catalogue' ? (
          <Card>
            <Empty
              icon="catalogue"
              title="No catalogue yet"
              actions={
                <ButtonLink look="primary" href="/catalogue">
                  Import a catalogue
                </ButtonLink>
              }
            >
              Once you have imported the export of your shop, you see here what the service made of it.
            </Empty>
          </Card>
        ) : (
          <Part versions={versions} onChanged={onChanged} />
        ))}
    </Page>
  );
}
