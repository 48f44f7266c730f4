import type { ClnRest } from './cln-rest.ts'
import { BOOKS, type KnownNode } from './know-node.ts'
import { type Fields, isFields, listOf, msatOf } from './read-fields.ts'

/** Returns which of the hashes that the hold plugin calls paid the node itself has settled. */
export type TakenCheck = (paymentHashes: readonly string[]) => Promise<ReadonlySet<string>>

const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602

/**
 * The plugin records a hold as paid before the node settles it. If the node crashes in between, the payment is held
 * again, the plugin never settles it, and it goes back. So the plugin's record alone does not prove receipt.
 */
export function createTakenCheck(rest: ClnRest, node: KnownNode): TakenCheck {
  return async (paymentHashes) => {
    if (paymentHashes.length === 0) return new Set()
    const held = incomingHashes(await rest.demand('read', 'listpeerchannels', {}))
    const taken = new Set<string>()
    // Read the bookkeeper after the channels: a payment that has left the channels by then is recorded there.
    for (const hash of paymentHashes) if (!held.has(hash) && (await isInBooks(rest, node, hash))) taken.add(hash)
    return taken
  }
}

/** Hashes of incoming payments that are not yet final. */
function incomingHashes(listpeerchannels: Fields): ReadonlySet<string> {
  const parts = listOf(listpeerchannels, 'channels').flatMap(({ htlcs }) => (Array.isArray(htlcs) ? htlcs : []))
  const incoming = parts.filter((part): part is Fields => isFields(part) && part['direction'] === 'in')
  return new Set(incoming.map((part) => String(part['payment_hash']).toLowerCase()))
}

/** Without a bookkeeper, a payment that is in no channel any more counts as claimed. */
async function isInBooks(rest: ClnRest, node: KnownNode, paymentHash: string): Promise<boolean> {
  if (node.now()?.books !== true) return true
  const answer = await rest.askIfAllowed('read', BOOKS, { payment_id: paymentHash })
  if (answer.is === 'refused') return true
  if (answer.is === 'error') return answer.code === METHOD_NOT_FOUND || answer.code === INVALID_PARAMS
  return listOf(answer.fields, 'events').some((event) => msatOf(event, 'credit_msat') > 0n)
}
