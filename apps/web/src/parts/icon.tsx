import './icon.css'

/** Lines on a grid of 24. */
export const ICON_PATHS = {
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5',
  activity: 'M4 7h10M4 12h16M4 17h7',
  scan: 'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M4 12h16',
  apps: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z',
  more: 'M5 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0M17 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0',
  receive: 'M12 4v13M6 11.5l6 6 6-6M5 21h14',
  send: 'M12 20V7M6 12.5l6-6 6 6M5 3h14',
  wallet: 'M4 8a2 2 0 0 1 2-2h11v3M4 8v9a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V10a1 1 0 0 0-1-1H5M16 14h.01',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20c.6-3.4 3.400-5 7-5s6.400 1.600 7 5',
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M3 19.500c.5-3 2.700-4.500 6-4.500s5.500 1.500 6 4.500M16 5a3.200 3.200 0 0 1 0 6.300M17.500 15c2 .5 3.200 2 3.500 4.500',
  contacts:
    'M6 3.500h13v17H6zM3.500 8H6M3.500 12H6M3.500 16H6M12.500 11.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9.500 17c.3-2 1.400-3 3-3s2.700 1 3 3',
  key: 'M8 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M11.500 12H21v3M17 12v3',
  shield: 'M12 3 5 6v5c0 4.500 3 8 7 10 4-2 7-5.500 7-10V6zM9 12l2 2 4-4',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.500 10 17.500 19 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2',
  warning: 'M12 4 2.500 20h19zM12 10v4.500M12 17.500h.01',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  share: 'M12 15V4M8 7.500 12 4l4 3.500M6 12v8h12v-8',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  'eye-off':
    'M4 4l16 16M9.900 5.800A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a17 17 0 0 1-2.800 3.500M6.300 7.600A16 16 0 0 0 2.500 12s3.500 6.500 9.500 6.500c1.700 0 3.200-.5 4.500-1.200M10 10a3 3 0 0 0 4.200 4.200',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.500 4.500',
  filter: 'M4 6h16M7 12h10M10 18h4',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.01',
  torch: 'M8 4h8v4l-2 3v9h-4v-9L8 8zM8 8h8',
  paste: 'M9 5H6v15h12V5h-3M9 3.500h6v4H9z',
  contactless: 'M6 8.500a8 8 0 0 1 0 7M10 6a13 13 0 0 1 0 12M14 3.500a18 18 0 0 1 0 17',
  swap: 'M7 4v14M4 15l3 3 3-3M17 20V6M14 9l3-3 3 3',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c3 3 3.500 15 0 18M12 3c-3 3-3.500 15 0 18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 2h-15zM10.500 21.500h3',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  backspace: 'M9 6h11v12H9l-5-6zM12.500 10l4 4M16.500 10l-4 4',
  logout: 'M14 5H5v14h9M10 12h10M17 8.500l3.500 3.500-3.500 3.500',
  device: 'M7 3h10v18H7zM11.500 18h1',
} as const

export type IconName = keyof typeof ICON_PATHS

export function Icon({ name, mirrored = false }: { readonly name: IconName; readonly mirrored?: boolean }) {
  return <LineIcon path={ICON_PATHS[name]} look={mirrored ? 'mirrored' : undefined} />
}

interface LineIconProps {
  readonly path: string
  /** A class. */
  readonly look?: string | undefined
}

/** Beside a word it says nothing of its own: hidden from screen readers. */
export function LineIcon({ path, look }: LineIconProps) {
  return (
    <svg class={look === undefined ? 'icon' : `icon ${look}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
