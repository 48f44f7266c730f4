import type { ClnRest } from './cln-rest.ts'
import { BOOKS, type KnownNode } from './know-node.ts'
import { type Fields, isFields, listOf, msatOf } from './read-fields.ts'

/** Of those hashes that the hold plugin calls paid: what the node itself has taken. */
export type TakenCheck = (paymentHashes: readonly string[]) => Promise<ReadonlySet<string>>

const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602

/**
 * The plugin writes down that a hold is paid before the node takes it. A node that dies in between has the payment as
 * held again, the plugin never takes it any more, and in the end it goes back: the plugin's word alone is not money.
 */
export function createTakenCheck(rest: ClnRest, node: KnownNode): TakenCheck {
  return async (paymentHashes) => {
    if (paymentHashes.length === 0) return new Set()
    const held = incomingHashes(await rest.demand('read', 'listpeerchannels', {}))
    const taken = new Set<string>()
    // After the channels: what has left them by then is in the books by now.
    for (const hash of paymentHashes) if (!held.has(hash) && (await isInBooks(rest, node, hash))) taken.add(hash)
    return taken
  }
}

/** Of payments that have arrived and are not yet over, whatever will become of them. */
function incomingHashes(listpeerchannels: Fields): ReadonlySet<string> {
  const parts = listOf(listpeerchannels, 'channels').flatMap(({ htlcs }) => (Array.isArray(htlcs) ? htlcs : []))
  const incoming = parts.filter((part): part is Fields => isFields(part) && part['direction'] === 'in')
  return new Set(incoming.map((part) => String(part['payment_hash']).toLowerCase()))
}

/** Where the books cannot be asked, what is in no channel any more counts as taken. */
async function isInBooks(rest: ClnRest, node: KnownNode, paymentHash: string): Promise<boolean> {
  if (node.now()?.books !== true) return true
  const answer = await rest.ask('read', BOOKS, { payment_id: paymentHash })
  if (answer.is === 'refused') return true
  if (answer.is === 'error') return answer.code === METHOD_NOT_FOUND || answer.code === INVALID_PARAMS
  return listOf(answer.fields, 'events').some((event) => msatOf(event, 'credit_msat') > 0n)
}
