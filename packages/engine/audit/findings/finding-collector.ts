import { shortened } from '../display/shortened.ts';
import { type Finding, type FindingExample, MAX_EXAMPLES } from './finding.ts';
import { RULES, type RuleName, type Severity } from './rules.ts';

/** Characters of a value that are shown. Set by hand: enough to see what is wrong with an address. */
const SHOWN_LENGTH = 160;

interface Found {
  readonly column: string | undefined;
  products: number;
  readonly examples: { readonly product: number; readonly value: string | undefined }[];
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'notice'];

/** What the checks of an export find. Only as many products are kept as are named. */
export class FindingCollector {
  readonly #found = new Map<RuleName, Found>();
  readonly #columns = new Map<RuleName, string>();

  /** Adds a product, at most once a rule. */
  add(rule: RuleName, column: string | undefined, product: number, value?: string): void {
    let found = this.#found.get(rule);
    if (found === undefined) {
      found = { column, products: 0, examples: [] };
      this.#found.set(rule, found);
    }
    found.products++;
    // Where the export lacks the column, all products are alike.
    if (column !== undefined && found.examples.length < MAX_EXAMPLES) found.examples.push({ product, value });
  }

  /** Says what stands for `{columns}` in the sentence of a rule. */
  describe(rule: RuleName, columns: string): void {
    this.#columns.set(rule, columns);
  }

  /** The gravest first, then in the order of the rules. */
  told(named: (product: number) => Omit<FindingExample, 'value'>): Finding[] {
    const findings = [...RULES].flatMap(([rule, { severity, says, fix, pages }]): Finding[] => {
      const found = this.#found.get(rule);
      if (found === undefined) return [];
      const { column, products } = found;
      const examples = found.examples.map(({ product, value }) => ({
        ...named(product),
        ...(value === undefined ? {} : { value: shortened(value, SHOWN_LENGTH) }),
      }));
      return [
        {
          rule,
          severity,
          ...(column === undefined ? {} : { column }),
          says: says.replace('{columns}', () => this.#columns.get(rule) ?? ''),
          fix,
          products,
          examples,
          pages,
        },
      ];
    });
    return findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  }
}
