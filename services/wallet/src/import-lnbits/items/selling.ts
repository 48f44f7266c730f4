import { hash as digestOf, randomBytes, randomUUID } from 'node:crypto'
import { isPictureFile, PICTURE, pictureProblem } from '@satchel/extension-sdk/pictures/picture'
import { FIELDS as PRODUCT } from '@satchel/extensions/offlineshop/fields'
import { MAX_PICTURES_LENGTH } from '@satchel/extensions/tpos/price-sale'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import {
  textOf,
  firstOf,
  toBool,
  toInteger,
  toJson,
  toList,
  toNumber,
  toObject,
  toSeconds,
  toText,
  type Value,
} from '../reading/values.ts'
import type { Items } from './open-items.ts'
import { isoTime, orNone, toCurrency, toMoney } from './parts.ts'

const int = (value: Value): number => Number(toInteger(value) ?? 0n)

export async function importTpos(items: Items): Promise<void> {
  for await (const row of items.rows('pos')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    const currency = toCurrency(row['currency'])
    const tips = items.walletOf(row['tip_wallet'])
    if (toBool(row['lnaddress']))
      items.change('customers could name a Lightning address to share in the takings; not here', id)
    const between = int(firstOf(row, 'withdraw_between', 'withdrawbtwn'))
    const inSeconds = toText(firstOf(row, 'withdraw_time_option', 'withdrawtimeopt')) === 'secs'
    const limit = int(firstOf(row, 'withdraw_limit', 'withdrawlimit'))
    if (limit > 0) items.change('withdraw_limit is for a day here, and was for ever in LNbits', id)
    const values = {
      name: toText(row['name']),
      currency,
      tip_options: tipsOf(row['tip_options']),
      tip_wallet: tips !== undefined && tips.userId === wallet.userId && tips.id !== wallet.id ? tips.id : undefined,
      tax_inclusive:
        row['tax_inclusive'] === undefined || row['tax_inclusive'] === null || toBool(row['tax_inclusive']),
      tax_default: toNumber(row['tax_default']) ?? 0,
      items: productsOf(items, row['items'], currency),
      business_name: orNone(row['business_name']),
      business_address: orNone(row['business_address']),
      vat_id: orNone(row['business_vat_id']),
      receipt: toBool(row['enable_receipt_print']),
      withdraw_limit: limit > 0 ? limit : undefined,
      withdraw_between: inSeconds ? Math.ceil(between / 60) : between,
      withdraw_premium: toNumber(firstOf(row, 'withdraw_premium', 'withdrawpremium')) ?? 0,
    }
    items.put('items', { id, wallet, values, at: undefined })
  }
}

const tipsOf = (value: Value): number[] =>
  toList(toJson(value))
    .map((one) => Number(one))
    .filter((one) => Number.isInteger(one) && one >= 0 && one <= 100)
    .slice(0, 8)

/** No two products of a till have the same title here. */
function productsOf(items: Items, value: Value, currency: string): Record<string, unknown>[] {
  const titles = new Set<string>()
  let left = MAX_PICTURES_LENGTH
  return toList(toJson(value)).flatMap((one) => {
    const product = toObject(one)
    let title = textOf(product['title']).slice(0, 110) || 'Item'
    for (let number = 2; titles.has(title.toLowerCase()); number += 1) {
      title = `${title.replace(/ \(\d+\)$/, '')} (${number})`
    }
    titles.add(title.toLowerCase())
    const given = orNone(product['image'] as Value)
    const image = given === undefined ? undefined : pictureOf(given, left)
    if (given !== undefined && image === undefined) {
      items.change(
        'pictures of products that are at no https address, or are no small PNG, JPEG, GIF or WebP, are left out: choose them again',
        title,
      )
    }
    if (image !== undefined && isPictureFile(image)) left -= image.length
    const tax = toNumber(product['tax'] as Value)
    const description = orNone(product['description'] as Value)?.slice(0, 500)
    const categories = toList(product['categories'])
      .map((name) => toText(String(name)).slice(0, 40))
      .slice(0, 10)
    return [
      {
        title,
        price: toMoney(product['price'] as Value, currency),
        disabled: product['disabled'] === true,
        ...(tax === undefined ? {} : { tax }),
        ...(image === undefined ? {} : { image }),
        ...(description === undefined ? {} : { description }),
        ...(categories.length === 0 ? {} : { categories }),
      },
    ]
  })
}

/** As tills take them: files that are small enough and what they say they are, and addresses that a page may show. */
function pictureOf(value: string, left: number): string | undefined {
  if (isPictureFile(value)) return value.length <= left && pictureProblem(value) === undefined ? value : undefined
  return value.startsWith('https://') && PICTURE_FORM.test(value) ? value : undefined
}

const PICTURE_FORM = new RegExp(PICTURE.pattern, 'u')

export async function importPaywall(items: Items): Promise<void> {
  for await (const row of items.rows('paywalls')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    const extras = toObject(toJson(row['extras']))
    const file = toObject(extras['file_config'])
    const isFile = extras['type'] === 'file'
    const url = isFile ? textOf(file['url']) : toText(row['url'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    if (url.startsWith('http://')) items.change('it sells an address without https: check that it still works', id)
    const currency = toCurrency(row['currency'])
    const bought = items.staged.all<{ id: string; hash: string; amount: number; preimage: string | null; at: number }>(
      `SELECT id, hash, amount, preimage, updated AS at FROM payments WHERE dir = 'in' AND tag = 'paywall' AND status = 'success'
       AND known = 1 AND json_extract(extra, '$.id') = ?`,
      [id],
    )
    const headers = toObject(file['headers'])
    const values = {
      memo: toText(row['memo']),
      description: orNone(row['description']),
      amount: toMoney(row['amount'], currency),
      currency,
      remembers: toBool(row['remembers']),
      url,
      kind: isFile ? 'file' : 'url',
      release: isFile,
      file_headers: isFile && Object.keys(headers).length > 0 ? headers : undefined,
      sold: bought.length,
      earned: bought.reduce((sum, { amount }) => sum + Math.floor(amount / 1000), 0),
    }
    if (!items.put('items', { id, wallet, values, at: toSeconds(row['time']) })) continue
    for (const { hash, preimage, at } of bought) {
      const purchase = {
        item: id,
        payment_hash: hash,
        claim: digestOf('sha256', randomBytes(32), 'hex'),
        preimage: preimage ?? randomBytes(32).toString('hex'),
        secret: randomBytes(32).toString('hex'),
        until: 0,
        max_downloads: 10,
        downloads: 0,
      }
      items.put('purchases', { id: randomUUID(), wallet, values: purchase, at })
    }
  }
}

export async function importOfflineshop(items: Items): Promise<void> {
  const shops = new Map<string, NonNullable<ReturnType<Items['walletOf']>>>()
  for await (const row of items.rows('shops')) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    shops.set(id, wallet)
    const method = toText(row['method']) === 'totp' ? 'totp' : 'wordlist'
    const words = toText(row['wordlist'])
      .split('\n')
      .map((word) => word.trim().slice(0, 64))
      .filter((word) => word !== '')
    const values = {
      shop: 'shop',
      method,
      next: 0,
      words: words.length >= 2 ? words.slice(0, 1000) : undefined,
      totp_secret: method === 'totp' ? digestOf('sha256', `otpkey${id}${wallet.id}`, 'hex') : undefined,
    }
    if (items.put('shops', { id: randomUUID(), wallet, values, at: undefined }) && method === 'totp') {
      items.change('the secret of the authenticator app follows from two ids: reset it when you can', id)
    }
  }
  for await (const row of items.rows('items')) {
    const id = toText(row['id'])
    const wallet = shops.get(toText(row['shop']))
    if (wallet === undefined) {
      items.leave('its shop is gone', id)
      continue
    }
    const currency = toCurrency(row['unit'])
    const values = {
      name: toText(row['name']),
      description: orNone(row['description']),
      image: fileOf(items, row['image'], id),
      price: toMoney(row['price'], currency),
      currency,
      enabled: toBool(row['enabled']),
    }
    items.put('items', { id, wallet, values, at: undefined })
  }
}

export async function importInvoices(items: Items): Promise<void> {
  const lines = await groupBy(items, 'invoice_items')
  const payments = await groupBy(items, 'payments')
  const rows: ForeignRow[] = []
  for await (const row of items.rows('invoices')) rows.push(row)
  const numbers = new Map<string, number>()
  for (const row of rows.toSorted((one, other) => (toSeconds(one['time']) ?? 0) - (toSeconds(other['time']) ?? 0))) {
    const id = toText(row['id'])
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    const at = toSeconds(row['time']) ?? items.now
    const series = `${wallet.id} ${isoTime(at).slice(0, 4)}`
    const number = (numbers.get(series) ?? 0) + 1
    const bill = (lines.get(id) ?? []).map((line) => ({
      description: toText(line['description']).slice(0, 200) || '-',
      quantity: Math.max(int(line['quantity']), 1),
      // Hundredths of every currency.
      amount: int(line['amount']) / 100,
    }))
    const paid = (payments.get(id) ?? []).map((one) => paymentOf(items, id, one))
    const status = toText(row['status'])
    const values = {
      status,
      currency: toCurrency(row['currency']),
      number: `${isoTime(at).slice(0, 4)}-${String(number).padStart(4, '0')}`,
      company_name: orNone(row['company_name']),
      first_name: orNone(row['first_name']),
      last_name: orNone(row['last_name']),
      email: orNone(row['email']),
      phone: orNone(row['phone']),
      address: orNone(row['address']),
      items: bill.slice(0, 100),
      total: roundedSum(bill.map(({ amount, quantity }) => amount * quantity)),
      paid_total: roundedSum(paid.map(({ amount }) => amount)),
      payments: paid,
    }
    if (items.put('items', { id, wallet, values, at })) numbers.set(series, number)
  }
  for (const [series, last] of numbers) {
    const [walletId = '', year] = series.split(' ')
    const wallet = items.walletOf(walletId)
    if (wallet !== undefined) items.put('series', { id: randomUUID(), wallet, values: { year, last }, at: undefined })
  }
}

const roundedSum = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, number) => sum + number, 0) * 100) / 100

async function groupBy(items: Items, table: string): Promise<Map<string, ForeignRow[]>> {
  const groups = new Map<string, ForeignRow[]>()
  for await (const row of items.rows(table)) {
    const id = toText(row['invoice_id'])
    groups.set(id, [...(groups.get(id) ?? []), row])
  }
  return groups
}

function paymentOf(items: Items, invoiceId: string, row: ForeignRow) {
  const time = toSeconds(row['time']) ?? items.now
  const found = items.staged.first<{ hash: string; amount: number }>(
    `SELECT hash, amount FROM payments WHERE dir = 'in' AND tag = 'invoices' AND status = 'success'
     AND json_extract(extra, '$.invoice_id') = ? ORDER BY abs(updated - ?) LIMIT 1`,
    [invoiceId, time],
  )
  return {
    amount: int(row['amount']) / 100,
    sats: Math.floor((found?.amount ?? 0) / 1000),
    time: isoTime(time),
    payment_hash: found?.hash ?? '',
  }
}

/** A longer one would be cut, and then be no picture any more. */
function fileOf(items: Items, value: Value, id: string): string | undefined {
  const image = orNone(value)
  if (image === undefined || image.length <= PRODUCT.image.max) return image
  items.change('pictures of more than 100 kB are left out: choose them again', id)
  return undefined
}
