import { randomUUID } from 'node:crypto'
import { isPictureFile, PICTURE, pictureProblem } from '@satchel/extension-sdk/pictures/picture'
import { MAX_PICTURES_LENGTH } from '@satchel/extensions/tpos/price-sale'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { firstOf, textOf, toBool, toJson, toList, toNumber, toObject, toText, type Value } from '../reading/values.ts'
import { groupByItem, type OpenInvoice } from './open-invoices.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { orNone, toCurrency, toInt, toMoney } from './parts.ts'

export async function importTpos(items: Items): Promise<void> {
  const open = groupByItem(items.openInvoices('tpos'), 'tpos_id')
  for await (const row of items.rows('pos')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['name'])
    if (wallet === undefined) continue
    const currency = toCurrency(items, row['currency'], id)
    const between = toInt(firstOf(row, 'withdraw_between', 'withdrawbtwn'))
    const inSeconds = toText(firstOf(row, 'withdraw_time_option', 'withdrawtimeopt')) === 'secs'
    const limit = toInt(firstOf(row, 'withdraw_limit', 'withdrawlimit'))
    if (limit > 0) items.change('withdraw_limit is for a day here, and was for ever in LNbits', id)
    if (toBool(row['lnaddress'])) {
      const kept = `${toInt(row['lnaddress_cut'])} percent stayed with the till`
      items.change(`customers could name a Lightning address to share in the takings (${kept}); not here`, id)
    }
    const values = {
      name: toText(row['name']),
      currency,
      tip_options: tipsOf(row['tip_options']),
      tip_wallet: tipWalletOf(items, row, wallet),
      tax_inclusive: toBool(row['tax_inclusive'], true),
      tax_default: toNumber(row['tax_default']) ?? 0,
      items: productsOf(items, row['items'], { currency, id }),
      business_name: orNone(row['business_name']),
      business_address: orNone(row['business_address']),
      vat_id: orNone(row['business_vat_id']),
      receipt: toBool(row['enable_receipt_print']),
      withdraw_limit: limit > 0 ? limit : undefined,
      withdraw_between: inSeconds ? Math.ceil(between / 60) : between,
      withdraw_premium: toNumber(firstOf(row, 'withdraw_premium', 'withdrawpremium')) ?? 0,
    }
    if (!items.put('items', { id, wallet, values, at: undefined })) continue
    for (const invoice of open.get(id) ?? []) followSale(items, { id, wallet }, invoice)
  }
}

/** A sale that a customer may still pay. LNbits counts it in satoshis. */
function followSale(items: Items, till: { readonly id: string; readonly wallet: OwnWallet }, invoice: OpenInvoice) {
  const { hash, sat, memo, extra } = invoice
  // Cash and cards: no satoshi comes.
  if (extra['paid_in_fiat'] === true || !items.follow(invoice, till)) return
  if (orNone(extra['lnaddress'] as Value) !== undefined)
    items.change('open sales that the customer shares in: the till keeps all of them', till.id)
  const tip = Math.min(Math.max(toInt(extra['tip_amount'] as Value), 0), sat)
  const values = {
    item: till.id,
    payment_hash: hash,
    state: 'pending',
    currency: 'sat',
    amount: sat - tip,
    tip_amount: tip,
    tax: 0,
    total: sat,
    sats: sat,
    memo: memo.slice(0, 200),
    lines: [],
  }
  items.put('sales', { id: randomUUID(), wallet: till.wallet, values, at: undefined })
}

/** Another wallet of the same account. */
function tipWalletOf(items: Items, row: ForeignRow, wallet: OwnWallet): string | undefined {
  if (orNone(row['tip_wallet']) === undefined) return undefined
  const tips = items.walletOf(row['tip_wallet'])
  if (tips !== undefined && tips.userId === wallet.userId && tips.id !== wallet.id) return tips.id
  if (tips?.id !== wallet.id) {
    const why = "tips went to a wallet that is deleted, or another account's: they stay in the wallet of the till"
    items.change(why, toText(row['id']))
  }
  return undefined
}

/** Percentages alone: LNbits offers to round up, too. */
const tipsOf = (value: Value): number[] =>
  toList(toJson(value))
    .filter((one) => typeof one === 'number' || (typeof one === 'string' && one.trim() !== ''))
    .map((one) => Number(one))
    .filter((one) => Number.isInteger(one) && one >= 0 && one <= 100)
    .slice(0, 8)

/** No two products of a till have the same title here. */
function productsOf(
  items: Items,
  value: Value,
  { currency, id }: { readonly currency: string; readonly id: string },
): Record<string, unknown>[] {
  const titles = new Set<string>()
  let left = MAX_PICTURES_LENGTH
  const json = toJson(value)
  if (!Array.isArray(json) && orNone(value) !== undefined) items.change('its products cannot be read: it has none', id)
  return toList(json).flatMap((one) => {
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
      .slice(0, MAX_CATEGORIES)
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

const MAX_CATEGORIES = 8

/** In the form of tills: files that are small and of the declared type, and URLs that a page may show. */
function pictureOf(value: string, left: number): string | undefined {
  if (isPictureFile(value)) return value.length <= left && pictureProblem(value) === undefined ? value : undefined
  return value.startsWith('https://') && PICTURE_FORM.test(value) ? value : undefined
}

const PICTURE_FORM = new RegExp(PICTURE.pattern, 'u')
