import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hex } from '@scure/base'
import { Address, OutScript, RawTx, Transaction } from '@scure/btc-signer'
import { NETWORKS, type NetworkName } from '../networks.ts'

interface Output {
  readonly txid: string
  readonly vout: number
  readonly address: string
  readonly sat: number
  /** The transaction that spends it. */
  spentBy: string | undefined
}

/** For tests: an explorer over loopback that answers like Esplora, and its chain. */
export interface FakeEsplora {
  readonly url: string
  /** Every request: `GET /address/bc1…`. */
  readonly asked: readonly string[]
  /** Pays the address in a new unconfirmed transaction; returns its id. */
  pay(address: string, sat: number): string
  /** A block with all unconfirmed transactions. */
  mine(): void
  /** Removes the newest block and this transaction of it. */
  reorganise(lost: string): void
  /** Answers 404 when this transaction is asked for. */
  forget(txid: string): void
  /** Answers 500 to everything, or answers again. */
  setDown(isDown: boolean): void
  stop(): Promise<void>
}

export async function openFakeEsplora(network: NetworkName): Promise<FakeEsplora> {
  const chain = createChain(network)
  const asked: string[] = []
  let down = false
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    void readBody(request).then((body) => {
      const { status, text } = down ? { status: 500, text: 'down' } : chain.answer(request.url ?? '', body)
      response.writeHead(status).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    pay: chain.pay,
    mine: chain.mine,
    reorganise: chain.reorganise,
    forget: chain.forget,
    setDown: (isDown) => void (down = isDown),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function createChain(network: NetworkName) {
  const outputs: Output[] = []
  const heights = new Map<string, number | undefined>()
  const raws = new Map<string, string>()
  let tip = 100
  let paid = 0

  const accept = (tx: string): string => {
    const txid = Transaction.fromRaw(hex.decode(tx), LOOSE).id
    const decoded = RawTx.decode(hex.decode(tx))
    heights.set(txid, undefined)
    raws.set(txid, tx)
    decoded.outputs.forEach(({ amount, script }, vout) => {
      const address = Address(NETWORKS[network]).encode(OutScript.decode(script))
      outputs.push({ txid, vout, address, sat: Number(amount), spentBy: undefined })
    })
    return txid
  }
  const broadcast = (tx: string): Answer => {
    const { inputs } = RawTx.decode(hex.decode(tx))
    const spent = inputs.map(({ txid, index }) =>
      outputs.find((one) => one.txid === hex.encode(txid) && one.vout === index && one.spentBy === undefined),
    )
    if (spent.includes(undefined))
      return { status: 400, text: 'sendrawtransaction RPC error: bad-txns-inputs-missingorspent' }
    const txid = accept(tx)
    for (const one of spent) if (one !== undefined) one.spentBy = txid
    return { status: 200, text: txid }
  }
  const isConfirmed = (txid: string): boolean => heights.get(txid) !== undefined
  const answer = (url: string, body: string): Answer => {
    const [, address = '', rest] = /^\/address\/(\w+)(\/utxo)?$/.exec(url) ?? []
    const mine = outputs.filter((one) => one.address === address)
    if (url === '/tx') return broadcast(body)
    if (url === '/blocks/tip/height') return { status: 200, text: String(tip) }
    if (address === '') return rawOf(raws, url)
    if (rest === undefined) {
      const chain_stats = statsOf(mine, isConfirmed)
      const mempool_stats = statsOf(mine, (txid) => !isConfirmed(txid))
      return json({ address, chain_stats, mempool_stats })
    }
    return json(mine.filter(({ spentBy }) => spentBy === undefined).map((one) => coinOf(one, heights.get(one.txid))))
  }
  return {
    answer,
    pay(address: string, sat: number): string {
      paid += 1
      const tx = new Transaction(LOOSE)
      tx.addOutputAddress(address, BigInt(sat), NETWORKS[network])
      tx.addInput({ txid: String(paid).padStart(64, 'f'), index: 0, finalScriptSig: new Uint8Array([1, 1]) })
      return accept(tx.hex)
    },
    mine(): void {
      tip += 1
      for (const [txid, height] of heights) heights.set(txid, height ?? tip)
    },
    forget: (txid: string) => void raws.delete(txid),
    reorganise(lost: string): void {
      for (const [txid, height] of heights) if (height === tip) heights.set(txid, undefined)
      tip -= 1
      heights.delete(lost)
      for (const one of outputs.filter(({ txid }) => txid === lost)) outputs.splice(outputs.indexOf(one), 1)
    },
  }
}

const statsOf = (mine: readonly Output[], isIn: (txid: string) => boolean) => {
  const funded = mine.filter(({ txid }) => isIn(txid))
  const spent = mine.filter(({ spentBy }) => spentBy !== undefined && isIn(spentBy))
  const sum = (all: readonly Output[]): number => all.reduce((total, { sat }) => total + sat, 0)
  return { funded_txo_sum: sum(funded), spent_txo_sum: sum(spent), tx_count: funded.length + spent.length }
}

const coinOf = ({ txid, vout, sat: value }: Output, height: number | undefined) => ({
  txid,
  vout,
  value,
  status: { confirmed: height !== undefined, block_height: height },
})

interface Answer {
  readonly status: number
  readonly text: string
}

const LOOSE = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true } as const
const json = (value: unknown): Answer => ({ status: 200, text: JSON.stringify(value) })

function rawOf(raws: ReadonlyMap<string, string>, url: string): Answer {
  const text = raws.get(/^\/tx\/(\w+)\/hex$/.exec(url)?.[1] ?? '')
  return text === undefined ? { status: 404, text: 'Transaction not found' } : { status: 200, text }
}
