import { randomUUID } from 'node:crypto'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { textOf, toBool, toJson, toList, toNumber, toObject, toSeconds, toText, type Value } from '../reading/values.ts'
import { draftedAt, groupByItem, type OpenInvoice } from './open-invoices.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { toCurrency, toInt, toMoney } from './parts.ts'

const DAY = 86_400
const GRACE_DAYS = 30
/** A name that never expires. */
const FAR = 32_503_680_000

interface KnownDomain {
  readonly wallet: OwnWallet
  readonly values: Record<string, unknown>
  readonly at: number | undefined
  active: number
}

export async function importNostrnip5(items: Items): Promise<void> {
  const domains = new Map<string, KnownDomain>()
  for await (const row of items.rows('domains')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['domain'])
    if (wallet === undefined) continue
    const currency = toCurrency(items, row['currency'], id)
    const extra = toObject(toJson(row['cost_extra']))
    const short = toList(extra['char_count_cost'])
      .map(toObject)
      .flatMap(({ bracket, amount }) => {
        const length = toInt(bracket as Value)
        return length >= 1 && length <= 64 ? [{ max_length: length, amount: toMoney(amount as Value, currency) }] : []
      })
    const promotions = toList(extra['promotions'])
      .map(toObject)
      .flatMap((one) => {
        const code = textOf(one['code']).slice(0, 64)
        const percent = (name: string): number => Math.min(Math.max(toNumber(one[name] as Value) ?? 0, 0), 100)
        return code === '' ? [] : [{ code, buyer_discount_percent: percent('buyer_discount_percent') }]
      })
    if (toList(extra['rank_cost']).length > 0) items.change('prices by rank are left out', id)
    const values = {
      domain: toText(row['domain']).toLowerCase(),
      currency,
      cost: toMoney(row['cost'], currency),
      max_years: Math.max(toInt(extra['max_years'] as Value), 1),
      grace_days: GRACE_DAYS,
      char_count_cost: short.length > 0 ? short : undefined,
      promotions: promotions.length > 0 ? promotions : undefined,
    }
    domains.set(id, { wallet, values, at: toSeconds(row['time']), active: 0 })
  }
  await importAddresses(items, domains)
  for (const [id, { wallet, values, at, active }] of domains) {
    items.put('items', { id, wallet, values: { ...values, address_count: active }, at })
  }
}

async function importAddresses(items: Items, domains: ReadonlyMap<string, KnownDomain>): Promise<void> {
  const open = groupByItem(items.openInvoices('nostrnip5'), 'address_id')
  for await (const row of items.rows('addresses')) {
    const domain = domains.get(toText(row['domain_id']))
    const name = readName(row)
    if (!toBool(row['active'])) {
      if (domain !== undefined) followOrder(items, domain, { name, invoices: open.get(name.id) ?? [] })
    } else if (domain === undefined) items.leave('names of domains that are gone, or stay behind')
    else if (KEY.test(name.values.pubkey)) holdName(items, domain, name)
    else keepName(items, domain, name)
  }
}

const KEY = /^[0-9a-f]{64}$/

interface Name {
  readonly id: string
  readonly itemId: string
  readonly at: number | undefined
  readonly until: number
  readonly years: number
  readonly values: { readonly item: string; readonly local_part: string; readonly pubkey: string }
  readonly hashes: { readonly secret: string }
}

function readName(row: ForeignRow): Name {
  const itemId = toText(row['domain_id'])
  const extra = toObject(toJson(row['extra']))
  const relays = toList(extra['relays'])
    .map((one) => toText(String(one)))
    .filter((one) => /^wss?:\/\/[!-~]+$/.test(one))
  const owner = toText(row['owner_id']).toLowerCase()
  const values = {
    item: itemId,
    local_part: toText(row['local_part']).toLowerCase(),
    pubkey: toText(row['pubkey']).toLowerCase(),
    relays: relays.slice(0, 10),
    reimburse_sats: toInt(row['reimburse_amount']),
  }
  return {
    id: toText(row['id']),
    itemId,
    at: toSeconds(row['time']),
    until: toSeconds(row['expires_at']) ?? FAR,
    years: Math.min(Math.max(toInt(extra['years'] as Value), 1), 10),
    values,
    // LNbits keeps the hash of the buyer's secret, in the same form.
    hashes: { secret: KEY.test(owner) ? owner : '' },
  }
}

function holdName(items: Items, domain: KnownDomain, { id, itemId, at, until, values, hashes }: Name): void {
  const held = { holds: `${itemId}/${values.local_part}`, listed: itemId, active: true, expires_at: until }
  if (items.put('addresses', { id, wallet: domain.wallet, values: { ...values, ...held }, at, hashes }))
    domain.active += 1
}

/** A paid name without a key: it is not served, and not sold to another buyer. */
function keepName(items: Items, { wallet, values: domain }: KnownDomain, name: Name): void {
  const { id, itemId, at, until, values, hashes } = name
  const called = `${values.local_part}@${String(domain['domain'])}`
  const idle = { listed: itemId, active: false, expires_at: until }
  if (!items.put('addresses', { id, wallet, values: { ...values, ...idle }, at, hashes })) return
  const kept = { name: called, until: until + GRACE_DAYS * DAY }
  items.put('kept', { id: randomUUID(), wallet, values: kept, at: undefined })
  items.change('a name without a key is not served, and kept: give it to its buyer when you have the key', called)
}

interface Order {
  readonly name: Name
  readonly invoices: readonly OpenInvoice[]
}

/** A name that can still be paid. Its buyer has the secret already. */
function followOrder(items: Items, { wallet }: KnownDomain, { name, invoices }: Order): void {
  const { id, itemId, years, values, hashes } = name
  const { local_part, pubkey } = values
  const invoice = invoices.find(({ extra }) => extra['action'] === 'activate')
  if (invoice === undefined) return
  const isFollowed = items.follow(invoice, { id: itemId, wallet, data: { address: id, local_part, pubkey, years } })
  // Without a key the name cannot be served: the owner sees that the payer must be refunded.
  if (!isFollowed || !KEY.test(pubkey)) return
  if (toInt(invoice.extra['referer_bonus_sats'] as Value) > 0)
    items.change('open orders with a promotion: the name is sold, and its referer gets nothing', local_part)
  const idle = { ...values, active: false, expires_at: 0 }
  items.put('addresses', { id, wallet, values: idle, at: draftedAt(items.now, invoice), hashes })
}
