import { isRecordable } from '../../catalogue/columns/recordability.ts';
import { attributesCalled } from '../../catalogue/shelves/column-attributes.ts';
import { heldAttributes } from '../../catalogue/shelves/held-attributes.ts';
import { type RecognisedShelves, TELLERS } from '../../catalogue/shelves/recognised-shelves.ts';
import { type ShelfAttribute, shelfAttribute } from '../../catalogue/shelves/shelf-attributes.ts';
import { attributesOf, type Degree, lineOf, SHELVES } from '../../catalogue/shelves/shelves.ts';
import type { Attribute } from '../../catalogue/types.ts';
import type { LackingFact } from '../lacking/lacking-fact.ts';
import { expectedLeft, usualBits } from './expected-left.ts';
import type { KnownShelf, KnownShelves, LackedAttribute } from './known-shelf.ts';
import { askedByMarketplaces } from './marketplaces.ts';

/** Fewest products of a kind that are told as a shelf, and shelves that are told. Set by hand. */
const MIN_PRODUCTS = 5;
const MAX_SHELVES = 20;
/** Attributes that are told of a shelf. Set by hand. */
const MAX_LACKED = 10;
/** Facts of a file from which on so large a share of them must be known by name. Set by hand. */
const MIN_FACTS = 4;
const MIN_UNDERSTOOD = 1 / 3;

/** The English name of an attribute or a shelf. */
const nameOf = ({ names }: Pick<ShelfAttribute, 'names'>): string => names.eng![0];

/**
 * What the shelves that are recognised usually have and this export lacks. An expectation from what is known of such
 * shelves: nothing in it is measured. Undefined where no shelf is recognised.
 *
 * @param lacking what texts say and no column holds
 */
export function expectedFacts(
  recognised: RecognisedShelves,
  attributes: readonly Attribute[],
  lacking: readonly LackingFact[],
): KnownShelves | undefined {
  const { shelfOf } = recognised;
  const columns = attributes.map((attribute) => ({
    attribute,
    holds: heldAttributes(attribute),
    shelves: shelvesWith(attribute, shelfOf),
  }));
  const said = new Map(
    lacking.flatMap(({ attribute, from }) =>
      attributesCalled(bare(attribute)).map((id) => [id, from] as const),
    ),
  );
  const isUnderstood = areUnderstood(columns);
  const lackedOn = (shelf: number, products: readonly number[]): KnownShelf => {
    const own = [...new Set(products.map((product) => shelfOf[product]))];
    const held = new Set(
      columns.flatMap(({ holds, shelves }) => (own.some((each) => shelves[each] === 1) ? [...holds] : [])),
    );
    return knownShelf(shelf, products, recognised, isUnderstood ? held : undefined, said);
  };
  const values = branches(productsByShelf(recognised))
    .flatMap((branch) => tellBranch(branch, [], lackedOn))
    .slice(0, MAX_SHELVES);
  if (values.length === 0) return undefined;
  return { unknown: shelfOf.filter((shelf) => shelf < 0).length, values };
}

/** The name of a fact without its unit. */
const bare = (name: string): string => name.replace(/ \([^()]*\)$/, '');

/** A column with the attributes of shelves that it holds. */
interface KnownColumn {
  readonly attribute: Attribute;
  readonly holds: ReadonlySet<string>;
}

/** Whether enough of the facts of the file are known by name to say what it lacks: not of a language without names. */
function areUnderstood(columns: readonly KnownColumn[]): boolean {
  const facts = columns.filter(({ attribute }) => isRecordable(attribute) && attribute.values.length > 0);
  const known = facts.filter(({ holds }) => holds.size > 0);
  return facts.length < MIN_FACTS || known.length >= MIN_UNDERSTOOD * facts.length;
}

/** The shelves with enough products. The products of a smaller one stand on that of which it is a part. */
function productsByShelf({ shelfOf }: RecognisedShelves): ReadonlyMap<number, readonly number[]> {
  const products = new Map<number, number[]>();
  const add = (shelf: number, own: readonly number[]): void => {
    const known = products.get(shelf);
    if (known === undefined) products.set(shelf, [...own]);
    else for (const product of own) known.push(product);
  };
  shelfOf.forEach((shelf, product) => {
    if (shelf >= 0) add(shelf, [product]);
  });
  // Parts stand behind what they are parts of.
  for (let shelf = SHELVES.length - 1; shelf >= 0; shelf--) {
    const own = products.get(shelf);
    if (own === undefined || own.length >= MIN_PRODUCTS) continue;
    products.delete(shelf);
    const [, whole] = lineOf(shelf);
    if (whole !== undefined) add(whole, own);
  }
  return products;
}

/** A shelf with all products on it and on its parts. */
interface Branch {
  readonly shelf: number;
  readonly products: readonly number[];
  /** Whether some of them are on no part of it. */
  readonly hasOwn: boolean;
  readonly parts: readonly Branch[];
}

/** The shelves that are no parts of others, the largest first. */
function branches(standing: ReadonlyMap<number, readonly number[]>): readonly Branch[] {
  const below = (whole: string | undefined): readonly Branch[] =>
    SHELVES.flatMap(({ id, within }, shelf): readonly Branch[] => {
      if (within !== whole) return [];
      const parts = below(id);
      const own = standing.get(shelf) ?? [];
      const products = [...own, ...parts.flatMap((part) => part.products)];
      return products.length === 0 ? [] : [{ shelf, products, hasOwn: own.length > 0, parts }];
    }).sort((a, b) => b.products.length - a.products.length || a.shelf - b.shelf);
  return below(undefined);
}

/** A shelf and its parts, each with what it lacks beyond those that hold it; one that is only one of its parts is that part. */
function tellBranch(
  { shelf, products, hasOwn, parts }: Branch,
  told: readonly KnownShelf[],
  lackedOn: (shelf: number, products: readonly number[]) => KnownShelf,
): KnownShelf[] {
  const [only, ...others] = parts;
  if (!hasOwn && others.length === 0) return tellBranch(only, told, lackedOn);
  const whole = lackedOn(shelf, products);
  return [
    told.reduce((part, each) => beyond(each, part), whole),
    ...parts.flatMap((part) => tellBranch(part, [...told, whole], lackedOn)),
  ];
}

/** What a part lacks beyond the whole. */
function beyond(whole: KnownShelf, part: KnownShelf): KnownShelf {
  const told = new Set(whole.lacks.map(({ attribute }) => attribute));
  const { expected, ...rest } = part;
  const isTold = `${expected?.asked}` === `${whole.expected?.asked}`;
  return {
    ...rest,
    within: whole.shelf,
    lacks: part.lacks.filter(({ attribute }) => !told.has(attribute)),
    ...(expected === undefined || isTold ? {} : { expected }),
    marketplaces: part.marketplaces.flatMap(({ marketplace, required, recommended }) => {
      const known = whole.marketplaces.find((own) => own.marketplace === marketplace);
      const own = {
        marketplace,
        required: required.filter((name) => !known?.required.includes(name)),
        recommended: recommended.filter((name) => !known?.recommended.includes(name)),
      };
      return own.required.length + own.recommended.length === 0 ? [] : [own];
    }),
  };
}

/** Per shelf 1 where some product on it has a value of the column. */
function shelvesWith({ cell }: Attribute, shelfOf: Int16Array): Uint8Array {
  const shelves = new Uint8Array(SHELVES.length);
  for (let product = 0; product < cell.length; product++)
    if (cell[product] >= 0 && shelfOf[product] >= 0) shelves[shelfOf[product]] = 1;
  return shelves;
}

function knownShelf(
  shelf: number,
  products: readonly number[],
  { toldBy }: RecognisedShelves,
  held: ReadonlySet<string> | undefined,
  said: ReadonlyMap<string, string>,
): KnownShelf {
  const size = products.length;
  const lacked = [...attributesOf(shelf)].filter(
    (each): each is [string, Exclude<Degree, 'possible'>] =>
      held !== undefined && each[1] !== 'possible' && !held.has(each[0]),
  );
  const lacks = lacked
    .map(([id, degree]): LackedAttribute => {
      const attribute = shelfAttribute(id);
      const saidIn = said.get(id);
      return {
        attribute: id,
        name: nameOf(attribute),
        degree,
        values: attribute.values,
        usualBits: usualBits(attribute, size),
        ...(saidIn === undefined ? {} : { saidIn }),
      };
    })
    .slice(0, MAX_LACKED);
  const expected = expectedLeft(
    lacks.map(({ attribute }) => shelfAttribute(attribute)),
    size,
    nameOf,
  );
  return {
    shelf: SHELVES[shelf].id,
    name: nameOf(SHELVES[shelf]),
    products: size,
    toldBy: mostTelling(products, toldBy),
    lacks,
    ...(expected === undefined ? {} : { expected }),
    marketplaces: askedByMarketplaces(shelf)
      .map(({ marketplace, required, recommended }) => ({
        marketplace,
        required: namesOfOpen(required, held),
        recommended: namesOfOpen(recommended, held),
      }))
      .filter(({ required, recommended }) => required.length + recommended.length > 0),
  };
}

const namesOfOpen = (ids: readonly string[], held: ReadonlySet<string> | undefined): string[] =>
  ids.filter((id) => held?.has(id) === false).map((id) => nameOf(shelfAttribute(id)));

function mostTelling(products: readonly number[], toldBy: Uint8Array): KnownShelf['toldBy'] {
  const counts = TELLERS.map((_, teller) => products.filter((product) => toldBy[product] === teller).length);
  return TELLERS[counts.indexOf(Math.max(...counts))];
}
