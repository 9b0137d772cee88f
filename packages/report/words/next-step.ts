import type { AuditedAttribute, AuditResult, Verdict, VerifyResult } from '@decidable/engine/audit';
import { emptyQuestion } from './empty-words.ts';
import { advice, namedProducts, worthInWords } from './plain-words.ts';
import { tellingShelves } from './sections/shelf-words.ts';
import { bits, counted, listed, sorted, worthOf } from './wording.ts';

/** A recommended next step, with its command where there is one. */
export interface Step {
  readonly text: string;
  readonly command?: string;
}

const EXPORT_AGAIN =
  'Export the catalogue again, with its products: see that no filter of the export leaves all of them out.';

/**
 * The recommended steps after an audit: what to record first, what can be derived without research, and how
 * to verify the repair later.
 */
export function afterAudit(result: AuditResult, file: string): Step[] {
  const { worth } = sorted(result);
  const asked = [...emptySteps(result, file), ...findingSteps(result, file)];
  const sheet = `decidable audit ${quoted(file)} --repair-sheet to-record.csv`;
  const check = `decidable verify ${quoted(file)} repaired.csv`;
  const first = worth.find(({ action }) => action !== 'leave' && action !== 'ask');
  if (first === undefined && emptyQuestion(result) !== undefined) return asked;
  if (first === undefined) {
    const text = nothingToRecord(result, worth);
    const more = result.grade === 'A' ? undefined : usualColumns(result);
    return [{ text }, ...(more === undefined || more === text ? [] : [{ text: more }]), ...asked];
  }

  const steps: Step[] = [{ text: recordFirst(first), command: sheet }];
  const free = worth.filter((attribute) => (attribute.derivable?.products ?? 0) > 0 && attribute !== first);
  if (free.length > 0) {
    const cells = free.reduce((sum, { derivable }) => sum + (derivable?.products ?? 0), 0);
    steps.push({
      text:
        `${counted(cells, 'more cell')} of ${listed(free.map(({ attribute }) => attribute))} ${cells === 1 ? 'follows' : 'follow'} from other columns, ` +
        'without asking anybody; the same sheet suggests them.',
    });
  }
  steps.push({
    text: 'Fill in its column "value", and write it back into the export:',
    command: `decidable apply ${quoted(file)} to-record.csv -o repaired.csv`,
  });
  steps.push({ text: 'Afterwards, see what it was worth:', command: check });
  return [...steps, ...asked];
}

/** What only the owner can say of facts that only ever say yes. */
function emptySteps(result: AuditResult, file: string): Step[] {
  const question = emptyQuestion(result);
  if (question === undefined) return [];
  const names = result.ifEmptyMeansNo?.attributes ?? [];
  return [
    {
      text: `${question} Where it does, say so:`,
      command: `decidable audit ${quoted(file)} --empty-means-no ${names.map(quoted).join(' ')}`,
    },
  ];
}

/** What marketplaces refuse, where there is something. */
function findingSteps({ findings = [] }: AuditResult, file: string): Step[] {
  const refused = findings.filter(({ severity }) => severity === 'error');
  if (refused.length === 0) return [];
  return [
    {
      text: `Mend what marketplaces refuse products for (${counted(refused.length, 'finding')}); all of it, with the products:`,
      command: `decidable audit ${quoted(file)} --explain`,
    },
  ];
}

function recordFirst(attribute: AuditedAttribute): string {
  const { attribute: name, missing } = attribute;
  const what = `Record ${name} for ${counted(missing, 'product')}, worth ${bits(worthOf(attribute))} bits. ${worthInWords(attribute)}`;
  // Titles may hold commas.
  const start = namedProducts(attribute, 3).join('; ');
  return `${what} ${advice(attribute)} Start with ${start}.`;
}

const FEWEST_QUESTIONS = 3;
const names = (of: readonly AuditedAttribute[]): string => listed(of.map(({ attribute }) => attribute));

/** The columns that the largest recognised shelf lacks. */
function usualColumns(result: AuditResult): string | undefined {
  const [shelf] = tellingShelves(result).filter(({ lacks }) => lacks.length > 0);
  if (shelf === undefined) return undefined;
  const { name, products, lacks, expected } = shelf;
  const asked = expected?.asked ?? lacks.slice(0, FEWEST_QUESTIONS).map((lacked) => lacked.name);
  const columns = asked.length === 1 ? 'a column' : 'columns';
  return `Add ${columns} for ${listed(asked)} to the ${counted(products, 'product')} that are ${name}, and grade again.`;
}

/** What to say where no attribute is worth recording. Nothing is said to be left only where that is so. */
function nothingToRecord(result: AuditResult, worth: readonly AuditedAttribute[]): string {
  const { products, attributes, allRecorded } = result;
  if (products === 0) return EXPORT_AGAIN;
  const usual = usualColumns(result);
  if (usual !== undefined && (attributes.length === 0 || result.grade === null)) return usual;
  if (attributes.length === 0) {
    return 'Add columns that a shopper would ask about: colour, size, material, what it fits.';
  }
  if (worth.length > 0) {
    return 'Nothing here pays back within the given horizon; asking shoppers in the session is the cheaper way.';
  }
  if (products < FEWEST_QUESTIONS) {
    return `There ${products === 1 ? 'is 1 product' : `are ${products} products`}, too few to tell apart. If the shop has more, look at what is worth knowing about this file.`;
  }
  const judged = attributes.filter(({ priority }) => priority !== null);
  if (judged.length === 0) {
    return 'Record a few values of each attribute first: with fewer than five there is nothing to judge by.';
  }
  const unjudged = attributes.filter(({ priority }) => priority === null);
  const open = unjudged.filter(({ recorded }) => recorded > 0);
  const unknown = [
    open.length === 0
      ? ''
      : ` Of ${names(open)} too little is recorded to tell what the rest is worth; five values are enough.`,
    unjudged.length === open.length
      ? ''
      : ` Nothing is recorded of ${names(unjudged.filter(({ recorded }) => recorded === 0))}; record a few values to learn whether it is worth it.`,
  ].join('');
  if (open.length > 0 && (result.answerability ?? 1) < 1) {
    return `What can be judged is recorded.${unknown}`;
  }
  if (judged.some(({ missing }) => missing > 0)) {
    return `What is still missing would hardly help a shopper: less than 0.005 bits for each attribute.${unknown}`;
  }
  if (allRecorded === true) return 'Nothing is left to record in the columns that this file has.';
  const are = judged.length === 1 ? 'is' : 'are';
  return judged.length < FEWEST_QUESTIONS
    ? `${names(judged)} ${are} complete, but a shopper asks more than that: add columns for what else tells these products apart.${unknown}`
    : `${names(judged)} ${are} complete.${unknown}`;
}

/** The recommended steps after a verification. */
export function afterVerify(result: VerifyResult, after: string): Step[] {
  const { products } = result;
  if (products.before === 0 || products.after === 0) return [{ text: EXPORT_AGAIN }];
  if (products.common === 0)
    return [
      { text: 'Export both files with the same product ids in the first column, and compare them again.' },
    ];
  const claims = result.claims ?? [];
  const steps: Step[] = [];
  const advise = (verdict: Verdict, text: (attributes: string) => string) => {
    const attributes = claims.filter((claim) => claim.verdict === verdict).map(({ attribute }) => attribute);
    if (attributes.length > 0) steps.push({ text: text(listed([...new Set(attributes)])) });
  };
  advise('regressed', (names) => `Bring back what ${names} said before: the shelf lost by it.`);
  advise('doubtful', (names) => `Check a few of the new values of ${names} against the goods.`);
  advise(
    'unproven',
    (names) => `Check a few of the new values of ${names} against the goods: nothing in the export can.`,
  );
  advise(
    'empty',
    (names) => `Give ${names} values that tell products apart: what was filled in decides nothing.`,
  );
  advise('partial', (names) => `Go on with ${names}: much of what was missing is still missing.`);
  advise('unchanged', (names) => `See whether the work on ${names} reached the export: no cell changed.`);
  advise('not_found', (names) => `Check the spelling of ${names}: neither export has such a column.`);
  steps.push({ text: 'What is worth recording next:', command: `decidable audit ${quoted(after)}` });
  return steps;
}

/** Quotes a file name for a shell. */
function quoted(file: string): string {
  if (file === '-') return 'catalogue.csv';
  return /^[\w./\\:@%+,-]+$/u.test(file) && !file.startsWith('-')
    ? file
    : `'${file.replaceAll("'", `'\\''`)}'`;
}
