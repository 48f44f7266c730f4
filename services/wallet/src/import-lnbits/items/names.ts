import {
  textOf,
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
import type { Items, OwnWallet } from './open-items.ts'
import { orNone, toCurrency, toHttps, toMoney } from './parts.ts'

const int = (value: Value): number => Number(toInteger(value) ?? 0n)
/** A name that never ends. */
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
    const wallet = items.walletOf(row['wallet'])
    if (wallet === undefined) {
      items.leave('its wallet is deleted', id)
      continue
    }
    const currency = toCurrency(row['currency'])
    const extra = toObject(toJson(row['cost_extra']))
    const short = toList(extra['char_count_cost'])
      .map(toObject)
      .flatMap(({ bracket, amount }) => {
        const length = int(bracket as Value)
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
      max_years: Math.max(int(extra['max_years'] as Value), 1),
      grace_days: 30,
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
  for await (const row of items.rows('addresses')) {
    const itemId = toText(row['domain_id'])
    const domain = domains.get(itemId)
    if (!toBool(row['active'])) continue
    if (domain === undefined) {
      items.leave('names of domains that are gone')
      continue
    }
    const id = toText(row['id'])
    const name = toText(row['local_part']).toLowerCase()
    const extra = toObject(toJson(row['extra']))
    const relays = toList(extra['relays'])
      .map((one) => toText(String(one)))
      .filter((one) => /^wss?:\/\/[!-~]+$/.test(one))
    const owner = toText(row['owner_id']).toLowerCase()
    const values = {
      item: itemId,
      holds: `${itemId}/${name}`,
      listed: itemId,
      local_part: name,
      pubkey: toText(row['pubkey']).toLowerCase(),
      relays: relays.slice(0, 10),
      active: true,
      expires_at: toSeconds(row['expires_at']) ?? FAR,
      reimburse_sats: int(row['reimburse_amount']),
    }
    // LNbits keeps the hash of the buyer's secret, in the same form.
    const hashes = { secret: /^[0-9a-f]{64}$/.test(owner) ? owner : '' }
    if (items.put('addresses', { id, wallet: domain.wallet, values, at: toSeconds(row['time']), hashes }))
      domain.active += 1
  }
}

const DRAWN = ['bitcoin', 'confetti', 'fireworks', 'hearts', 'lightning', 'rocket']

export async function importCopilot(items: Items): Promise<void> {
  const seen = new Set<string>()
  for (const table of ['newer_copilots', 'copilots']) {
    for await (const row of items.rows(table)) {
      const id = toText(row['id'])
      if (seen.has(id)) continue
      seen.add(id)
      const wallet = items.walletOf(row['wallet']) ?? items.oldestOf(row['user'])
      if (wallet === undefined) {
        items.leave('its wallet is deleted', id)
        continue
      }
      const price = /[A-Za-z]{3}$/.exec(toText(row['show_price']))?.[0].toUpperCase() ?? ''
      const values = {
        title: toText(row['title']),
        animations: animationsOf(items, id, row),
        lnurl_toggle: toBool(row['lnurl_toggle']),
        lnurl_title: orNone(row['lnurl_title']),
        show_message: toBool(row['show_message']),
        show_ack: toBool(row['show_ack']),
        show_price: price,
        fullscreen_cam: toBool(row['fullscreen_cam']),
        iframe_url: toHttps(row['iframe_url']),
        amount_made: int(row['amount_made']),
      }
      items.put('items', { id, wallet, values, at: toSeconds(row['timestamp']) })
    }
  }
}

function animationsOf(items: Items, id: string, row: Readonly<Record<string, Value>>): Record<string, unknown>[] {
  const thresholds = new Set<number>()
  const animations = [1, 2, 3].flatMap((number) => {
    const name = orNone(row[`animation${number}`])
    const threshold = int(row[`animation${number}threshold`])
    if (name === undefined || threshold < 1 || thresholds.has(threshold)) return []
    thresholds.add(threshold)
    if (!DRAWN.includes(name)) items.change('animations that are not drawn here become confetti', id)
    const webhook = orNone(row[`animation${number}webhook`])
    const isUrl = webhook !== undefined && /^https?:\/\//.test(webhook)
    return [{ name: DRAWN.includes(name) ? name : 'confetti', threshold, ...(isUrl ? { webhook_url: webhook } : {}) }]
  })
  return animations.toSorted((one, other) => one.threshold - other.threshold)
}

/** An address is never given out twice: the next index is behind every one that LNbits has a row of. */
export async function importWatchonly(items: Items): Promise<void> {
  const gaps = new Map<string, Readonly<Record<string, unknown>>>()
  for await (const row of items.rows('config')) gaps.set(toText(row['user']), toObject(toJson(row['json_data'])))
  const known = new Map<string, { wallet: OwnWallet; values: Record<string, unknown>; next: number[] }>()
  for await (const row of items.rows('wallets')) {
    const id = toText(row['id'])
    const wallet = items.oldestOf(row['user'])
    const masterpub = toText(row['masterpub'])
    if (wallet === undefined) items.leave('its account has no wallet', id)
    else if (/^[ZYUV]pub/.test(masterpub)) items.leave('keys of several signers', id)
    else {
      const config = gaps.get(toText(row['user'])) ?? {}
      const network = toText(row['network']).toLowerCase()
      const type = orNone(row['type'])
      const values = {
        title: toText(row['title']),
        masterpub,
        fingerprint: toText(row['fingerprint']).slice(0, 8),
        balance: int(row['balance']),
        network: network === 'testnet' ? 'testnet' : 'mainnet',
        type: type !== undefined && ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'].includes(type) ? type : undefined,
        gap_receive: toNumber(config['receive_gap_limit'] as Value) ?? 20,
        gap_change: toNumber(config['change_gap_limit'] as Value) ?? 5,
      }
      known.set(id, { wallet, values, next: [Math.max(int(row['address_no']) + 1, 0), 0] })
    }
  }
  for await (const row of items.rows('addresses')) {
    const itemId = toText(row['wallet'])
    const one = known.get(itemId)
    const [branch, index] = [int(row['branch_index']), int(row['address_index'])]
    if (one === undefined || (branch !== 0 && branch !== 1)) continue
    one.next[branch] = Math.max(one.next[branch] ?? 0, index + 1)
    const values = {
      item: itemId,
      place: `${itemId} ${branch} ${index}`,
      address: toText(row['address']),
      branch_index: branch,
      address_index: index,
      note: toText(row['note']),
      amount: int(row['amount']),
      has_activity: toBool(row['has_activity']),
    }
    items.put('addresses', { id: toText(row['id']), wallet: one.wallet, values, at: undefined })
  }
  for (const [id, { wallet, values, next }] of known) {
    const indexes = { address_index: next[0] ?? 0, change_index: next[1] ?? 0, scanned_at: undefined }
    items.put('items', { id, wallet, values: { ...values, ...indexes }, at: undefined })
  }
}
