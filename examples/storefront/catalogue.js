/** The shop's own catalogue: its products in its own order, and its wording for them. */

/** The shop's categories ("shelves" in its pages), in the order of the navigation. */
export const shelves = [
  { id: 'monitor', label: 'Monitors', one: 'monitor' },
  { id: 'keyboard', label: 'Keyboards', one: 'keyboard' },
  { id: 'mouse', label: 'Mice', one: 'mouse' },
  { id: 'headphones', label: 'Headphones', one: 'pair of headphones' },
  { id: 'speakers', label: 'Speakers', one: 'set of speakers' },
  { id: 'webcam', label: 'Webcams', one: 'webcam' },
  { id: 'external-hard-drive', label: 'Drives', one: 'drive' },
  { id: 'case', label: 'Cases', one: 'case' },
];
export const shelfOf = (id) => shelves.find((shelf) => shelf.id === id);

/** The part of RFC 4180 that the shop's own export needs. */
function parseCsv(text) {
  const rows = [];
  let row = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}

function productOf(header, row) {
  const attributes = {};
  header.forEach((name, column) => {
    if (row[column]) attributes[name] = row[column];
  });
  const { id, category, name, brand = '', price } = attributes;
  const title = brand && name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name;
  return { id, category, name, brand, title, price: Number(price), attributes };
}

/** One product of each category in turn: the order for a visitor without signals. */
function mixed(products) {
  const queues = shelves.map(({ id }) => products.filter(({ category }) => category === id));
  const order = [];
  for (let i = 0; order.length < products.length; i++) {
    for (const queue of queues) if (queue[i]) order.push(queue[i]);
  }
  return order;
}

export async function loadCatalogue() {
  const response = await fetch('catalogue.csv');
  if (!response.ok) throw new Error(`The catalogue answered ${response.status}.`);
  const [header, ...rows] = parseCsv((await response.text()).replace(/^\ufeff/, ''));
  const products = mixed(
    rows.map((row) => productOf(header, row)).filter(({ category, price }) => shelfOf(category) && price > 0),
  );
  const byId = new Map(products.map((product) => [product.id, product]));
  return { products, find: (id) => byId.get(id) };
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const round = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
export const money = (amount) => (Number.isInteger(amount) ? round : dollars).format(amount);

const yes = (label) => (value) => (value === 'true' ? label : undefined);
const times = (value) => value.replace(',', ' × ');
const range = (value) => `${value.split(',')[0]} Hz to ${value.split(',')[1]} kHz`;
const list = (value) => [...new Set(value.split(/,\s*/))].join(', ');
const capacity = (value) => (value >= 1000 ? `${value / 1000} TB` : `${value} GB`);

const fits = { Circumaural: 'Over the ear', 'Supra-aural': 'On the ear', 'In Ear': 'In the ear' };

/** For each attribute its label in the table of a product, and the format of its values. */
const facts = {
  type: ['Type', (value) => fits[value] ?? value],
  style: ['Style'],
  color: ['Colour'],
  screen_size: ['Screen', (value) => `${value}″`],
  resolution: ['Resolution', times],
  refresh_rate: ['Refresh rate', (value) => `${value} Hz`],
  response_time: ['Response time', (value) => `${value} ms`],
  panel_type: ['Panel'],
  aspect_ratio: ['Aspect ratio'],
  switches: ['Switches'],
  backlit: ['Backlight'],
  tenkeyless: ['Number pad', (value) => (value === 'true' ? 'No' : 'Yes')],
  connection_type: ['Connection', list],
  connection: ['Connection'],
  tracking_method: ['Sensor'],
  max_dpi: ['Sensitivity', (value) => `up to ${Number(value).toLocaleString('en')} dpi`],
  hand_orientation: ['Hand', (value) => (value === 'Both' ? 'Either' : value)],
  enclosure_type: ['Back'],
  wireless: ['Wireless', (value) => (value === 'true' ? 'Yes' : 'No')],
  microphone: ['Microphone', (value) => (value === 'true' ? 'Yes' : 'No')],
  frequency_response: ['Frequencies', range],
  configuration: ['Channels'],
  wattage: ['Power', (value) => `${value} W`],
  resolutions: ['Resolutions', list],
  focus_type: ['Focus'],
  fov: ['Field of view', (value) => `${value}°`],
  os: ['Works with', (value) => list(value).replace('OS X', 'macOS')],
  capacity: ['Capacity', capacity],
  interface: ['Interface', list],
  side_panel: ['Side panel'],
  external_volume: ['Volume', (value) => `${value} l`],
  internal_35_bays: ['3.5″ bays'],
};

/** `[label, value]` rows of all recorded attributes of a product. */
export const factsOf = ({ attributes }) =>
  Object.entries(facts)
    .filter(([name]) => attributes[name])
    .map(([name, [label, words = (value) => value]]) => [label, words(attributes[name])]);

/** A facet's name and its values as the shop writes them. */
export const facetLabel = ({ attribute, label }) =>
  attribute === 'category' ? 'Shelf' : (facts[attribute]?.[0] ?? label);
export const facetWords = (attribute, value) =>
  attribute === 'category' ? (shelfOf(value)?.label ?? value) : (facts[attribute]?.[1] ?? String)(value);

/** An attribute and a value in a shopper's words: `colour: Black`. */
export function phraseOf(name, value) {
  const [label = name.replaceAll('_', ' '), words = (given) => given] = facts[name] ?? [];
  return `${label.toLowerCase()}: ${words(value)}`;
}

const short = {
  monitor: ['screen_size', 'resolution', 'refresh_rate', 'panel_type'],
  keyboard: ['style', 'switches', 'tenkeyless'],
  mouse: ['max_dpi', 'tracking_method'],
  headphones: ['enclosure_type', 'wireless', 'type'],
  speakers: ['configuration', 'wattage'],
  webcam: ['resolutions', 'focus_type', 'fov'],
  'external-hard-drive': ['capacity', 'type'],
  case: ['type', 'side_panel'],
};
const shortWords = {
  tenkeyless: yes('no number pad'),
  wireless: (value) => (value === 'true' ? 'wireless' : 'wired'),
  configuration: (value) => (value === '1' ? 'one box' : `${value} channels`),
  resolutions: (value) => value.split(',')[0],
  max_dpi: (value) => `${Number(value).toLocaleString('en')} dpi`,
  enclosure_type: (value) => value.toLowerCase(),
  tracking_method: (value) => value.toLowerCase(),
  focus_type: (value) => `${value.toLowerCase()} focus`,
  style: (value) => value.toLowerCase(),
  type: (value) => (fits[value] ?? value).replace(/^O/, 'o'),
};

/** A line of two or three facts for a card. */
export const inShort = ({ category, attributes }) =>
  short[category]
    .map(
      (name) =>
        attributes[name] && (shortWords[name] ?? facts[name][1] ?? ((value) => value))(attributes[name]),
    )
    .filter(Boolean)
    .slice(0, 3)
    .join(' · ');

/** The shop's own search: products that contain every word. */
export function found(products, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ name, category, attributes }) =>
    `${name} ${category} ${shelfOf(category).label} ${Object.values(attributes).join(' ')} ${attributes.wireless === 'true' ? 'wireless' : ''}`.toLowerCase();
  return products.filter((product) => {
    const all = text(product);
    return words.every((word) => all.includes(word));
  });
}
