import { below, type Chance } from './chance.ts';

const PRODUCTS = 20_000;

const KINDS = ['Shirts', 'Trousers', 'Jackets', 'Dresses', 'Shoes', 'Bags', 'Knitwear', 'Accessories'];
const STYLES = ['Classic', 'Slim', 'Relaxed', 'Oversized', 'Cropped', 'Tailored', 'Vintage', 'Everyday'];
const COLOURS = 'black white navy grey beige red green blue brown pink olive cream burgundy yellow'.split(
  ' ',
);
const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL', '36', '38', '40', '42', '44'];
const MATERIALS = 'cotton wool linen polyester leather silk viscose denim nylon cashmere'.split(' ');
const COUNTRIES = 'Portugal Italy Turkey China India Bangladesh Vietnam Germany'.split(' ');
const SEASONS = ['spring', 'summer', 'autumn', 'winter'];
const CARE = ['wash 30', 'wash 40', 'hand wash', 'dry clean only'];

/**
 * The largest export that the interface accepts, in realistic form: 20,000 products of 12 columns in about 2,000,000
 * bytes, quoted titles with commas, attributes that depend on the product type and the brand, and typical gaps.
 */
export function limitCase(random: Chance): string {
  const rows = ['id,title,brand,category,price,colour,size,material,season,origin,weight,care'];
  for (let product = 0; product < PRODUCTS; product++) {
    const kind = skewed(KINDS.length, random);
    const brand = skewed(120, random);
    const colour = COLOURS[skewed(COLOURS.length, random)];
    // Materials mostly depend on the product type, origins on the brand.
    const material =
      MATERIALS[(kind + (random() < 0.7 ? 0 : below(MATERIALS.length, random))) % MATERIALS.length];
    const origin = COUNTRIES[random() < 0.9 ? brand % COUNTRIES.length : below(COUNTRIES.length, random)];
    const price = Math.round(8 + (kind + 1) * 9 * Math.exp(random() * 1.8)) - 0.05;
    const weight = Math.round((120 + kind * 60) * (0.7 + random() * 0.6));
    const style = STYLES[below(STYLES.length, random)];
    const cells = [
      `SKU-${(100_000 + product * 37).toString(36).toUpperCase()}`,
      `"${style} ${KINDS[kind]} ${1000 + below(9000, random)}, ${colour}, ${material}"`,
      `Brand ${String.fromCharCode(65 + (brand % 26))}${Math.floor(brand / 26) + 1}`,
      KINDS[kind],
      gap(0.01, price.toFixed(2), random),
      gap(0.12, colour, random),
      gap(0.2, SIZES[below(SIZES.length, random)], random),
      gap(0.35, material, random),
      gap(0.45, SEASONS[(kind + below(3, random)) % SEASONS.length], random),
      gap(0.3, origin, random),
      gap(0.5, `${weight} g`, random),
      gap(0.6, CARE[(MATERIALS.indexOf(material) + (random() < 0.8 ? 0 : 1)) % CARE.length], random),
    ];
    rows.push(cells.join(','));
  }
  return rows.join('\n');
}

function gap(rate: number, written: string, random: Chance): string {
  return random() < rate ? '' : written;
}

/** A number below `bound`; low ones are more frequent. */
function skewed(bound: number, random: Chance): number {
  return Math.floor(bound * random() ** 2);
}
