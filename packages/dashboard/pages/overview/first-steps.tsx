import { useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Card } from '../../parts/layout/card.tsx';

/** Set when somebody has put the steps away, in this browser. */
const PUT_AWAY = 'decidable.first-steps-put-away';

interface Step {
  readonly title: string;
  readonly about: string;
  readonly href: string;
  readonly action: string;
  readonly isElsewhere?: true;
  readonly isDone: boolean | undefined;
}

/** From nothing to a graded catalogue, a live session and a key; gone when all is done, or when put away. */
export function FirstSteps({
  isDemo,
  isGraded,
  hasSessions,
  hasOwnKey,
}: {
  readonly isDemo: boolean;
  readonly isGraded: boolean | undefined;
  readonly hasSessions: boolean | undefined;
  readonly hasOwnKey: boolean | undefined;
}) {
  const [isAway, setAway] = useState(localStorage.getItem(PUT_AWAY) !== null);
  const steps: readonly Step[] = [
    {
      title: 'Grade your catalogue',
      about: 'Learn which attributes would help shoppers to decide, and for which products they are missing.',
      href: '/audit',
      action: 'Grade the catalogue',
      isDone: isGraded,
    },
    isDemo
      ? {
          title: 'Watch a live session',
          about: 'Open the demo shop beside this page, look around, and see what is inferred of you.',
          href: '/demo/',
          action: 'Open the demo shop',
          isElsewhere: true,
          isDone: hasSessions,
        }
      : {
          title: 'Check your integration',
          about: 'Paste the address of your shop, and see whether key, origin and ids are right.',
          href: '/self-test',
          action: 'Test the integration',
          isDone: hasSessions,
        },
    {
      title: 'Create a key',
      about: 'With it, the pages of your own shop send what shoppers do and ask for rankings.',
      href: '/keys',
      action: 'API keys',
      isDone: hasOwnKey,
    },
  ];
  if (isAway || steps.every(({ isDone }) => isDone === true)) return null;
  return (
    <Card
      title="First steps"
      actions={
        <Button
          look="plain"
          size="small"
          icon="close"
          label="Put the first steps away"
          onClick={() => {
            localStorage.setItem(PUT_AWAY, '1');
            setAway(true);
          }}
        />
      }
    >
      <ol class="columns steps">
        {steps.map(({ title, about, href, action, isElsewhere, isDone }, at) => (
          <li key={title}>
            <span class={isDone ? 'step-number done' : 'step-number'}>
              {isDone ? <Icon name="check" small /> : at + 1}
              {isDone && <span class="unseen">Done: </span>}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{about}</p>
              <ButtonLink
                href={href}
                size="small"
                {...(isDone !== true && { look: 'primary' as const })}
                {...(isElsewhere && { icon: 'external' as const, target: '_blank' })}
              >
                {action}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
