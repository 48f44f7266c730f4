import type { ICON_PATHS } from './icon-paths.ts'

/** Categories of extensions, in display order. */
export const CATEGORIES = ['receive', 'shop', 'pay', 'connect', 'device', 'identity', 'automate'] as const
export type Category = (typeof CATEGORIES)[number]

const ICONS: Readonly<Record<Category, keyof typeof ICON_PATHS>> = {
  receive: 'receive',
  shop: 'wallet',
  pay: 'send',
  connect: 'share',
  device: 'device',
  identity: 'person',
  automate: 'clock',
}

/** The icon of a category; a publisher may omit the category. */
export const categoryIcon = (category: string | null | undefined): keyof typeof ICON_PATHS =>
  ICONS[category as Category] ?? 'apps'
