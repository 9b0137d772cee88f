import { numbersBeforeUnits, type Quantity } from '../../catalogue/numbers/quantities.ts';
import { phrasesIn } from '../../languages/index.ts';
import { type Candidate, type CandidateValue, Sayings } from './candidate.ts';
import type { SourceTexts } from './source-texts.ts';

/** What a measure of a dimension is called where the text does not say. */
const NAMES: Readonly<Record<string, string>> = {
  length: 'size',
  mass: 'weight',
  volume: 'volume',
  time: 'duration',
  data: 'capacity',
  frequency: 'frequency',
  power: 'power',
  charge: 'charge',
  energy: 'energy',
  'apparent power': 'apparent power',
  voltage: 'voltage',
  rotation: 'speed',
  level: 'level',
  dots: 'resolution',
};
/** Shares need the word that they are of: "70 % cocoa". */
const NAMED_BY_WORD = 'share';
/** Single letters mean units only as they are written by the standard: "4G", "36 S" and "3D" are none. */
const AS_WRITTEN = /(?:[\d\s-](?:g|kg|m|s|h|t|l|L|W|V)|[^\s\d-]{2,}|["'”″′’%])\.?$/;

interface Group {
  readonly dimension: string;
  /** Of lengths the unit. */
  readonly length: string;
  /** Of shares the word that they are of. */
  readonly word: string;
  readonly sayings: Sayings;
  /** The units that were written, with how often. */
  readonly units: Map<string, number>;
  /** How many products say two or three numbers, "140 x 80 cm". */
  several: number;
}

/** Measures in titles and short texts, one candidate a dimension: "500 ml", `27"`, "70 % cocoa". */
export function saidMeasures(source: SourceTexts): Candidate[] {
  if (source.isProse) return [];
  const groups = new Map<string, Group>();
  source.texts.forEach((text, product) => {
    if (text === undefined) return;
    for (const quantity of numbersBeforeUnits(text)) {
      const { numbers, unit, start, end } = quantity;
      const written = text.slice(start, end);
      if (!AS_WRITTEN.test(` ${written}`) || numbers.some((number) => number <= 0)) continue;
      const word = unit.dimension === NAMED_BY_WORD ? wordAfter(text, end) : '';
      if (unit.dimension === NAMED_BY_WORD ? word === '' : NAMES[unit.dimension] === undefined) continue;
      // Lengths of another order are those of something else: the needle has 3 mm, its cord 80 cm.
      const key = `${unit.dimension} ${unit.dimension === 'length' ? unit.name : word}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = {
          dimension: unit.dimension,
          length: unit.name,
          word,
          sayings: new Sayings(),
          units: new Map(),
          several: 0,
        };
        groups.set(key, group);
      }
      const spelling = unitAsWritten(written);
      group.units.set(spelling, (group.units.get(spelling) ?? 0) + 1);
      if (numbers.length > 1) group.several++;
      group.sayings.add(product, keyOf(quantity), () => measureValue(quantity, spelling), start, end);
    }
  });
  return [...groups.values()].map((group) => candidateOf(group, source.column)).concat(packs(source));
}

const inBase = ({ numbers, unit }: Quantity): number[] =>
  numbers.map((number) => Number((number * unit.size).toPrecision(9)));

const keyOf = (quantity: Quantity): string => inBase(quantity).join('x');

/** The unit at the end of a measure, without the full stop of an abbreviation. */
const unitAsWritten = (written: string): string =>
  /[^\d\s.,-][^\d]*$/.exec(written)?.[0].replace(/\.$/, '') ?? '';

function measureValue(quantity: Quantity, unit: string): CandidateValue {
  const { numbers } = quantity;
  const base = inBase(quantity);
  return {
    label: `${numbers.join(' x ')} ${unit}`,
    ...(base.length === 1 ? { number: base[0] } : {}),
    written: numbers,
    inBase: base,
  };
}

function candidateOf({ dimension, length, word, units, sayings, several }: Group, from: string): Candidate {
  const [unit] = [...units].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1))[0];
  const name =
    dimension === NAMED_BY_WORD
      ? word
      : dimension === 'length' && 2 * several > sayings.size
        ? 'dimensions'
        : NAMES[dimension];
  return {
    key: `${dimension} ${dimension === 'length' ? length : word}`,
    name: `${name} (${unit})`,
    names: [name],
    from,
    values: sayings.values,
    sayings: sayings.sayings,
    dimension,
  };
}

function wordAfter(text: string, end: number): string {
  return /^\s*(\p{L}{3,20})/u.exec(text.slice(end, end + 30))?.[1].toLowerCase() ?? '';
}

const PIECES = phrasesIn(({ availability }) => availability?.pieces);
const MOST_PIECES = 1_000;
/** "6 pcs", "10er-Pack", "6-pack", "Pack of 4", "Pack X6", "x 12", "set of 4". */
const PACK = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(\\d{1,4})(?:[\\s-]|er[\\s-]?)?(?:${PIECES}|pack|packs|pk|ct|count|set|pairs?|li|lu)|(?:pack|set|lot|box|paquete|confezione|juego)(?:\\s(?:of|de|von|da|di|van))?\\s?x?\\s?(\\d{1,4}))(?![\\p{L}\\p{N}])`,
  'giu',
);

function packs(source: SourceTexts): Candidate[] {
  const sayings = new Sayings();
  source.texts.forEach((text, product) => {
    if (text === undefined || !/\d/.test(text)) return;
    for (const match of text.matchAll(PACK)) {
      const number = Number(match[1] ?? match[2]);
      if (number < 1 || number > MOST_PIECES) continue;
      sayings.add(
        product,
        `${number}`,
        () => ({ label: `${number}`, number, written: [number], inBase: [number] }),
        match.index,
        match.index + match[0].length,
      );
      break;
    }
  });
  return [
    {
      key: 'pieces',
      name: 'pieces',
      names: ['pieces', 'pack', 'count', 'units', 'pcs'],
      from: source.column,
      values: sayings.values,
      sayings: sayings.sayings,
    },
  ];
}
