import { textOf, toBool, toJson, toList, toObject, toSeconds, toText, type Value } from '../reading/values.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { isKnown, orNone, toCurrency, toInt, toMoney } from './parts.ts'

interface Switch {
  readonly pin: number
  readonly amount: number
  readonly duration: number
  readonly comment: boolean
  readonly variable: boolean
  readonly label?: string
}

interface KnownDevice {
  readonly wallet: OwnWallet
  readonly currency: string
  readonly password: string | undefined
  readonly switches: readonly Switch[]
}

const MAX_MS = 3_600_000

export async function importBitcoinswitch(items: Items): Promise<void> {
  const devices = new Map<string, KnownDevice>()
  for await (const row of items.rows('switch')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['title'])
    if (wallet === undefined) continue
    const currency = toCurrency(items, row['currency'], id)
    const switches = switchesOf(items, row['switches'], { currency, id })
    const password = orNone(row['password'])
    const values = {
      title: toText(row['title']),
      currency,
      switches,
      password,
      disabled: toBool(row['disabled']) || !isKnown(currency),
      require_device: true,
      // Devices of LNbits know no token.
      open_socket: true,
      disposable: toBool(row['disposable'], true),
    }
    const device = { id, wallet, values, at: toSeconds(row['created_at']) }
    if (items.put('items', device)) devices.set(id, { wallet, currency, password, switches })
  }
  for await (const row of items.rows('payment')) followPulse(items, devices, row)
}

function switchesOf(
  items: Items,
  value: Value,
  { currency, id }: { readonly currency: string; readonly id: string },
): Switch[] {
  const pins = new Set<number>()
  return toList(toJson(value)).flatMap((one) => {
    const { pin, amount, duration, comment, variable, label } = toObject(one)
    const number = toInt(pin as Value)
    if (pins.has(number) || number < 0 || number > 255) {
      items.change('a switch without a pin of its own is left out', id)
      return []
    }
    pins.add(number)
    const text = orNone(label as Value)
    const price = toMoney(amount as Value, currency)
    const [least, pulse] = [currency === 'sat' ? 1 : 0.01, toInt(duration as Value)]
    const kept = { amount: Math.max(price, least), duration: Math.min(Math.max(pulse, 1), MAX_MS) }
    if (kept.amount !== price)
      items.change('a switch that cost nothing costs the least there is', `${id}, pin ${number}`)
    if (kept.duration !== pulse) items.change('a pulse lasts from 1 ms to an hour here', `${id}, pin ${number}`)
    return [
      {
        pin: number,
        ...kept,
        comment: comment === true,
        variable: variable === true,
        ...(text !== undefined && { label: text.slice(0, 64) }),
      },
    ]
  })
}

/** A pulse that can still be paid. */
function followPulse(
  items: Items,
  devices: ReadonlyMap<string, KnownDevice>,
  row: Readonly<Record<string, Value>>,
): void {
  const id = toText(row['bitcoinswitch_id'])
  const device = devices.get(id)
  const one = device?.switches.find(({ pin }) => pin === toInt(row['pin']))
  const invoice = items.openInvoice(toText(row['payment_hash']))
  if (device === undefined || one === undefined || invoice === undefined) return
  const words = textOf(invoice.extra['comment'])
  // As in LNbits, nothing is switched without the whole password.
  if (device.password !== undefined && words !== device.password) return
  const comment = one.comment && device.password === undefined ? words.slice(0, 255) : ''
  items.follow(invoice, {
    id,
    wallet: device.wallet,
    data: { pin: one.pin, duration: durationOf(device, one, invoice.sat), comment },
  })
}

/** The price of a switch in another currency, when the invoice was made, is not known: that is one pulse. */
function durationOf({ currency }: KnownDevice, { amount, duration, variable }: Switch, sat: number): number {
  if (!variable || currency !== 'sat') return duration
  return Math.min(Math.max(Math.round((sat / amount) * duration), 1), MAX_MS)
}
