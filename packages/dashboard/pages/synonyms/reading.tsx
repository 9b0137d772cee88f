import { Icon } from '../../parts/icon.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { counted } from '../../parts/words/figures.ts';
import type { ReadRule, ReadRules } from './rules.ts';

/** Rules that are shown; the rest is counted. Set by hand. */
const SHOWN = 100;

/** How the text is read while it is written: each rule in words, and the lines that cannot be read. */
export function Reading({ rules, faults }: ReadRules) {
  return (
    <Card title="How it is read">
      <div class="stack close">
        {faults.length > 0 && (
          <ul class="rule-faults">
            {faults.slice(0, SHOWN).map(({ line, message }) => (
              <li key={line}>
                <Icon name="error" small />
                <span>
                  <strong>Line {line}:</strong> {message}
                </span>
              </li>
            ))}
          </ul>
        )}
        {rules.length === 0 && faults.length === 0 && (
          <p class="quiet">Each rule appears here as it is written.</p>
        )}
        <ul class="read-rules" aria-label="Rules">
          {rules.slice(0, SHOWN).map((rule) => (
            <li key={rule.line}>
              <Rule rule={rule} />
            </li>
          ))}
        </ul>
        {rules.length > SHOWN && <p class="quiet">and {counted(rules.length - SHOWN, 'more rule')}</p>}
      </div>
    </Card>
  );
}

function Rule({ rule: { words, finds } }: { readonly rule: ReadRule }) {
  const chips = (phrases: readonly string[]) =>
    phrases.map((phrase, index) => (
      <bdi key={index} class="chip">
        {phrase}
      </bdi>
    ));
  if (finds !== undefined)
    return (
      <>
        {chips(words)}
        <span class="unseen">{words.length === 1 ? 'finds' : 'find'}</span>
        <Icon name="arrow-right" small />
        {chips(finds)}
      </>
    );
  return (
    <>
      {chips(words)}
      <small>find each other</small>
    </>
  );
}
