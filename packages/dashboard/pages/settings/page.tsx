import { readOrganization } from '../../api/operations.generated.ts';
import { may, organization } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { counted } from '../../parts/words/figures.ts';
import { day } from '../../parts/words/times.ts';
import { ThemeSwitch } from '../../shell/theme.tsx';
import { Account } from './account.tsx';
import { DangerZone } from './danger-zone.tsx';
import { OrganizationName } from './organization-name.tsx';

/** The organization, then what belongs to the person alone. */
export default function Settings() {
  const { data, error, reload, replace } = useCall(readOrganization);
  return (
    <Page
      title="Settings"
      lead={`What concerns ${organization.value?.name ?? 'the organization'}, and you.`}
      width="narrow"
    >
      <div class="stack">
        {error !== undefined && <Problem error={error} retry={reload} />}
        {data === undefined && error === undefined && <Skeleton />}
        {data !== undefined && (
          <>
            <Card title="Organization">
              <div class="stack">
                {may('owner') && <OrganizationName current={data} onRenamed={replace} />}
                <dl class="facts">
                  {!may('owner') && (
                    <>
                      <dt>Name</dt>
                      <dd>{data.name}</dd>
                    </>
                  )}
                  <dt>Id</dt>
                  <dd>
                    <code>{data.id}</code>
                  </dd>
                  <dt>Created</dt>
                  <dd>{day(data.createdAt)}</dd>
                </dl>
              </div>
            </Card>
            <Card
              title="What is stored of shoppers"
              about={
                <>
                  How long it is kept is set where the service runs. A session can be exported or erased at
                  any time; <a href="/docs/stored-data">what is stored</a> lists everything.
                </>
              }
            >
              <dl class="facts">
                <dt>Sessions</dt>
                <dd>{counted(data.retention.sessions, 'day')} after their last signal</dd>
                <dt>Events, exposures, orders</dt>
                <dd>{counted(data.retention.outcomes, 'day')}</dd>
                <dt>Rankings</dt>
                <dd>{counted(data.retention.decisions, 'day')}</dd>
              </dl>
            </Card>
          </>
        )}
        <Card title="Theme" about="In this browser.">
          <ThemeSwitch />
        </Card>
        <Account />
        {data !== undefined && <DangerZone organization={data} />}
      </div>
    </Page>
  );
}
