import { useId } from 'preact/hooks';
import { Button } from '../../parts/controls/button.tsx';

/** A claim as it is typed. */
export interface TypedClaim {
  readonly key: number;
  readonly attribute: string;
  readonly method: string;
  readonly estimated: string;
  readonly actual: string;
}

export const emptyClaim = (key: number): TypedClaim => ({
  key,
  attribute: '',
  method: '',
  estimated: '',
  actual: '',
});

/** The claims that say something, as the service takes them. */
export const claimsOf = (typed: readonly TypedClaim[]) =>
  typed
    .filter(({ attribute }) => attribute.trim() !== '')
    .map(({ attribute, method, estimated, actual }) => ({
      attribute: attribute.trim(),
      ...(method.trim() !== '' && { method: method.trim() }),
      ...(estimated !== '' && { estimatedHours: Number(estimated) }),
      ...(actual !== '' && { actualHours: Number(actual) }),
    }));

/** What was done between the two exports, line by line. */
export function Claims({
  claims,
  columns,
  onChange,
}: {
  readonly claims: readonly TypedClaim[];
  /** Names to offer. */
  readonly columns: readonly string[];
  readonly onChange: (claims: readonly TypedClaim[]) => void;
}) {
  const list = useId();
  const edit = (key: number, change: Partial<TypedClaim>) =>
    onChange(claims.map((claim) => (claim.key === key ? { ...claim, ...change } : claim)));
  return (
    <div class="stack close">
      <datalist id={list}>
        {columns.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {claims.map((claim, at) => {
        const of = `claim ${at + 1}`;
        return (
          <fieldset key={claim.key} class="claim-line">
            <legend class="unseen">{of}</legend>
            <input
              class="input"
              aria-label={`Attribute of ${of}`}
              placeholder="Attribute"
              list={list}
              autocomplete="off"
              maxLength={256}
              value={claim.attribute}
              onInput={(event) => edit(claim.key, { attribute: event.currentTarget.value })}
            />
            <input
              class="input"
              aria-label={`Method of ${of}`}
              placeholder="How, such as supplier sheet"
              maxLength={256}
              value={claim.method}
              onInput={(event) => edit(claim.key, { method: event.currentTarget.value })}
            />
            <input
              class="input"
              type="number"
              min={0}
              step="any"
              aria-label={`Estimated hours of ${of}`}
              placeholder="Hours planned"
              value={claim.estimated}
              onInput={(event) => edit(claim.key, { estimated: event.currentTarget.value })}
            />
            <input
              class="input"
              type="number"
              min={0}
              step="any"
              aria-label={`Actual hours of ${of}`}
              placeholder="Hours spent"
              value={claim.actual}
              onInput={(event) => edit(claim.key, { actual: event.currentTarget.value })}
            />
            <Button
              look="plain"
              icon="close"
              label={`Remove ${of}`}
              onClick={() => onChange(claims.filter(({ key }) => key !== claim.key))}
            />
          </fieldset>
        );
      })}
      <div class="row">
        <Button
          size="small"
          icon="plus"
          onClick={() => onChange([...claims, emptyClaim(Math.max(0, ...claims.map(({ key }) => key)) + 1)])}
        >
          Add a claim
        </Button>
      </div>
    </div>
  );
}
