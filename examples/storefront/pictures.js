import { svg } from './elements.js';

/** Pictures of products, drawn from what the catalogue records: kind, colour, shape. */

const paints = {
  black: '#33373d',
  white: '#eceae4',
  gray: '#85898d',
  grey: '#85898d',
  silver: '#b9bec3',
  red: '#b8433a',
  blue: '#3d6a9e',
  green: '#4b7d57',
  pink: '#d99aa8',
  orange: '#d07a3b',
  gold: '#c2a05a',
  brown: '#7d5b44',
  copper: '#b0714e',
  purple: '#7a629e',
  yellow: '#d9b64a',
  teal: '#3f8583',
  beige: '#cdbfa5',
  camo: '#6b7058',
};

function shade(hex, amount) {
  const towards = amount > 0 ? 255 : 0;
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `#${channels
    .map((value) =>
      Math.round(value + (towards - value) * Math.abs(amount))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function paintOf(color = 'Black') {
  const [main, accent] = color
    .toLowerCase()
    .split(/\s*\/\s*/)
    .map((name) => paints[name.split(' ').at(-1)]);
  const body = main ?? paints.black;
  return {
    body,
    light: shade(body, 0.22),
    dark: shade(body, -0.3),
    edge: shade(body, 0.38),
    accent: accent ?? shade(body, 0.3),
  };
}

let gradients = 0;
/** A vertical gradient; returns the element and the paint that refers to it. */
function gradient(from, to, slanted = false) {
  const id = `paint-${gradients++}`;
  const stops = [
    svg('stop', { offset: 0, 'stop-color': from }),
    svg('stop', { offset: 1, 'stop-color': to }),
  ];
  return [svg('linearGradient', { id, x1: 0, y1: 0, x2: slanted ? 1 : 0, y2: 1 }, stops), `url(#${id})`];
}

const box = (x, y, width, height, rx, fill, more = {}) =>
  svg('rect', { x, y, width, height, rx, fill, ...more });
const circle = (cx, cy, r, fill, more = {}) => svg('circle', { cx, cy, r, fill, ...more });
const line = (d, stroke, width, more = {}) =>
  svg('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
const shadow = (cx, cy, rx) => svg('ellipse', { cx, cy, rx, ry: 3.5, fill: '#000', opacity: 0.13 });

const screens = {
  OLED: ['#20143f', '#b0476e'],
  IPS: ['#245a78', '#8cc3b4'],
  VA: ['#33406e', '#d39a6a'],
  TN: ['#3b5c63', '#a9bfae'],
};

function monitor({ aspect_ratio: ratio = '16:9', panel_type: panel = 'IPS' }) {
  const width = ratio.startsWith('32') ? 176 : ratio.startsWith('21') || ratio.startsWith('64') ? 156 : 128;
  const height = ratio.startsWith('32') ? 54 : ratio.startsWith('21') ? 66 : 74;
  const [left, top] = [(200 - width) / 2, 26];
  const kind = Object.keys(screens).find((name) => panel.includes(name)) ?? 'IPS';
  const [definition, fill] = gradient(...screens[kind], true);
  const base = top + height;
  return [
    definition,
    shadow(100, 128, 40),
    svg('path', { d: `M94 ${base}h12l2 ${126 - base}h-16z`, fill: '#3a3d42' }),
    box(70, 123, 60, 5, 2.5, '#4a4e54'),
    box(left, top, width, height, 4, '#24262a', { stroke: '#50545a', 'stroke-width': 1 }),
    box(left + 3.5, top + 3.5, width - 7, height - 9, 1.5, fill),
    svg('path', {
      d: `M${left + 3.5} ${base - 22}q${width * 0.28} -24 ${width * 0.5} -4t${width * 0.5 - 7} -10v30.5h-${width - 7}z`,
      fill: '#fff',
      opacity: 0.13,
    }),
  ];
}

function keyboard({ color, tenkeyless, style, backlit }) {
  const paint = paintOf(color);
  const columns = style === 'Mini' ? 12 : tenkeyless === 'true' ? 14 : 18;
  const [pitch, top] = [8.6, 50];
  const width = columns * pitch + 9;
  const left = (200 - width) / 2;
  const keys = (row) => {
    let d = '';
    for (let column = 0; column < columns; column++) {
      if (row === 4 && column > 3 && column < 9) continue;
      d += `M${left + 5 + column * pitch} ${top + 5 + row * 9}h6.9v7h-6.9z`;
    }
    if (row === 4) d += `M${left + 5 + 4 * pitch} ${top + 41}h${5 * pitch - 1.7}v7h-${5 * pitch - 1.7}z`;
    return d;
  };
  const glow = ['#d0607a', '#c58a4a', '#6aa56b', '#4f93b5', '#8873bd'];
  const lit = /RGB|Multi/.test(backlit ?? '');
  const [definition, fill] = gradient(paint.light, paint.body);
  return [
    definition,
    shadow(100, 107, width / 2 - 4),
    box(left, top, width, 55, 5, fill, { stroke: paint.edge, 'stroke-width': 0.8 }),
    [0, 1, 2, 3, 4].map((row) =>
      svg('path', {
        d: keys(row),
        fill: paint.body === paints.white ? '#fff' : shade(paint.body, -0.35),
        stroke: lit ? glow[row] : paint.accent,
        'stroke-width': lit ? 0.9 : 0.6,
        'stroke-linejoin': 'round',
      }),
    ),
  ];
}

function mouse({ color, connection_type: connection = '', tracking_method: method }) {
  const paint = paintOf(color);
  const [definition, fill] = gradient(paint.light, paint.dark);
  return [
    definition,
    shadow(100, 130, 34),
    /Wireless/.test(connection) ? null : line('M100 36c0 -14 12 -10 12 -22', paint.dark, 3),
    svg('path', {
      d: 'M100 34c24 0 33 18 34 46s-10 50 -34 50s-35 -22 -34 -50s10 -46 34 -46z',
      fill,
      stroke: paint.edge,
      'stroke-width': 0.9,
    }),
    line('M100 35v36M67.500 76q32.500 -14 65 0', paint.dark, 1.3, { opacity: 0.8 }),
    box(96.5, 46, 7, 19, 3.5, shade(paint.body, -0.5), { stroke: paint.accent, 'stroke-width': 1 }),
    method === 'Trackball' ? circle(78, 84, 11, '#b8433a', { stroke: '#fff', 'stroke-opacity': 0.3 }) : null,
    line('M88 116q12 6 24 0', paint.accent, 2, { opacity: 0.75 }),
  ];
}

function headphones({ color, type, microphone }) {
  const paint = paintOf(color);
  if (type === 'In Ear' || type === 'Earbud') {
    const bud = (x, flip) => [
      svg('path', {
        d: `M${x} 56q${flip * 16} -6 ${flip * 20} 8t${-flip * 12} 18l${-flip * 2} 26h${-flip * 7}z`,
        fill: paint.body,
        stroke: paint.edge,
      }),
      circle(x + flip * 17, 66, 6, paint.accent),
    ];
    return [shadow(100, 124, 34), line('M79 106q4 20 21 14t21 -14', paint.dark, 2), bud(78, -1), bud(122, 1)];
  }
  const [definition, fill] = gradient(paint.light, paint.dark);
  return [
    definition,
    shadow(100, 132, 44),
    line('M56 86c0 -76 88 -76 88 0', paint.dark, 9),
    line('M62 62c10 -38 66 -38 76 0', paint.light, 4, { opacity: 0.75 }),
    box(44, 74, 26, 48, 12, fill, { stroke: paint.edge, 'stroke-width': 0.9 }),
    box(130, 74, 26, 48, 12, fill, { stroke: paint.edge, 'stroke-width': 0.9 }),
    box(66, 78, 9, 40, 4.5, shade(paint.body, -0.45)),
    box(125, 78, 9, 40, 4.5, shade(paint.body, -0.45)),
    circle(53, 98, 5, paint.accent, { opacity: 0.85 }),
    circle(147, 98, 5, paint.accent, { opacity: 0.85 }),
    microphone === 'true'
      ? [line('M52 120q6 18 30 14', paint.dark, 3), circle(84, 133, 4, paint.dark)]
      : null,
  ];
}

function speakers({ color, configuration = '2' }) {
  const paint = paintOf(color);
  const cone = (x, y, r) => [
    circle(x, y, r, shade(paint.body, -0.5), { stroke: paint.accent, 'stroke-width': 1.2 }),
    circle(x, y, r * 0.38, shade(paint.body, 0.12)),
  ];
  const tower = (x, y, width, height) => {
    const [definition, fill] = gradient(paint.light, paint.body);
    return [
      definition,
      box(x, y, width, height, 5, fill, { stroke: paint.edge, 'stroke-width': 0.9 }),
      cone(x + width / 2, y + height * 0.66, width * 0.32),
      cone(x + width / 2, y + height * 0.25, width * 0.17),
    ];
  };
  if (configuration === '1') {
    const [definition, fill] = gradient(paint.light, paint.dark);
    return [
      definition,
      shadow(100, 102, 76),
      box(24, 66, 152, 34, 10, fill, { stroke: paint.edge }),
      [52, 100, 148].map((x) => cone(x, 83, 11)),
    ];
  }
  const sub = configuration.endsWith('.1');
  return [
    shadow(100, 130, 66),
    tower(sub ? 30 : 42, sub ? 52 : 34, sub ? 34 : 46, sub ? 76 : 94),
    tower(sub ? 136 : 112, sub ? 52 : 34, sub ? 34 : 46, sub ? 76 : 94),
    sub ? [box(72, 70, 56, 58, 5, paint.body, { stroke: paint.edge }), cone(100, 99, 20)] : null,
  ];
}

function webcam() {
  const [definition, fill] = gradient('#4a4e54', '#26282c');
  return [
    definition,
    shadow(100, 124, 36),
    svg('path', { d: 'M88 84h24l6 32q-18 10 -36 0z', fill: '#34373c' }),
    box(44, 44, 112, 44, 22, fill, { stroke: '#6a6f76', 'stroke-width': 0.9 }),
    circle(100, 66, 17, '#121316', { stroke: '#7a8088', 'stroke-width': 1.5 }),
    circle(100, 66, 9, '#2f4c66'),
    circle(96.5, 62, 3, '#cfe3ee', { opacity: 0.9 }),
    circle(134, 66, 2.2, '#7cc48f'),
    box(62, 64, 10, 3, 1.5, '#15161a'),
  ];
}

function drive({ color, type }) {
  const paint = paintOf(color);
  const [definition, fill] = gradient(paint.light, paint.dark, true);
  return type === 'Desktop'
    ? [
        definition,
        shadow(100, 132, 34),
        box(70, 26, 60, 104, 6, fill, { stroke: paint.edge, 'stroke-width': 0.9 }),
        [0, 1, 2, 3, 4, 5].map((row) => line(`M80 ${44 + row * 8}h40`, paint.dark, 2, { opacity: 0.55 })),
        circle(100, 118, 2.2, '#8fd0e8'),
      ]
    : [
        definition,
        shadow(100, 121, 50),
        box(54, 38, 92, 80, 9, fill, { stroke: paint.edge, 'stroke-width': 0.9 }),
        line('M64 96l62 -46M64 106l72 -54', paint.accent, 1.4, { opacity: 0.4 }),
        box(90, 116, 20, 4, 2, paint.dark),
        circle(134, 106, 2, '#8fd0e8'),
      ];
}

function tower({ color, type = '', side_panel: side }) {
  const paint = paintOf(color);
  const height = /Full/.test(type) ? 118 : /Mini ITX|Mini Tower/.test(type) ? 88 : 106;
  const top = 134 - height;
  const glass = /Glass|Acrylic/.test(side ?? '');
  const [definition, fill] = gradient(paint.light, paint.body);
  const [pane, tint] = gradient('#5b6b78', '#232a31', true);
  const fans = [0, 1, 2].filter((i) => 18 + i * 30 < height - 14);
  return [
    definition,
    pane,
    shadow(100, 136, 50),
    box(54, top, 92, height, 5, fill, { stroke: paint.edge, 'stroke-width': 0.9 }),
    glass
      ? box(60, top + 6, 56, height - 18, 3, tint, { stroke: paint.dark })
      : box(60, top + 6, 56, height - 18, 3, paint.dark, { opacity: 0.55 }),
    glass
      ? [
          box(66, top + 14, 34, 26, 2, '#2f3941'),
          box(66, top + 48, 44, 8, 2, '#414d57'),
          line(`M64 ${top + height - 20}L106 ${top + 8}`, '#fff', 5, { opacity: 0.09 }),
        ]
      : null,
    fans.map((i) =>
      circle(131, top + 20 + i * 30, 11, shade(paint.body, -0.45), {
        stroke: paint.accent,
        'stroke-width': 1.1,
      }),
    ),
    fans.map((i) => circle(131, top + 20 + i * 30, 3, paint.edge)),
  ];
}

const drawings = {
  monitor,
  keyboard,
  mouse,
  headphones,
  speakers,
  webcam,
  'external-hard-drive': drive,
  case: tower,
};

/** The picture is decorative: the text beside it holds all information. */
export const pictureOf = ({ category, attributes }) =>
  svg(
    'svg',
    { viewBox: '0 0 200 150', class: 'picture', 'aria-hidden': 'true' },
    drawings[category](attributes).flat(3),
  );
