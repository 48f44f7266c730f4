import { randomUUID } from 'node:crypto'
import { nostrPubkey } from '@satchel/bolt11/sign-event'
import { OWN_RELAY } from '@satchel/extension-sdk/nostr'
import { toSeconds, toText } from '../reading/values.ts'
import type { Items } from './open-items.ts'
import { isoTime, toInt } from './parts.ts'

const PERMISSIONS = ['pay', 'invoice', 'lookup', 'history', 'balance', 'info']
const FAR = 4_000_000_000

/**
 * Wallet Connect. LNbits has one service key for all apps, which never need a new one. Apps used it at a public relay,
 * or at the relay of LNbits, whose old address is rewritten to this service's relay.
 */
export async function importNwcprovider(items: Items): Promise<void> {
  const config = new Map<string, string>()
  for await (const row of items.rows('config')) config.set(toText(row['key']), toText(row['value']))
  const secret = (config.get('provider_key') ?? '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    for await (const row of items.rows('keys'))
      items.leave('LNbits has no service key', toText(row['pubkey']).slice(0, 12))
    return
  }
  const servicePubkey = nostrPubkey(Buffer.from(secret, 'hex'))
  const named = [config.get('relay_alias'), config.get('relay')].find((url) => /^wss?:\/\//.test(url ?? ''))
  const isOld = named === undefined || /\/nostrclient\/api\/v1\/[^/]+$/.test(named)
  const relay = isOld ? OWN_RELAY : named
  const budgets = await budgetsOf(items)
  for await (const row of items.rows('keys')) {
    const pubkey = toText(row['pubkey']).toLowerCase()
    const wallet = items.homeOf(row['wallet'], pubkey.slice(0, 12), row['description'])
    if (wallet === undefined) continue
    const permissions = toText(row['permissions'])
      .split(/\s+/)
      .filter((one) => PERMISSIONS.includes(one))
    const own = budgets.get(pubkey) ?? []
    const expires = toSeconds(row['expires_at']) ?? 0
    const lastUsed = toSeconds(row['last_used']) ?? 0
    const values = {
      description: toText(row['description']),
      permissions: permissions.length > 0 ? permissions : ['info'],
      expires_at: expires > 0 && expires < FAR ? isoTime(expires) : undefined,
      budgets: own.slice(0, 5),
      unlimited: permissions.includes('pay') && own.length === 0,
      pubkey,
      service_pubkey: servicePubkey,
      relay,
      relays: [relay],
      last_used_at: lastUsed > 0 ? isoTime(lastUsed) : undefined,
    }
    if (own.length > 5) items.change('the five tightest budgets are kept', pubkey.slice(0, 12))
    if (!items.put('items', { id: randomUUID(), wallet, values, at: toSeconds(row['created_at']) })) continue
    // Each connection has its key, and takes it along when it is deleted.
    items.put('keys', { id: randomUUID(), wallet, values: { pubkey: servicePubkey, secret }, at: undefined })
    if (isOld)
      items.change(
        'it meets its app at the relay of this service: set SERVICE_NOSTR_OWN_RELAY=true',
        pubkey.slice(0, 12),
      )
  }
}

interface Budget {
  readonly budget_msats: number
  readonly refresh_window: number
  readonly used_msats: number
  readonly window_started_at: number
}

/** With the amounts spent in the current window; the one with the least left first. */
async function budgetsOf(items: Items): Promise<Map<string, Budget[]>> {
  const spent = new Map<string, { at: number; msats: number }[]>()
  for await (const row of items.rows('spent')) {
    const pubkey = toText(row['pubkey']).toLowerCase()
    const one = { at: toSeconds(row['created_at']) ?? 0, msats: toInt(row['amount_msats']) }
    spent.set(pubkey, [...(spent.get(pubkey) ?? []), one])
  }
  const budgets = new Map<string, Budget[]>()
  for await (const row of items.rows('budgets')) {
    const pubkey = toText(row['pubkey']).toLowerCase()
    const began = toSeconds(row['created_at']) ?? items.now
    const window = Math.max(toInt(row['refresh_window']), 0)
    const start = window === 0 ? began : began + Math.max(Math.floor((items.now - began) / window), 0) * window
    const used = (spent.get(pubkey) ?? []).filter(({ at }) => at >= start).reduce((sum, { msats }) => sum + msats, 0)
    const budget = { budget_msats: Math.max(toInt(row['budget_msats']), 1), refresh_window: window }
    const list = [...(budgets.get(pubkey) ?? []), { ...budget, used_msats: used, window_started_at: start }]
    budgets.set(
      pubkey,
      list.toSorted((one, other) => one.budget_msats - other.budget_msats),
    )
  }
  return budgets
}
