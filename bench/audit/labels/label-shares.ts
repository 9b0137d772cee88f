import { audit } from '@decidable/engine/audit';
import { interpret, type RawColumn } from '@decidable/engine/catalogue';
import { type Label, type LabelledFile, readLabelled } from './labelled-files.ts';

/** How many are right of how many, and the names of those that are not. */
export interface Share {
  readonly right: number;
  readonly of: number;
  readonly wrong: readonly string[];
}

export interface LabelShares {
  readonly file: string;
  readonly heldOut: boolean;
  readonly fault?: string;
  /** Of the first recommendations those that are recordable facts. */
  readonly recommended: Share;
  /** The same of all questions with a value, those without a gap included. */
  readonly questions: Share;
  /** Of the columns that are attributes or measures those that are questions. */
  readonly asked: Share;
  /** Of the measures those that are read as numbers. */
  readonly numbers: Share;
}

/** Recommendations that are judged. */
const FIRST = 10;
/** Labels of columns that may be recommended. */
const RECORDABLE: ReadonlySet<Label> = new Set(['attribute', 'measure', 'taxonomy', 'either']);

/** Grades a labelled file, and judges by its labels what is asked and recommended. */
export function labelShares(file: LabelledFile): LabelShares {
  const { table, fault } = readLabelled(file);
  const labelOf = (name: string): Label | undefined => {
    const own = file.columns[name];
    if (own !== undefined) return own;
    const written = writtenIn(table.columns, name);
    if (written === undefined) return undefined;
    const label = file.columns[written] ?? 'attribute';
    // The label of a text is none of the facts within it: these are judged where a label names them.
    return label === 'text' ? undefined : label;
  };
  const catalogue = interpret(table);
  const { attributes, notQuestions } = audit(catalogue);
  const first = attributes
    .filter(({ missing, priority }) => missing > 0 && priority !== null && priority > 0)
    .slice(0, FIRST);
  // A fact is asked too where the column that it repeats is asked.
  const asked = new Set(attributes.map(({ attribute }) => attribute));
  const reasons = new Map(
    notQuestions
      .filter(({ of }) => of === undefined || !asked.has(of))
      .map(({ attribute, reason }) => [attribute, reason]),
  );
  const facts = catalogue.attributes.flatMap(({ name, kind }) => {
    const label = labelOf(name);
    return label === 'attribute' || label === 'measure' ? [{ name, kind, label }] : [];
  });
  return {
    file: file.name,
    heldOut: file.heldOut,
    ...(fault === undefined ? {} : { fault }),
    recommended: shareOf(
      first.filter(({ attribute }) => labelOf(attribute) !== undefined),
      ({ attribute }) => RECORDABLE.has(labelOf(attribute)!),
      ({ attribute }) => `${attribute} (${labelOf(attribute)})`,
    ),
    questions: shareOf(
      attributes.filter(({ attribute, recorded }) => recorded > 0 && labelOf(attribute) !== undefined),
      ({ attribute }) => RECORDABLE.has(labelOf(attribute)!),
      ({ attribute }) => `${attribute} (${labelOf(attribute)})`,
    ),
    asked: shareOf(
      facts,
      ({ name }) => !reasons.has(name),
      ({ name }) => `${name} (${reasons.get(name)})`,
    ),
    numbers: shareOf(
      facts.filter(({ label }) => label === 'measure'),
      ({ kind }) => kind === 'number' || kind === 'date',
      ({ name, kind }) => `${name} (${kind})`,
    ),
  };
}

/** The column in which most products hold an option that is named beside its values. */
function writtenIn(columns: readonly RawColumn[], name: string): string | undefined {
  return columns.find((column) => column.name === name)?.writtenIn?.usual;
}

function shareOf<T>(all: readonly T[], isRight: (one: T) => boolean, nameOf: (one: T) => string): Share {
  const wrong = all.filter((one) => !isRight(one)).map(nameOf);
  return { right: all.length - wrong.length, of: all.length, wrong };
}
