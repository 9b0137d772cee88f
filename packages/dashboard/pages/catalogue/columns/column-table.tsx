import type { CatalogueColumn, ColumnChoices } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { Bar } from '../../../parts/charts/bar.tsx';
import { SearchField } from '../../../parts/forms/search-field.tsx';
import { Badge } from '../../../parts/layout/badge.tsx';
import { Explained } from '../../../parts/overlays/explained.tsx';
import { Table } from '../../../parts/tables/table.tsx';
import { number, percent } from '../../../parts/words/figures.ts';
import { chooseKind, choosePrivate, chooseRole, withChoices } from './choices.ts';
import {
  ATTRIBUTE,
  type Kind,
  kindLabel,
  kindWords,
  privateWords,
  roleWords,
  UNUSED,
} from './column-words.ts';

/** More columns than these can be searched. */
const MANY = 15;

const asked = (role: string | undefined) =>
  role === undefined
    ? UNUSED
    : (roleWords[role] ?? (role === 'attribute' ? ATTRIBUTE : { label: role, about: '' }));

/** Columns with what each is taken as; whoever may, decides otherwise. */
export function ColumnTable({
  columns,
  products,
  choices,
  onChoose,
}: {
  /** As the service took them. */
  readonly columns: readonly CatalogueColumn[];
  readonly products: number;
  readonly choices: ColumnChoices;
  /** Absent for those who may only look. */
  readonly onChoose?: ((choices: ColumnChoices) => void) | undefined;
}) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const shown = withChoices(columns, choices).filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <>
      {columns.length > MANY && (
        <div class="card-tools">
          <SearchField
            label="Find a column"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <p class="card-tools quiet">No column is called so.</p>
      ) : (
        <Table
          caption="Columns"
          rows={shown}
          rowKey={({ name }) => name}
          columns={[
            { name: 'name', head: 'Column', cell: (column) => <Name column={column} /> },
            {
              name: 'recorded',
              head: 'Recorded',
              cell: (column) => <Recorded column={column} products={products} />,
            },
            {
              name: 'role',
              head: 'Taken as',
              cell: ({ name, role, private: reason }) =>
                onChoose === undefined || reason !== undefined ? (
                  <Explained by={asked(role).about}>{asked(role).label}</Explained>
                ) : (
                  <select
                    class="input small"
                    aria-label={`${name} is taken as`}
                    title={asked(role).about}
                    value={role ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      onChoose(chooseRole(columns, choices, name, value))
                    }
                  >
                    {role === undefined && <option value="">{UNUSED.label}</option>}
                    <option value="attribute">{ATTRIBUTE.label}</option>
                    {Object.entries(roleWords).map(([each, { label }]) => (
                      <option key={each} value={each}>
                        {label}
                      </option>
                    ))}
                  </select>
                ),
            },
            {
              name: 'kind',
              head: 'Read as',
              cell: ({ name, kind }) =>
                onChoose === undefined ? (
                  kindLabel(kind)
                ) : (
                  <select
                    class="input small"
                    aria-label={`${name} is read as`}
                    title={kindWords[kind as Kind]?.about}
                    value={kind}
                    onChange={({ currentTarget: { value } }) =>
                      onChoose(chooseKind(columns, choices, name, value as Kind))
                    }
                  >
                    {!(kind in kindWords) && <option value={kind}>{kind}</option>}
                    {Object.entries(kindWords).map(([each, { label }]) => (
                      <option key={each} value={each}>
                        {label}
                      </option>
                    ))}
                  </select>
                ),
            },
            {
              name: 'private',
              head: 'Shoppers',
              cell: (column) => (
                <Privacy
                  column={column}
                  onChoose={
                    onChoose &&
                    ((isPrivate) => onChoose(choosePrivate(columns, choices, column.name, isPrivate)))
                  }
                />
              ),
            },
          ]}
        />
      )}
    </>
  );
}

const Name = ({ column: { name, examples } }: { readonly column: CatalogueColumn }) => (
  <div class="column-name">
    <bdi>{name}</bdi>
    {examples.length > 0 && (
      <small title={examples.join(' · ')}>
        <span class="unseen">for example </span>
        {examples.join(' · ')}
      </small>
    )}
  </div>
);

function Recorded({
  column: { name, recorded, distinct },
  products,
}: {
  readonly column: CatalogueColumn;
  readonly products: number;
}) {
  const share = percent(recorded, products);
  return (
    <div class="recorded">
      <Explained
        by={`${number(recorded)} of ${number(products)} products have a value, ${number(distinct)} different ones. What is not recorded cannot be asked for.`}
      >
        {share}
      </Explained>
      <Bar label={`${name}: ${share} recorded`} full={products} parts={[{ value: recorded, fill: 'now' }]} />
    </div>
  );
}

function Privacy({
  column: { name, private: reason },
  onChoose,
}: {
  readonly column: CatalogueColumn;
  readonly onChoose: ((isPrivate: boolean) => void) | undefined;
}) {
  const why = reason === undefined ? undefined : `It ${privateWords[reason] ?? `is ${reason}`}.`;
  if (onChoose === undefined)
    return why === undefined ? (
      <>may see it</>
    ) : (
      <span class="row">
        <Badge kind="warn">private</Badge>
        <small>{why}</small>
      </span>
    );
  return (
    <div class="privacy">
      <label class="check">
        <input
          type="checkbox"
          checked={reason !== undefined}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span>
          Private<span class="unseen">: {name}</span>
        </span>
      </label>
      {why !== undefined && <small>{why}</small>}
    </div>
  );
}
