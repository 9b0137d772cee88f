import type { ListedGrading } from '@decidable/contract/management';
import type { AuditedAttribute, AuditResult } from '@decidable/report/results';
import { bits, count, moved } from '@decidable/report/wording';
import { useState } from 'preact/hooks';
import { useResult } from '../../parts/grading/use-result.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { When } from '../../parts/layout/when.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { dayAndTime } from '../../parts/words/times.ts';

/** Bits that are no change. */
const SAME = 0.005;
/** Attributes that are listed. */
const MOST = 20;

/** What changed from one audit of a shelf to the next, attribute by attribute: the last two, or any others. */
export function Changes({ audits }: { readonly audits: readonly ListedGrading[] }) {
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const later = audits.find(({ gradingId }) => gradingId === to) ?? audits[0];
  const before = audits.slice(audits.indexOf(later) + 1);
  const earlier = before.find(({ gradingId }) => gradingId === from) ?? before[0];
  return (
    <Card
      look="flush"
      title="What changed in between"
      actions={
        audits.length > 2 && (
          <div class="row">
            <Choice label="From" audits={before} chosen={earlier} onChoose={setFrom} />
            <Choice label="to" audits={audits.slice(0, -1)} chosen={later} onChoose={setTo} />
          </div>
        )
      }
      about={
        <>
          <When at={earlier.at} /> → <When at={later.at} />
        </>
      }
    >
      <Between key={`${earlier.gradingId} ${later.gradingId}`} earlier={earlier} later={later} />
    </Card>
  );
}

function Choice({
  label,
  audits,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly audits: readonly ListedGrading[];
  readonly chosen: ListedGrading;
  readonly onChoose: (gradingId: string) => void;
}) {
  return (
    <label class="row">
      {label}{' '}
      <select
        class="input small"
        value={chosen.gradingId}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {audits.map(({ gradingId, at }) => (
          <option key={gradingId} value={gradingId}>
            {dayAndTime(at)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Between({ earlier, later }: { readonly earlier: ListedGrading; readonly later: ListedGrading }) {
  const before = useResult<AuditResult>(earlier.gradingId);
  const after = useResult<AuditResult>(later.gradingId);
  const error = before.error ?? after.error;
  if (error !== undefined) return <Problem error={error} />;
  return before.result === undefined || after.result === undefined ? (
    <Skeleton />
  ) : (
    <Differences before={before.result} after={after.result} />
  );
}

interface Difference {
  readonly attribute: string;
  readonly before: AuditedAttribute | undefined;
  readonly after: AuditedAttribute | undefined;
  readonly moved: number;
}

function Differences({ before, after }: { readonly before: AuditResult; readonly after: AuditResult }) {
  const earlier = new Map(before.attributes.map((each) => [each.attribute, each]));
  const later = new Map(after.attributes.map((each) => [each.attribute, each]));
  const all = [...new Set([...later.keys(), ...earlier.keys()])]
    .map((attribute): Difference => {
      const [was, is] = [earlier.get(attribute), later.get(attribute)];
      return { attribute, before: was, after: is, moved: (is?.bits.now ?? 0) - (was?.bits.now ?? 0) };
    })
    .filter(
      (each) =>
        Math.abs(each.moved) >= SAME ||
        each.before?.missing !== each.after?.missing ||
        each.before === undefined ||
        each.after === undefined,
    )
    .sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved));
  if (all.length === 0) return <p class="nothing quiet">Nothing that a shopper would notice.</p>;
  const missing = (attribute: AuditedAttribute | undefined) =>
    attribute === undefined ? 'no column' : count(attribute.missing);
  return (
    <Table
      caption="Changes, attribute by attribute"
      rows={all.slice(0, MOST)}
      rowKey={({ attribute }) => attribute}
      columns={[
        { name: 'attribute', head: 'Attribute', cell: ({ attribute }) => <bdi>{attribute}</bdi> },
        {
          name: 'bits',
          head: 'Bits today',
          isNumber: true,
          cell: ({ before: was, after: is, moved: by }) =>
            `${bits(was?.bits.now ?? 0)} → ${bits(is?.bits.now ?? 0)} (${moved(by)})`,
        },
        {
          name: 'missing',
          head: 'Missing',
          isNumber: true,
          cell: ({ before: was, after: is }) => `${missing(was)} → ${missing(is)}`,
        },
      ]}
    />
  );
}
