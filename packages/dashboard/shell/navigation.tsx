import { useLocation } from 'preact-iso';
import { Icon, type IconName } from '../parts/icon.tsx';
import { type Route, routes, sections } from '../routes.ts';

const listed = (routes as readonly Route[]).filter(({ nav }) => nav !== undefined);

/** Whether a page is the one that is shown, or the one that the shown one belongs to. */
const isCurrent = (path: string, current: string): boolean =>
  path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);

/** The pages, by their sections. */
export function Navigation() {
  const { path: current } = useLocation();
  return (
    <nav aria-label="Pages">
      {sections.map((section) => {
        const pages = listed.filter(({ nav }) => nav!.section === section);
        if (pages.length === 0) return null;
        return (
          <section key={section} aria-label={section || 'Overview'}>
            {section !== '' && <h2>{section}</h2>}
            <ul>
              {pages.map(({ path, title, nav }) => (
                <li key={path}>
                  <a href={path} aria-current={isCurrent(path, current) ? 'page' : undefined}>
                    <Icon name={nav!.icon as IconName} />
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
