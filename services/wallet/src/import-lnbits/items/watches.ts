import { Rejection } from '@satchel/extension-sdk/rejection'
import { readMasterKey } from '@satchel/extensions/watchonly/read-master-key'
import { splitPlace } from '@satchel/page/split-place'
import { toBool, toJson, toNumber, toObject, toText, type Value } from '../reading/values.ts'
import type { Items, OwnWallet } from './open-items.ts'
import { orNone, toInt } from './parts.ts'

/** The next index follows every one that LNbits has a row for, so that no address is given out twice. */
export async function importWatchonly(items: Items): Promise<void> {
  const gaps = new Map<string, Readonly<Record<string, unknown>>>()
  for await (const row of items.rows('config')) gaps.set(toText(row['user']), toObject(toJson(row['json_data'])))
  const known = new Map<string, { wallet: OwnWallet; values: Record<string, unknown>; next: number[] }>()
  for await (const row of items.rows('wallets')) {
    const id = toText(row['id'])
    const wallet = items.oldestOf(row['user'])
    if (wallet === undefined) {
      items.leave('its account has no wallet', `${toText(row['title'])} (${id})`)
      continue
    }
    const type = orNone(row['type'])
    const key = {
      masterpub: toText(row['masterpub']).trim(),
      network: /^testnet/i.test(toText(row['network'])) ? 'testnet' : 'mainnet',
      type: type !== undefined && TYPES.includes(type) ? type : undefined,
    }
    const hindrance = hindranceOf(key)
    if (hindrance !== undefined) items.leave(hindrance, `${toText(row['title'])} (${id})`)
    else {
      const config = gaps.get(toText(row['user'])) ?? {}
      const values = {
        title: toText(row['title']),
        ...key,
        fingerprint: toText(row['fingerprint']).slice(0, 8),
        balance: toInt(row['balance']),
        gap_receive: toNumber(config['receive_gap_limit'] as Value) ?? 20,
        gap_change: toNumber(config['change_gap_limit'] as Value) ?? 5,
      }
      known.set(id, { wallet, values, next: [Math.max(toInt(row['address_no']) + 1, 0), 0] })
    }
  }
  for await (const row of items.rows('addresses')) {
    const itemId = toText(row['wallet'])
    const one = known.get(itemId)
    const [branch, index] = [toInt(row['branch_index']), toInt(row['address_index'])]
    if (one === undefined || (branch !== 0 && branch !== 1)) continue
    one.next[branch] = Math.max(one.next[branch] ?? 0, index + 1)
    const values = {
      item: itemId,
      place: `${itemId} ${branch} ${index}`,
      address: toText(row['address']),
      branch_index: branch,
      address_index: index,
      note: toText(row['note']),
      amount: toInt(row['amount']),
      has_activity: toBool(row['has_activity']),
    }
    items.put('addresses', { id: toText(row['id']), wallet: one.wallet, values, at: undefined })
  }
  for (const [id, { wallet, values, next }] of known) {
    const indexes = { address_index: next[0] ?? 0, change_index: next[1] ?? 0, scanned_at: undefined }
    items.put('items', { id, wallet, values: { ...values, ...indexes }, at: undefined })
  }
}

/** As BIP 44, 49 and 84 have it: purpose, coin, account. */
const ACCOUNT_DEPTH = 3
const TYPES: readonly string[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr']

/** Why addresses cannot be derived from a key here: it has several signers, or is not an account key. */
function hindranceOf(key: Parameters<typeof readMasterKey>[0]): string | undefined {
  if (/^[ZYUV]pub/.test(key.masterpub) || /multi/.test(key.masterpub)) return 'keys of several signers'
  try {
    const { depth } = readMasterKey(key).key
    return depth === ACCOUNT_DEPTH ? undefined : `its key has depth ${depth}: accounts have depth ${ACCOUNT_DEPTH}`
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return splitPlace(error.detail)[1]
  }
}
