import { ICON_PATHS } from './icon-paths.ts'

/** Icons that an extension may name, on a 24 × 24 grid; those of `ICON_PATHS` as well. */
const APP_ICON_PATHS = {
  'at-sign': 'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M15.5 8.5v5a2.25 2.25 0 0 0 4.5 0V12a8 8 0 1 0-3 6.2',
  book: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5M12 6.5v13',
  calendar: 'M5 6h14v14H5zM5 10.5h14M9 3.5V8M15 3.5V8',
  'call-split': 'M12 20v-6L6 8M12 14l6-6M5.5 12V7.5H10M14 7.5h4.5V12',
  cart: 'M3 4.5h2.5l2.5 11h9.5l2-8H6.5M9.5 19.5h.01M16.5 19.5h.01',
  cash: 'M3.5 7h17v10h-17zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M6.5 10v.01M17.5 14v.01',
  chart: 'M4 20h16M7 20v-7M12 20V6M17 20V10',
  chat: 'M4 5h16v11h-8l-4.5 4v-4H4z',
  'cleaning-services': 'M15 3.5 11.5 10M7 10h8.5l1.5 10.5H4.5zM8.5 20.5l.5-4M12.5 20.5v-4',
  'credit-card': 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3',
  cup: 'M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 10.5h1.5a2.5 2.5 0 0 1 0 5H16M8.5 3.5v2M12.5 3.5v2',
  'device-mobile': 'M7 3h10v18H7zM11 18h2',
  gift: 'M4.5 9h15v3.5h-15zM6 12.5V20h12v-7.5M12 9v11M12 9C9 9 7.5 8 7.5 6.25S10.5 4 12 9c1.5-5 4.5-4.5 4.5-2.75S15 9 12 9',
  heart: 'M12 19.5C6 15 4 12.5 4 9.5a4 4 0 0 1 8-2 4 4 0 0 1 8 2c0 3-2 5.5-8 10',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  mail: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  map: 'M12 21c-4-5-6.5-8-6.5-11a6.5 6.5 0 0 1 13 0c0 3-2.5 6-6.5 11M12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  music: 'M9 18V5.5l10-2V16M6.5 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M16.5 18.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  'plug-connected': 'M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21',
  'point-of-sale': 'M7 4h10v5H7zM12 9v3M5 20l1.5-8h11L19 20zM9.5 15h.01M12 15h.01M14.5 15h.01M9 17.5h6',
  receipt: 'M6 3.5 8 5l2-1.5L12 5l2-1.5L16 5l2-1.5v17L16 19l-2 1.5L12 19l-2 1.5L8 19l-2 1.5zM9 9.5h6M9 13.5h6',
  'receipt-long': 'M6 3.5h8.5l4 4v13H6zM14.5 3.5v4h4M9 12h6.5M9 16h4',
  schedule: 'M12 20.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14M12 10v3.5l2.5 1.5M4 7l3-3M20 7l-3-3',
  star: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  storefront:
    'M4.5 4.5h15l1.5 5a2.25 2.25 0 0 1-4.5 0 2.25 2.25 0 0 1-4.5 0 2.25 2.25 0 0 1-4.5 0A2.25 2.25 0 0 1 3 9.5zM5.5 12.5V20h13v-7.5M10 20v-4.5h4V20',
  ticket: 'M3.5 7h17v3.5a1.5 1.5 0 0 0 0 3V17h-17v-3.5a1.5 1.5 0 0 0 0-3zM14 7v2M14 11v2M14 15v2',
  'toggle-right': 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7M16 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  video: 'M3.5 7h11v10h-11zM14.5 11l6-3.5v9l-6-3.5',
} as const

const PATHS: Readonly<Record<string, string>> = { ...ICON_PATHS, ...APP_ICON_PATHS }

const OF_CATEGORY: Readonly<Record<string, keyof typeof ICON_PATHS>> = {
  receive: 'receive',
  shop: 'wallet',
  pay: 'send',
  connect: 'share',
  device: 'device',
  identity: 'person',
  automate: 'clock',
}

/** The icon that the extension names, else that of its category; `call_split` is `call-split`. */
export function appIconPath(icon: string | null | undefined, category: string | null | undefined): string {
  const name = icon?.replaceAll('_', '-') ?? ''
  return (Object.hasOwn(PATHS, name) ? PATHS[name] : undefined) ?? ICON_PATHS[OF_CATEGORY[category ?? ''] ?? 'apps']
}
