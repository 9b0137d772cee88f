import { useState } from 'preact/hooks';
import { TextField } from './field.tsx';

const SHORTEST = 10;
const LONGEST = 256;

/** What is wrong with a new password; the service decides again. */
export function passwordFault(password: string): string | undefined {
  if (password.length < SHORTEST)
    return `Use at least ${SHORTEST} characters: a few words are easy to remember.`;
  if (password.length > LONGEST) return `Use at most ${LONGEST} characters.`;
  return undefined;
}

/** A field for a password that is chosen now. */
export function NewPassword({
  label = 'Password',
  value,
  onInput,
}: {
  readonly label?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}) {
  const [isLeft, setLeft] = useState(false);
  const fault = passwordFault(value);
  return (
    <TextField
      label={label}
      type="password"
      autocomplete="new-password"
      required
      minLength={SHORTEST}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
      onBlur={() => setLeft(value !== '')}
      // One takes the place of the other: a form that grows when a field is left moves its button away from under the pointer.
      {...(isLeft && fault !== undefined
        ? { fault }
        : { hint: `At least ${SHORTEST} characters. A few words are easy to remember.` })}
    />
  );
}
