import { hash as digestOf, randomBytes, randomUUID } from 'node:crypto'
import { FIELDS as PRODUCT } from '@satchel/extensions/offlineshop/fields'
import { textOf, toBool, toJson, toObject, toSeconds, toText, type Value } from '../reading/values.ts'
import { groupByItem } from './open-invoices.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { headersOf, isKnown, orNone, toCurrency, toMoney } from './parts.ts'

export async function importPaywall(items: Items): Promise<void> {
  const open = groupByItem(items.openInvoices('paywall'), 'id')
  for await (const row of items.rows('paywalls')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['memo'])
    const extras = toObject(toJson(row['extras']))
    const file = toObject(extras['file_config'])
    const isFile = extras['type'] === 'file'
    const url = isFile ? textOf(file['url']) : toText(row['url'])
    if (wallet === undefined) continue
    if (url.startsWith('http://')) items.change('it sells an address without https: check that it still works', id)
    const currency = toCurrency(items, row['currency'], id)
    const bought = items.staged.all<{ id: string; hash: string; amount: number; preimage: string | null; at: number }>(
      `SELECT id, hash, amount, preimage, updated AS at FROM payments WHERE dir = 'in' AND tag = 'paywall' AND status = 'success'
       AND known = 1 AND wallet = ? AND json_extract(extra, '$.id') = ?`,
      [wallet.id, id],
    )
    const values = {
      memo: toText(row['memo']),
      description: orNone(row['description']),
      amount: toMoney(row['amount'], currency),
      currency,
      remembers: toBool(row['remembers']),
      url,
      kind: isFile ? 'file' : 'url',
      release: isFile,
      file_headers: isFile ? headersOf(items, file['headers'] ?? undefined, id) : undefined,
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
    for (const invoice of open.get(id) ?? []) {
      // Its buyer has the hash and no other proof, as with every sale of LNbits.
      const claim = digestOf('sha256', randomBytes(32), 'hex')
      items.follow(invoice, { id, wallet, data: { claim, isPreimagePublic: false, opensByHash: true } })
    }
  }
}

export async function importOfflineshop(items: Items): Promise<void> {
  const shops = new Map<string, OwnWallet>()
  const open = groupByItem(items.openInvoices('offlineshop'), 'item')
  for await (const row of items.rows('shops')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id)
    if (wallet === undefined) continue
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
      items.leave('its shop is gone, or stays behind', `${toText(row['name'])} (${id})`)
      continue
    }
    const currency = toCurrency(items, row['unit'], id)
    const name = toText(row['name'])
    const price = toMoney(row['price'], currency)
    const values = {
      name,
      description: orNone(row['description']),
      image: fileOf(items, row['image'], id),
      price,
      currency,
      enabled: toBool(row['enabled']) && isKnown(currency),
    }
    if (!items.put('items', { id, wallet, values, at: undefined })) continue
    for (const invoice of open.get(id) ?? []) {
      // No payer has the token: LNbits showed the word by the hash, and forgot it at its next start.
      const token = randomBytes(32).toString('hex')
      if (items.follow(invoice, { id, wallet, data: { name, price, currency, token } }))
        items.change('open sales: the list of sales has the word, the page of the buyer is gone', id)
    }
  }
}

/** A longer one would be cut, and then be no picture any more. */
function fileOf(items: Items, value: Value, id: string): string | undefined {
  const image = orNone(value)
  if (image === undefined || image.length <= PRODUCT.image.max) return image
  items.change('pictures of more than 100 kB are left out: choose them again', id)
  return undefined
}
