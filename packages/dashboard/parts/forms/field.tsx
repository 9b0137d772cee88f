import type {
  ComponentChildren,
  JSX,
  PartialInputHTMLAttributes,
  PartialSelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../icon.tsx';

interface Frame {
  readonly label: ComponentChildren;
  /** What to write, in one sentence. */
  readonly hint?: ComponentChildren;
  /** What is wrong and how to mend it. */
  readonly fault?: string | undefined;
  readonly isOptional?: boolean;
}

/** What a single-line control may be given. */
export type InputAttributes = PartialInputHTMLAttributes<HTMLInputElement> & {
  /** The id of a `datalist` to choose from. */
  readonly list?: string;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'url' | 'date' | 'datetime-local';
};

/** Preact types the roles of each kind of input apart, which attributes that are passed on cannot show. */
type AnyInput = JSX.IntrinsicElements['input'];

/** The attributes that tie a control to its label, hint and fault. */
interface Ties {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** A labelled control of any kind, given the attributes that it needs. */
export function Field({
  label,
  hint,
  fault,
  isOptional = false,
  children,
}: Frame & { readonly children: (ties: Ties) => ComponentChildren }) {
  const id = useId();
  const said = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="optional"> (optional)</span>}
      </label>
      {children({
        id,
        ...(said.length > 0 && { 'aria-describedby': said.join(' ') }),
        ...(fault !== undefined && { 'aria-invalid': true }),
      })}
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`} role="alert">
          <Icon name="error" small />
          <span>{fault}</span>
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type Control<Attributes> = Frame & Omit<Attributes, 'label' | 'id' | 'role' | 'children'>;

/** @example <TextField label="Name" name="name" required value={name} onInput={…} /> */
export function TextField({ label, hint, fault, isOptional, ...rest }: Control<InputAttributes>) {
  return (
    <Field {...framed({ label, hint, fault, isOptional })}>
      {(ties) => <input type="text" {...(rest as AnyInput)} {...ties} class="input" />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  isOptional,
  ...rest
}: Control<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...framed({ label, hint, fault, isOptional })}>
      {(ties) => <textarea class="input" {...rest} {...ties} />}
    </Field>
  );
}

/** @example <SelectField label="Role" value={role} onChange={…}><option value="viewer">Viewer</option></SelectField> */
export function SelectField({
  label,
  hint,
  fault,
  isOptional,
  children,
  ...rest
}: Control<PartialSelectHTMLAttributes<HTMLSelectElement>> & { readonly children: ComponentChildren }) {
  return (
    <Field {...framed({ label, hint, fault, isOptional })}>
      {(ties) => (
        <select class="input" {...rest} {...ties}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** A choice of yes or no, with its words beside it. */
export function Check({
  label,
  hint,
  ...rest
}: {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
} & Omit<InputAttributes, 'label' | 'role'>) {
  return (
    <label class="check">
      <input {...({ ...rest, type: 'checkbox' } as AnyInput)} />
      <span>
        {label}
        {hint !== undefined && <small> {hint}</small>}
      </span>
    </label>
  );
}

/** Drops what is undefined: optional properties are absent. */
function framed(frame: { [Name in keyof Frame]: Frame[Name] | undefined }): Frame {
  return Object.fromEntries(
    Object.entries(frame).filter(([, value]) => value !== undefined),
  ) as unknown as Frame;
}
