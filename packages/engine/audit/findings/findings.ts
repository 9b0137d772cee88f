import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import type { Titles } from '../display/titles.ts';
import { addressesIn, addressFault, imageFault } from './checks/address.ts';
import { checkAllowedValues } from './checks/allowed-values.ts';
import { descriptionFaults } from './checks/description.ts';
import { checkDuplicates } from './checks/duplicates.ts';
import { gtinFaultsOf } from './checks/gtin.ts';
import { checkMissing } from './checks/missing.ts';
import { checkValues } from './checks/per-value.ts';
import { checkPrices } from './checks/price.ts';
import { titleFaults, writesInCapitals } from './checks/title.ts';
import { checkVariants } from './checks/variants.ts';
import type { Finding } from './finding.ts';
import { FindingCollector } from './finding-collector.ts';
import { type MarketplaceTable, marketplaceTable } from './marketplace-table.ts';
import { offered } from './offered.ts';
import type { RuleName } from './rules.ts';

/** Characters of an id that Google takes. */
const MAX_ID = 50;

/** A catalogue whose products stand in the order in which they are given as examples. */
interface Ordered extends Catalogue {
  /** The products as indices into the catalogue of the titles. */
  readonly order: Int32Array;
}

/** What marketplaces would say of single products, the gravest first. It changes no figure of the grading. */
export function marketplaceFindings(all: Ordered, titles: Titles | undefined): Finding[] {
  const catalogue = offered(all);
  const table = marketplaceTable(catalogue);
  const findings = new FindingCollector();
  checkIds(findings, table);
  checkMissing(findings, table);
  const { title, description, link, image, gtin } = table.columns;
  if (title !== undefined) {
    const capitals = writesInCapitals(title);
    checkValues(findings, title, (text) => titleFaults(text, capitals));
  }
  if (description !== undefined)
    checkValues(findings, description, (text) => descriptionFaults(text, table.isFeed));
  if (link !== undefined) checkAddresses(findings, link, (address) => addressFault(address, 'link'));
  if (image !== undefined) checkAddresses(findings, image, imageFault);
  checkAllowedValues(findings, table);
  if (gtin !== undefined) {
    const faultOf = gtinFaultsOf(gtin);
    checkValues(findings, gtin, (text) => asList(faultOf(text)));
  }
  checkPrices(findings, table);
  checkDuplicates(findings, table);
  checkVariants(findings, table);
  return findings.told((product) => {
    const name = titles?.ofProduct(catalogue.order[product]);
    return { id: table.ids[product], ...(name === undefined ? {} : { title: name }) };
  });
}

const asList = (rule: RuleName | undefined): readonly RuleName[] => (rule === undefined ? [] : [rule]);

/** The ids of a shop system are not those that its feed has. */
function checkIds(findings: FindingCollector, { ids, idColumn, isFeed }: MarketplaceTable): void {
  if (!isFeed || idColumn === undefined) return;
  ids.forEach((id, product) => {
    if (id.length > MAX_ID) findings.add('id-too-long', idColumn, product, id);
  });
}

/** The share of a column's values that are addresses from which on it is one of addresses. Set by hand: others hold names of files. */
const MIN_ADDRESSES = 0.5;

function checkAddresses(
  findings: FindingCollector,
  column: Attribute,
  faultOf: (address: string) => RuleName | undefined,
): void {
  const whole = column.values.filter(({ label }) => /^https?:\/\//i.test(label)).length;
  if (whole < MIN_ADDRESSES * column.values.length) return;
  checkValues(findings, column, (text) => {
    const rules = new Set(addressesIn(text).map(faultOf));
    rules.delete(undefined);
    return [...rules] as RuleName[];
  });
}
