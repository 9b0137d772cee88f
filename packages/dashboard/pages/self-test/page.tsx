import type { SelfTestCheck } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { AnswerTo } from '../../api/operation.ts';
import { selfTest } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Badge } from '../../parts/layout/badge.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import './self-test.css';

const TITLES: Readonly<Record<SelfTestCheck['check'], string>> = {
  key: 'The key',
  origin: 'The site',
  calls: 'What the key may call',
  preflight: 'What browsers allow',
  traffic: 'What arrives',
  ids: 'The ids of products',
};

const VERDICTS: Readonly<
  Record<SelfTestCheck['verdict'], readonly [IconName, 'good' | 'warn' | 'bad' | undefined]>
> = {
  good: ['check', 'good'],
  warning: ['warning', 'warn'],
  bad: ['error', 'bad'],
  unknown: ['info', undefined],
};

export default function SelfTest() {
  const [site, setSite] = useState('');
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<AnswerTo<typeof selfTest>>();
  const [error, setError] = useState<Failure>();
  const test = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const body = { site, ...(key.trim() !== '' && { key: key.trim() }) };
    const answer = await call(selfTest, { body });
    setBusy(false);
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) setResult(answer.data);
  };
  const isGood = result?.checks.every(({ verdict }) => verdict === 'good');
  return (
    <Page
      title="Self-test"
      lead="Paste the address of your shop to see whether key, site, browsers and ids fit together."
      width="narrow"
    >
      <div class="stack">
        <Card>
          <form class="form" onSubmit={test}>
            <TextField
              label="Address of your shop"
              hint="Any page of it. It is not opened: what has arrived from it is looked at."
              placeholder="https://shop.example"
              required
              value={site}
              onInput={(event) => setSite(event.currentTarget.value)}
            />
            <TextField
              label="Key that the page uses"
              hint="Without it, the key that fits the site best is tested."
              isOptional
              autocomplete="off"
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
            {error !== undefined && <Problem error={error} />}
            <div class="buttons">
              <Button look="primary" type="submit" busy={isBusy}>
                Test
              </Button>
            </div>
          </form>
        </Card>
        {result !== undefined && (
          <Card
            title={
              <span class="row">
                {result.origin} {isGood && <Badge kind="good">all good</Badge>}
              </span>
            }
          >
            <ul class="checks" aria-label="Checks">
              {result.checks.map(({ check, verdict, found, fix }) => {
                const [icon, kind] = VERDICTS[verdict];
                return (
                  <li key={check} class={kind}>
                    <Icon name={icon} />
                    <div>
                      <h3>
                        {TITLES[check]} <span class="unseen">({verdict})</span>
                      </h3>
                      <p>{found}</p>
                      {fix !== undefined && (
                        <p>
                          <strong>Fix:</strong> {fix}
                        </p>
                      )}
                    </div>
                  </li>
                );
              })}
            </ul>
          </Card>
        )}
      </div>
    </Page>
  );
}
