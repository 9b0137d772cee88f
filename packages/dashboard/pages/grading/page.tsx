import { actionAt } from '@decidable/report/action-at';
import type { AuditResult } from '@decidable/report/results';
import { auditAsShown } from '@decidable/report/shown-names';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { readGrading } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { ReportMenu } from '../../parts/grading/report-menu.tsx';
import { useResult } from '../../parts/grading/use-result.ts';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { dayAndTime } from '../../parts/words/times.ts';
import { AttributePage } from './attribute-page.tsx';
import './grading.css';
import { GradeAgain } from './grade-again.tsx';
import { Report } from './report.tsx';
import { WriteBack } from './write-back.tsx';

const BACK = { href: '/audit', label: 'Audit' };

/** A kept audit: its report, and with `?attribute=` one attribute of it with the products that lack it. */
export default function Grading() {
  const { params } = useRoute();
  const { route, query } = useLocation();
  const { gradingId } = params;
  const kept = useCall(readGrading, { params: { gradingId } });
  const { result, error } = useResult<AuditResult>(gradingId);
  const [horizon, setHorizon] = useState(Number.POSITIVE_INFINITY);
  const shown = useMemo(() => result && withActions(auditAsShown(result), horizon), [result, horizon]);

  const place = query.attribute === undefined ? Number.NaN : Number(query.attribute);
  // Another attribute is another page, though its address has the same path.
  useEffect(() => scrollTo(0, 0), [place]);

  const failure = kept.error ?? error;
  if (failure !== undefined)
    return (
      <Page title="Report" back={BACK}>
        <Problem error={failure} retry={kept.reload} />
      </Page>
    );
  if (kept.data === undefined || shown === undefined)
    return (
      <Page title="Report" back={BACK}>
        <Skeleton lines={10} />
      </Page>
    );
  const { grading, repairable, filled, ofCatalogue, exports } = kept.data;
  const cells = filled.reduce((sum, each) => sum + each.cells, 0);
  const writeBack = repairable && (
    <WriteBack
      gradingId={gradingId}
      cells={cells}
      ofCatalogue={ofCatalogue}
      name={exports[0]?.name ?? 'the export'}
    />
  );
  if (shown.attributes[place] !== undefined)
    return (
      <AttributePage
        gradingId={gradingId}
        result={shown}
        place={place}
        repairable={repairable}
        writeBack={writeBack}
        onFilled={kept.reload}
      />
    );
  return (
    <Page
      width="wide"
      title={<bdi>{grading.names[0] ?? 'Audit'}</bdi>}
      back={BACK}
      lead={`Graded ${dayAndTime(grading.at)}${grading.category === undefined ? '' : `, shelf ${grading.category}`}`}
      actions={
        <>
          {exports.length === 1 && may('editor') && (
            <GradeAgain
              kept={exports[0]}
              result={shown}
              {...(grading.category !== undefined && { shelf: grading.category })}
            />
          )}
          <ReportMenu gradingId={gradingId} onRemoved={() => route('/audit')} />
        </>
      }
    >
      <Report
        gradingId={gradingId}
        result={shown}
        filled={filled}
        repairable={repairable}
        horizon={horizon}
        onHorizon={setHorizon}
        onFilled={kept.reload}
        writeBack={writeBack}
      />
    </Page>
  );
}

/** The result with the actions of a horizon. */
function withActions(result: AuditResult, horizon: number): AuditResult {
  return {
    ...result,
    attributes: result.attributes.map(({ action: _, ...attribute }) => {
      const action = actionAt(attribute, result.products, horizon);
      return action === undefined ? attribute : { ...attribute, action };
    }),
  };
}
