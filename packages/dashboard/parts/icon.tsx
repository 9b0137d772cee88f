/** Strokes on a grid of 24, drawn for this dashboard. */
const drawings = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  check: 'M5 13l4.5 4.5L19 7',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  external: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.5 15.5 20 20',
  key: 'M8.5 10.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM11.8 12.2 20 4M16 8l3 3',
  chart: 'M5 20V11M12 20V4M19 20v-6',
  people:
    'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM3 19.5c.5-3.3 2.900-5 6-5s5.500 1.700 6 5M15.500 5.300a3.200 3.200 0 0 1 0 5.800M17.500 14.900c2 .6 3.200 2.200 3.500 4.600',
  person:
    'M12 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM5 20c.6-3.600 3.300-5.500 7-5.500s6.400 1.900 7 5.500',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400zM9 14.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400z',
  grade: 'M5 4h14v16H5zM9 15.500 12 8l3 7.500M10 13h4',
  verify: 'M5 4h6v16H5zM13 9h6v11h-6M7.500 12.500 8.500 14 10 11',
  monitor: 'M4 19h16M4 15l5-5 4 3 7-8',
  catalogue: 'M4 7l8-4 8 4v10l-8 4-8-4zM4 7l8 4 8-4M12 11v10',
  session:
    'M12 6C7 6 4 12 4 12s3 6 8 6 8-6 8-6-3-6-8-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  outcome: 'M6 7h14l-2 8H8zM6 7 5 4H3M9.500 18.500h.01M16.500 18.500h.01',
  learn:
    'M2.500 9.500 12 5l9.500 4.500L12 14zM6.500 11.500V16c2.600 2.600 8.400 2.600 11 0v-4.500M21.500 9.500v5',
  test: 'M12 3l8 3v6c0 4.500-3.200 7.500-8 9-4.800-1.500-8-4.500-8-9V6zM8.500 12l2.500 2.500 4.500-5',
  book: 'M5 5c3-1 5-.6 7 1 2-1.600 4-2 7-1v13c-3-1-5-.6-7 1-2-1.600-4-2-7-1zM12 6v13',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  shop: 'M5 10v10h14V10M4 5h16l1 5H3zM10 20v-5h4v5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  moon: 'M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 20V9M7 13l5-5 5 5M5 4h14',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5.500M13.500 11v5.500',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h4',
  refresh: 'M19 5v5h-5M19 10a7.500 7.500 0 1 0 .5 4.500',
  filter: 'M4 6h16M7 12h10M10 18h4',
  sort: 'M8 5v14M5 16l3 3 3-3M16 19V5M13 8l3-3 3 3',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  leave: 'M14 5H6v14h8M11 12h9M16.500 8.500 20 12l-3.500 3.500',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11v5M12 8h.01',
  warning: 'M12 4 3 19.500h18zM12 10v4.500M12 17h.01',
  error: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v5M12 16h.01',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.500l3 2',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  star: 'M12 4l2.400 5.100 5.600.7-4.100 3.800 1.100 5.500-5-2.800-5 2.800 1.100-5.500L4 9.800l5.600-.7z',
  eye: 'M12 6C7 6 4 12 4 12s3 6 8 6 8-6 8-6-3-6-8-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  hidden:
    'M5 5l14 14M9 6.600A8 8 0 0 1 12 6c5 0 8 6 8 6a14 14 0 0 1-2.500 3.300M6.500 8.500A13 13 0 0 0 4 12s3 6 8 6a8 8 0 0 0 3.500-.8',
  grid: 'M4 4h16v16H4zM4 10h16M4 15h16M10 4v16',
  compare: 'M4 5h6v14H4zM14 5h6v14h-6z',
  print: 'M7 9V4h10v5M7 16H4V9h16v7h-3M7 13h10v7H7z',
} as const;

export type IconName = keyof typeof drawings;

/** A picture beside words; it says nothing by itself, so screen readers pass over it. */
export function Icon({ name, small = false }: { readonly name: IconName; readonly small?: boolean }) {
  return (
    <svg
      class={['icon', small && 'small', name === 'more' && 'dots'].filter(Boolean).join(' ')}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
