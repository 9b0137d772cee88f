import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { readPersonas, writePersonas } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx';
import { Behaviours } from './behaviours.tsx';
import { shippedPersonas } from './evidence-words.ts';
import { PersonaFields } from './persona-fields.tsx';
import { doubled, keptOf, type OwnPersona, refusalInWords, type Settings, settingsOf } from './settings.ts';

const NEW_PERSONA: OwnPersona = {
  id: '',
  label: '',
  evidence: [{ by: 'signal', name: 'search:gift', weight: 0.5 }],
};

/** The personas that the shop declares itself, beside those that every shop has. */
export function Personas() {
  const { data, error, reload, replace } = useCall(readPersonas);
  const [draft, setDraft] = useState<Settings>();
  const [fault, setFault] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  if (data === undefined)
    return error === undefined ? <Skeleton /> : <Problem error={error} retry={reload} />;
  const canEdit = may('editor');
  const settings = draft ?? settingsOf(data.settings);
  const { personas, behaviours } = settings;
  const change = (part: Partial<Settings>) => {
    setDraft({ ...settings, ...part });
    setFault(undefined);
  };
  const write = (next: Settings) => call(writePersonas, { body: { settings: keptOf(next) } });
  const save = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    const twice = doubled(settings);
    if (twice !== undefined) {
      setFault({ status: 400, code: 'BAD_REQUEST', message: twice });
      return;
    }
    setBusy(true);
    const answer = await write(settings);
    setBusy(false);
    if (!answer.ok) {
      setFault({ ...answer.error, message: refusalInWords(answer.error.message) });
      return;
    }
    const before = settingsOf(data.settings);
    setDraft(undefined);
    replace(answer.data);
    toast('The personas are in force.', async () => {
      const back = await write(before);
      if (back.ok) replace(back.data);
      else toastProblem(back.error);
    });
  };
  const known = new Map([
    ...Object.entries(shippedPersonas),
    ...personas.filter(({ id }) => id !== '').map(({ id, label }) => [id, label] as const),
  ]);
  return (
    <Card
      title="Own personas"
      about="A persona is a way of shopping, inferred from what a shopper does. Every shop has eight; declare those that your shop knows beside them. Evidence of a weight of 1 makes a score of 63 %, of 2 one of 86 %."
    >
      <form class="form" onSubmit={save}>
        <ul class="row" aria-label="Personas of every shop">
          {Object.values(shippedPersonas).map((label) => (
            <li key={label} class="chip">
              {label}
            </li>
          ))}
        </ul>
        {personas.length === 0 && !canEdit && <p class="quiet">The shop has none of its own.</p>}
        {personas.map((persona, index) => (
          <PersonaFields
            key={index}
            place={index + 1}
            persona={persona}
            canEdit={canEdit}
            onChange={(next) => change({ personas: personas.with(index, next) })}
            onRemove={() => change({ personas: personas.toSpliced(index, 1) })}
          />
        ))}
        {(canEdit || behaviours.length > 0) && (
          <Behaviours
            behaviours={behaviours}
            personas={known}
            canEdit={canEdit}
            onChange={(next) => change({ behaviours: next })}
          />
        )}
        {fault !== undefined && <Problem error={fault} />}
        {canEdit && (
          <div class="buttons">
            <Button icon="plus" onClick={() => change({ personas: [...personas, NEW_PERSONA] })}>
              Add persona
            </Button>
            <Button
              icon="plus"
              onClick={() =>
                change({ behaviours: [...behaviours, { slug: '', persona: 'researcher', weight: 0.5 }] })
              }
            >
              Add behaviour
            </Button>
            {draft !== undefined && (
              <>
                <Button
                  onClick={() => {
                    setDraft(undefined);
                    setFault(undefined);
                  }}
                >
                  Undo changes
                </Button>
                <Button look="primary" type="submit" busy={isBusy}>
                  Save personas
                </Button>
              </>
            )}
          </div>
        )}
      </form>
    </Card>
  );
}
