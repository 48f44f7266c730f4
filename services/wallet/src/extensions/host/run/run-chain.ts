import type { AddressState, Chain, ChainCoin, ChainNetwork } from '@satchel/extension-sdk/chain'
import { reject } from '@satchel/extension-sdk/rejection'
import { parseJson } from '@satchel/json/parse-json'
import type { RunParts } from './run-parts.ts'

const TIMEOUT_MS = 10_000
/** Enough for the coins of an address with thousands of payments. */
const MAX_BYTES = 2 * 1024 * 1024
const TXID = /^[0-9a-f]{64}$/
const HEX = /^([0-9a-f]{2})+$/i

/**
 * A block explorer with the API of Esplora, called through the guard. Its answers are untrusted and parsed strictly.
 */
export function openRunChain({ deps, demand }: RunParts): Chain {
  const ask = async (network: ChainNetwork, path: string, body?: string): Promise<{ status: number; text: string }> => {
    demand('chain')
    const base = deps.explorers[network]
    if (base === undefined) throw reject(`No explorer is set for ${network}: the operator has to set one.`, 503)
    const answer = await deps.outbound.request({
      method: body === undefined ? 'GET' : 'POST',
      url: `${base}${path}`,
      ...(body !== undefined && { body, headers: { 'content-type': 'text/plain' } }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    if (answer.kind !== 'answered') throw reject('The explorer cannot be reached.', 503)
    return { status: answer.status, text: answer.body.toString() }
  }
  const get = async (network: ChainNetwork, path: string): Promise<string> => {
    const { status, text } = await ask(network, path)
    if (status !== 200) throw reject(`The explorer answers ${status}.`, 503)
    return text
  }
  return {
    supports: (network) => deps.explorers[network] !== undefined,
    address: async (network, address) =>
      toState(await get(network, `/address/${encodeURIComponent(address)}`), address),
    async coins(network, address) {
      const coins = readJson(await get(network, `/address/${encodeURIComponent(address)}/utxo`))
      if (!Array.isArray(coins)) throw odd()
      if (coins.length === 0) return []
      const tip = whole(Number(await get(network, '/blocks/tip/height')))
      return coins.map((coin) => toCoin(coin, tip))
    },
    async transaction(network, txid) {
      const text = (await get(network, `/tx/${encodeURIComponent(txid)}/hex`)).trim()
      if (!HEX.test(text)) throw odd()
      return text
    },
    async broadcast(network, tx) {
      const { status, text } = await ask(network, '/tx', tx)
      if (status === 200 && TXID.test(text.trim())) return text.trim()
      if (status !== 400) throw reject(`The explorer answers ${status}.`, 503)
      throw reject(`The network does not take the transaction: ${text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 300)}`)
    },
  }
}

const odd = () => reject('The explorer answers what is not Esplora.', 503)

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw odd()
  }
}

function whole(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw odd()
}

type Loose = Readonly<Record<string, unknown>>
const objectOf = (value: unknown): Loose => {
  if (typeof value === 'object' && value !== null) return value as Loose
  throw odd()
}

function toState(text: string, address: string): AddressState {
  const { address: named, chain_stats: chain, mempool_stats: pool } = objectOf(readJson(text))
  if (named !== address) throw odd()
  const [confirmed, pending] = [chain, pool].map((one) => {
    const { funded_txo_sum: funded, spent_txo_sum: spent, tx_count: count } = objectOf(one)
    return { sat: whole(funded) - whole(spent), count: whole(count) }
  }) as [{ sat: number; count: number }, { sat: number; count: number }]
  if (confirmed.sat < 0) throw odd()
  return { confirmedSat: confirmed.sat, pendingSat: pending.sat, isUsed: confirmed.count + pending.count > 0 }
}

function toCoin(value: unknown, tip: number): ChainCoin {
  const { txid, vout, value: sat, status } = objectOf(value)
  if (typeof txid !== 'string' || !TXID.test(txid)) throw odd()
  const { confirmed, block_height: height } = objectOf(status)
  // A block may have arrived between the two requests.
  const confirmations = confirmed === true ? Math.max(1, tip - whole(height) + 1) : 0
  return { txid, vout: whole(vout), sat: whole(sat), confirmations }
}
