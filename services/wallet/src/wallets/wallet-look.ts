/** Icons and colours for wallets; the web app draws them in its own style. */
export const WALLET_ICONS = [
  'bolt',
  'car',
  'coins',
  'cup',
  'gift',
  'heart',
  'home',
  'music',
  'people',
  'plane',
  'school',
  'shop',
  'star',
  'tools',
  'wallet',
] as const

export const WALLET_COLORS = ['blue', 'brown', 'green', 'grey', 'orange', 'pink', 'purple', 'red'] as const

/** A wallet's appearance in lists; choices that its owner has not made are absent. */
export interface WalletLook {
  readonly icon?: (typeof WALLET_ICONS)[number]
  readonly color?: (typeof WALLET_COLORS)[number]
  /** From 0; wallets without one follow, oldest first. */
  readonly position?: number
  /** Currency in which its balance is shown. */
  readonly currency?: string
}

export interface LookRow {
  readonly icon: string | null
  readonly color: string | null
  readonly position: bigint | null
  readonly currency: string | null
}

export const LOOK_COLUMNS = 'icon, color, position, currency'

export const toLook = ({ icon, color, position, currency }: LookRow): WalletLook => ({
  ...(icon !== null && { icon: icon as NonNullable<WalletLook['icon']> }),
  ...(color !== null && { color: color as NonNullable<WalletLook['color']> }),
  ...(position !== null && { position: Number(position) }),
  ...(currency !== null && { currency }),
})
