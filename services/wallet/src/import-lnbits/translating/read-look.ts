import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { WALLET_COLORS, type WalletLook } from '../../wallets/wallet-look.ts'
import { textOf, toBool, toJson, toObject, toText } from '../reading/values.ts'

/** The appearance of a wallet of LNbits. Pinned ones come first here, in the order of creation. */
export function readLook(row: ForeignRow, seq: number): WalletLook {
  const { pinned, ...extra } = toObject(toJson(row['extra']))
  const [icon, currency] = [ICONS[textOf(extra['icon'])], toText(row['currency'])]
  const color = WALLET_COLORS.find((one) => one === textOf(extra['color']))
  return {
    ...(icon !== undefined && { icon }),
    ...(color !== undefined && { color }),
    ...((pinned === true || toBool(textOf(pinned))) && { position: seq }),
    // USD is LNbits' default.
    ...(/^[A-Z]{3}$/.test(currency) && currency !== 'USD' && { currency }),
  }
}

/** Names of Material icons that LNbits offers. */
const ICONS: Readonly<Record<string, NonNullable<WalletLook['icon']>>> = {
  attach_money: 'coins',
  bolt: 'bolt',
  construction: 'tools',
  directions_car: 'car',
  favorite: 'heart',
  flash_on: 'bolt',
  flight: 'plane',
  group: 'people',
  home: 'home',
  lunch_dining: 'cup',
  music_note: 'music',
  paid: 'coins',
  savings: 'coins',
  school: 'school',
  shopping_bag: 'shop',
  shopping_cart: 'shop',
  star: 'star',
  store: 'shop',
}
