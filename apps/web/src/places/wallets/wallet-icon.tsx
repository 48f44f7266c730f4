import type { Wallet } from '@satchel/client/operations'
import { t } from '../../language/language.ts'
import { LineIcon } from '../../parts/icon.tsx'
import { ICON_PATHS } from '../../parts/icons/icon-paths.ts'

export type WalletIconName = NonNullable<Wallet['icon']>
export type WalletColor = NonNullable<Wallet['color']>

/** Paths on a 24 × 24 grid. */
const PATHS: Readonly<Record<WalletIconName, string>> = {
  bolt: ICON_PATHS.bolt,
  car: 'M5 12l1.500-5h11L19 12M4 12h16v5H4zM6.500 17v2M17.500 17v2M7 14.500h.01M17 14.500h.01',
  coins:
    'M12 10c4 0 6-1.300 6-2.700S16 4.500 12 4.500 6 5.800 6 7.300 8 10 12 10M6 7.300v9c0 1.500 2 2.700 6 2.700s6-1.200 6-2.700v-9M6 12c0 1.500 2 2.700 6 2.700s6-1.200 6-2.700',
  cup: 'M5 8h11v6a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 10h1.500a2.500 2.500 0 0 1 0 5H16M8.500 5V3.500M12.500 5V3.500',
  gift: 'M4 9h16v4H4zM5.500 13v7h13v-7M12 9v11M12 9C9 9 7.500 8 7.500 6.500S9.500 4 12 9c2.500-5 4.500-4 4.500-2.500S15 9 12 9',
  heart: 'M12 20C5 15 3.500 11.500 3.500 9A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 8.500 2c0 2.500-1.500 6-8.500 11',
  home: ICON_PATHS.home,
  music:
    'M9 18V6l10-2v11.500M9 18a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0M19 15.500a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0',
  people: ICON_PATHS.people,
  plane:
    'M12 3c1 0 1.500 1 1.500 2.500V9l7 4.500V16l-7-2v4l2 1.500V21L12 20l-3.500 1v-1.500l2-1.500v-4l-7 2v-2.500l7-4.500V5.500C10.500 4 11 3 12 3',
  school:
    'M12 5 2.500 9.500 12 14l9.500-4.500zM6.500 11.500V16c1.500 1.700 3.300 2.500 5.500 2.500s4-.8 5.500-2.500v-4.500M21.500 9.500V15',
  shop: 'M5 10v10h14V10M3.500 9 5 4h14l1.500 5a3 3 0 0 1-5.600 1 3 3 0 0 1-5.800 0 3 3 0 0 1-5.600-1M10 20v-5h4v5',
  star: 'M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900L3.500 9.700l5.900-.8z',
  tools:
    'M14.500 6.500a4 4 0 0 1 5-1.500L17 7.500l.5 2 2 .5L22 7.500a4 4 0 0 1-5.500 4.500L8 20.500 4.500 17 13 8.500a4 4 0 0 1 1.500-2',
  wallet: ICON_PATHS.wallet,
}

/** The icon and colour that the owner chose; decorative beside the name. */
export const WalletIcon = ({ icon = 'wallet', color }: Pick<Wallet, 'icon' | 'color'>) => (
  <LineIcon path={PATHS[icon]} look={color && `wallet-${color}`} />
)

export const ICON_NAMES: Readonly<Record<WalletIconName, () => string>> = {
  wallet: () => t('look.icon-wallet'),
  home: () => t('look.icon-home'),
  shop: () => t('look.icon-shop'),
  coins: () => t('look.icon-coins'),
  people: () => t('look.icon-people'),
  cup: () => t('look.icon-cup'),
  gift: () => t('look.icon-gift'),
  heart: () => t('look.icon-heart'),
  star: () => t('look.icon-star'),
  bolt: () => t('look.icon-bolt'),
  car: () => t('look.icon-car'),
  plane: () => t('look.icon-plane'),
  school: () => t('look.icon-school'),
  music: () => t('look.icon-music'),
  tools: () => t('look.icon-tools'),
}

export const COLOR_NAMES: Readonly<Record<WalletColor, () => string>> = {
  blue: () => t('look.color-blue'),
  green: () => t('look.color-green'),
  orange: () => t('look.color-orange'),
  red: () => t('look.color-red'),
  pink: () => t('look.color-pink'),
  purple: () => t('look.color-purple'),
  brown: () => t('look.color-brown'),
  grey: () => t('look.color-grey'),
}
