import type { ComponentChildren } from 'preact';

/** The figures of a chart as a table: for those who do not see it, and for those who want the exact number. */
export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The frame of every chart: a picture with a title, and the same figures as a table. */
export function Chart({
  title,
  caption,
  table,
  children,
  look,
}: {
  /** What the picture shows, in one sentence with its main figure. */
  readonly title: string;
  readonly caption?: ComponentChildren;
  readonly table?: ChartTable;
  readonly children: ComponentChildren;
  readonly look?: string;
}) {
  return (
    <figure class={look === undefined ? 'chart' : `chart ${look}`} aria-label={title}>
      {children}
      {caption !== undefined && <figcaption>{caption}</figcaption>}
      {table !== undefined && (
        <details>
          <summary>Show as a table</summary>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
            tabIndex={0}
            aria-label={`${title}, as a table`}
          >
            <table>
              <thead>
                <tr>
                  {table.head.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map(([name, ...figures], row) => (
                  <tr key={row}>
                    <th scope="row">{name}</th>
                    {figures.map((figure, column) => (
                      <td key={column}>{figure}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </figure>
  );
}
