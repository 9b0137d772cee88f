import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { downloadReport, removeGrading } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { Button } from '../controls/button.tsx';
import { Confirm } from '../overlays/confirm.tsx';
import { Menu } from '../overlays/menu.tsx';
import { toastProblem } from '../overlays/toasts.tsx';

/** What can be done with a kept grading: hand it on, remove it. */
export function ReportMenu({
  gradingId,
  onRemoved,
}: {
  readonly gradingId: string;
  readonly onRemoved: () => void;
}) {
  const [isRemoving, setRemoving] = useState(false);
  const save = (as: 'html' | 'csv' | 'json') => async () => {
    const answer = await download(downloadReport, { params: { gradingId }, query: { as } });
    if (!answer.ok) toastProblem(answer.error);
  };
  return (
    <>
      <Menu
        align="end"
        button={(props) => (
          <Button icon="download" {...props}>
            Report
          </Button>
        )}
        items={[
          { label: 'Page to print or send', icon: 'file', onChoose: save('html') },
          { label: 'Table (CSV)', icon: 'download', onChoose: save('csv') },
          { label: 'JSON', icon: 'code', onChoose: save('json') },
          ...(may('editor')
            ? ([
                'line',
                {
                  label: 'Remove',
                  icon: 'trash',
                  look: 'danger',
                  onChoose: () => setRemoving(true),
                },
              ] as const)
            : []),
        ]}
      />
      {isRemoving && (
        <Confirm
          title="Remove this result?"
          action="Remove"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            const answer = await call(removeGrading, { params: { gradingId } });
            if (answer.ok) onRemoved();
            return answer;
          }}
        >
          <p>Its report and what was filled in for it are gone. The export stays.</p>
        </Confirm>
      )}
    </>
  );
}
