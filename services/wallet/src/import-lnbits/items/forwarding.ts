import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { toBool, toJson, toList, toNumber, toObject, toText, type Value } from '../reading/values.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { orNone, toHeaders } from './parts.ts'

export async function importSplitpayments(items: Items): Promise<void> {
  const bySource = new Map<string, ForeignRow[]>()
  for await (const row of items.rows('targets')) {
    const source = toText(row['source'])
    bySource.set(source, [...(bySource.get(source) ?? []), row])
  }
  for (const [source, rows] of bySource) {
    const homes = rows.map((row) => items.homeOf(source, toText(row['id']), row['alias']))
    const wallet = homes[0]
    if (wallet === undefined) continue
    const points = (row: ForeignRow): number => Math.round((toNumber(row['percent']) ?? 0) * 100)
    const sum = rows.reduce((total, row) => total + points(row), 0)
    if (sum > 10_000)
      items.change('more than 100 percent: LNbits splits nothing then, and so the splits are switched off', source)
    for (const row of rows) {
      const id = toText(row['id']) || `${source}-${rows.indexOf(row)}`
      const target = targetOf(items, wallet, row['wallet'], id)
      if (target === undefined || points(row) < 1) {
        items.leave('it has no target that there is here, or no percent', id)
        continue
      }
      const values = {
        ...target.fields,
        alias: orNone(row['alias']),
        percent: points(row) / 100,
        enabled: sum <= 10_000 && target.works,
        basis_points: points(row),
        forwarded_total: 0,
        held_total: 0,
      }
      items.put('items', { id, wallet, values, at: undefined })
    }
  }
}

/** A wallet, by its id or a key; an address or LNURL. Another account's wallet is paid by its Lightning address. */
function targetOf(
  items: Items,
  source: OwnWallet,
  value: Value,
  id: string,
): { readonly fields: { readonly target: string; readonly leads_to?: string }; readonly works: boolean } | undefined {
  const text = orNone(value)
  if (text === undefined) return undefined
  const found = items.walletOf(text) ?? items.walletByKey(text)
  if (found === undefined) {
    // A wallet key in the place of a target must not be shown.
    if (/^[0-9a-f]{32}$/.test(text)) return undefined
    return { fields: { target: text }, works: true }
  }
  const works = found.userId === source.userId && found.id !== source.id
  if (!works)
    items.change("its target is its own wallet or another account's: switched off; give it a Lightning address", id)
  return { fields: { target: found.id, ...(works ? { leads_to: found.id } : {}) }, works }
}

export async function importScrub(items: Items): Promise<void> {
  const wallets = new Set<string>()
  for await (const row of items.rows('scrub_links')) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['description'])
    if (wallet === undefined) continue
    const payoraddress = orNone(row['payoraddress'])
    if (payoraddress === undefined) items.leave('it has no target', id)
    else if (wallets.has(wallet.id)) items.leave('a wallet has one here: LNbits used the first as well', id)
    else {
      const values = { description: toText(row['description']), payoraddress, enabled: true }
      if (items.put('items', { id, wallet, values, at: undefined })) wallets.add(wallet.id)
    }
  }
}

/** Imported as paused: most jobs call LNbits itself with a key, and would pay twice or fail. */
export async function importScheduler(items: Items): Promise<void> {
  for await (const row of items.rows('jobs')) {
    const id = toText(row['id'])
    const wallet = items.walletByKey(toText(row['admin']))
    if (wallet === undefined) {
      items.leave(
        'the key that it was made with is that of a guest, or belongs to no wallet any more',
        `${toText(row['name'])} (${id})`,
      )
      continue
    }
    const method = toText(row['selectedverb']).toUpperCase()
    const url = orNone(row['url'])
    const values = {
      name: toText(row['name']),
      cron: toText(row['schedule']),
      status: 'paused',
      action: 'http',
      method,
      url,
      headers: toHeaders(items, row['headers'], id),
      body: bodyOf(row['body']),
    }
    if (items.put('items', { id, wallet, values, at: undefined }) && toBool(row['status'])) {
      items.change('it ran in LNbits and is paused here: check its URL, its keys and its time zone (UTC)', id)
    }
  }
}

const bodyOf = (value: Value): string | undefined => {
  const json = toJson(value)
  if (Array.isArray(json))
    return JSON.stringify(Object.fromEntries(toList(json).map((one) => [toObject(one)['key'], toObject(one)['value']])))
  return orNone(value)
}
