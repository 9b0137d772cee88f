import { Button } from '../../parts/controls/button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { measureEvidence, signalEvidence } from './evidence-words.ts';
import { idOf, type OwnPersona, type Rule } from './settings.ts';
import { Weight } from './weight.tsx';

/** The fields of a persona: its name, and what speaks for it. */
export function PersonaFields({
  place,
  persona,
  canEdit,
  onChange,
  onRemove,
}: {
  /** From 1, as refusals count. */
  readonly place: number;
  readonly persona: OwnPersona;
  readonly canEdit: boolean;
  readonly onChange: (persona: OwnPersona) => void;
  readonly onRemove: () => void;
}) {
  const { id, label, evidence } = persona;
  const setRule = (index: number, rule: Rule) =>
    onChange({ ...persona, evidence: evidence.with(index, rule) });
  return (
    <fieldset class="persona">
      <legend class="unseen">Persona {place}</legend>
      <div class="persona-name">
        <TextField
          label="Name"
          required
          maxLength={128}
          readOnly={!canEdit}
          placeholder="Night owl"
          value={label}
          onInput={(event) => onChange({ ...persona, label: event.currentTarget.value })}
          hint={
            <>
              In answers it is <code>{id === '' ? idOf(label) || '…' : id}</code>.
            </>
          }
        />
        {canEdit && <Button look="plain" icon="trash" label={`Remove persona ${place}`} onClick={onRemove} />}
      </div>
      <p class="label">It shows in a shopper who</p>
      <ul class="rules-of-persona">
        {evidence.map((rule, index) => (
          <li key={index}>
            <select
              class="input small"
              aria-label={`Persona ${place}, rule ${index + 1}`}
              disabled={!canEdit}
              value={`${rule.by} ${rule.name}`}
              onChange={({ currentTarget: { value } }) => {
                const [by, name] = value.split(' ') as [Rule['by'], string];
                setRule(index, { ...rule, by, name });
              }}
            >
              <Options rule={rule} />
            </select>
            <Weight
              label={`Weight of rule ${index + 1} of persona ${place}`}
              value={rule.weight}
              canEdit={canEdit}
              onChange={(weight) => setRule(index, { ...rule, weight })}
            />
            {canEdit && (
              <Button
                look="plain"
                size="small"
                icon="close"
                label={`Remove rule ${index + 1} of persona ${place}`}
                onClick={() => onChange({ ...persona, evidence: evidence.toSpliced(index, 1) })}
              />
            )}
          </li>
        ))}
      </ul>
      {canEdit && (
        <div>
          <Button
            size="small"
            icon="plus"
            onClick={() =>
              onChange({ ...persona, evidence: [...evidence, { by: 'signal', name: 'search', weight: 0.5 }] })
            }
          >
            Add rule
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function Options({ rule: { by, name } }: { readonly rule: Rule }) {
  const isKnown = name in (by === 'signal' ? signalEvidence : measureEvidence);
  return (
    <>
      {!isKnown && <option value={`${by} ${name}`}>{name}</option>}
      <optgroup label="each time they do it">
        {Object.entries(signalEvidence).map(([signal, words]) => (
          <option key={signal} value={`signal ${signal}`}>
            {words}
          </option>
        ))}
      </optgroup>
      <optgroup label="over the whole visit">
        {Object.entries(measureEvidence).map(([measure, words]) => (
          <option key={measure} value={`measure ${measure}`}>
            {words}
          </option>
        ))}
      </optgroup>
    </>
  );
}
