import { Button } from '../../parts/controls/button.tsx';
import type { Behaviour } from './settings.ts';
import { Weight } from './weight.tsx';

/** What the shop observes itself, and the persona that it speaks for. */
export function Behaviours({
  behaviours,
  personas,
  canEdit,
  onChange,
}: {
  readonly behaviours: readonly Behaviour[];
  /** The labels by the ids. */
  readonly personas: ReadonlyMap<string, string>;
  readonly canEdit: boolean;
  readonly onChange: (behaviours: readonly Behaviour[]) => void;
}) {
  const set = (index: number, behaviour: Behaviour) => onChange(behaviours.with(index, behaviour));
  return (
    <fieldset class="stack close">
      <legend>Behaviours</legend>
      <p class="quiet">
        What your pages see themselves and send to <code>/track/behavior</code>, such as{' '}
        <code>opened-lookbook</code>, can speak for a persona.
      </p>
      <ul class="rules-of-persona">
        {behaviours.map(({ slug, persona, weight }, index) => (
          <li key={index}>
            <input
              class="input small"
              type="text"
              aria-label={`Behaviour ${index + 1}`}
              placeholder="opened-lookbook"
              required
              readOnly={!canEdit}
              value={slug}
              onInput={({ currentTarget }) => set(index, { slug: currentTarget.value, persona, weight })}
            />
            <select
              class="input small"
              aria-label={`Persona of behaviour ${index + 1}`}
              disabled={!canEdit}
              value={persona}
              onChange={({ currentTarget }) => set(index, { slug, persona: currentTarget.value, weight })}
            >
              {!personas.has(persona) && <option value={persona}>{persona}</option>}
              {[...personas].map(([id, label]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
            <Weight
              label={`Weight of behaviour ${index + 1}`}
              value={weight}
              canEdit={canEdit}
              onChange={(next) => set(index, { slug, persona, weight: next })}
            />
            {canEdit && (
              <Button
                look="plain"
                size="small"
                icon="close"
                label={`Remove behaviour ${index + 1}`}
                onClick={() => onChange(behaviours.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
