import type { ListedGrading } from '@decidable/contract/management';
import { productsLeft } from '@decidable/report/plain-words';
import { comparisonInList } from '@decidable/report/wording';
import { Badge, Grade } from '../layout/badge.tsx';
import { When } from '../layout/when.tsx';
import { type Column, Table } from '../tables/table.tsx';

export const addressOfGrading = ({ gradingId, kind }: ListedGrading): string =>
  kind === 'audit' ? `/audit/${gradingId}` : `/verify/${gradingId}`;

const nameOf = ({ names, kind }: ListedGrading): string =>
  names.length > 0 ? names.join(' → ') : kind === 'audit' ? 'Audit by the API' : 'Comparison by the API';

/** What a comparison says of the share that is answered; that of an audit is no part of its report. */
export const answeredOf = ({ kind, summary }: ListedGrading): string =>
  kind === 'audit' || summary?.moved === undefined || summary.answerability === undefined
    ? '–'
    : comparisonInList({ after: summary.answerability, moved: summary.moved });

const first: Column<ListedGrading> = {
  name: 'name',
  head: 'Export',
  cell: (grading) => (
    <a href={addressOfGrading(grading)}>
      <bdi>{nameOf(grading)}</bdi>
    </a>
  ),
  by: nameOf,
};

const last: readonly Column<ListedGrading>[] = [
  { name: 'shelf', head: 'Shelf', cell: ({ category }) => <bdi>{category ?? '–'}</bdi> },
  {
    name: 'products',
    head: 'Products',
    isNumber: true,
    cell: ({ summary }) => summary?.products.toLocaleString('en') ?? '–',
  },
  { name: 'at', head: 'When', cell: ({ at }) => <When at={at} />, by: ({ at }) => at },
];

const audits: readonly Column<ListedGrading>[] = [
  first,
  {
    name: 'grade',
    head: 'Grade',
    cell: ({ summary }) => (summary?.grade === undefined ? '–' : <Grade grade={summary.grade} />),
  },
  {
    name: 'left',
    head: 'Left after three answers',
    isNumber: true,
    cell: ({ summary }) =>
      summary?.left === undefined
        ? '–'
        : `${productsLeft(summary.left.now)} of ${Math.round(summary.left.of).toLocaleString('en')}`,
  },
  ...last,
];

const comparisons: readonly Column<ListedGrading>[] = [
  first,
  {
    name: 'moved',
    head: 'Answered',
    isNumber: true,
    cell: answeredOf,
  },
  {
    name: 'claims',
    head: 'Claims verified',
    cell: ({ summary }) =>
      summary?.claims === undefined ? (
        'none made'
      ) : (
        <Badge kind={summary.claims.verified === summary.claims.all ? 'good' : 'warn'}>
          {`${summary.claims.verified} of ${summary.claims.all}`}
        </Badge>
      ),
  },
  ...last,
];

/** Kept gradings of one kind. */
export const GradingsTable = ({
  of,
  gradings,
}: {
  readonly of: 'audits' | 'comparisons';
  readonly gradings: readonly ListedGrading[];
}) => (
  <Table
    caption={of === 'audits' ? 'Kept audits' : 'Kept comparisons'}
    rows={gradings}
    rowKey={({ gradingId }) => gradingId}
    columns={of === 'audits' ? audits : comparisons}
  />
);
