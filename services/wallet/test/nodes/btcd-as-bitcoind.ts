import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChainRpc, callChain } from './chain.ts'

/** LDK Server asks a bitcoind, over http; this one asks btcd. Its port, on loopback, as long as the process runs. */
export async function openBitcoind(rpc: ChainRpc): Promise<number> {
  const expected = `Basic ${Buffer.from(`${rpc.user}:${rpc.password}`).toString('base64')}`
  const server = createServer((request, response) => {
    if (request.headers.authorization !== expected) return void response.writeHead(401).end()
    answer(rpc, request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  return (server.address() as AddressInfo).port
}

type Params = readonly unknown[]
type Fields = Readonly<Record<string, unknown>>

async function answer(rpc: ChainRpc, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
    id: unknown
    method: string
    params: Params
  }
  const ask = METHODS[method] ?? ((): Promise<unknown> => callChain(rpc, method, params))
  const reply = await ask(rpc, params).then(
    (result) => ({ result, error: null }),
    // A query by hash that fails means that there is no such transaction or block.
    (error: Error) => ({ result: null, error: { code: NOT_FOUND, message: error.message } }),
  )
  const text = JSON.stringify({ jsonrpc: '2.0', id, ...reply })
  response.writeHead(reply.error === null ? 200 : 500, { 'content-type': 'application/json' }).end(text)
}

const NOT_FOUND = -5

/** In BTC per 1000 vbytes. */
const FEE_RATE = 0.000_05
/** The work of a block on regtest, where the difficulty is the lowest. */
const WORK_OF_BLOCK = 2n

/** Calls that btcd lacks or answers differently; all others are forwarded to it. */
const METHODS: Readonly<Record<string, (rpc: ChainRpc, params: Params) => Promise<unknown>>> = {
  async getblockheader(rpc, [hash]) {
    const header = (await callChain(rpc, 'getblockheader', [hash, true])) as Fields
    const work = WORK_OF_BLOCK * BigInt(Number(header['height']) + 1)
    return { ...header, chainwork: work.toString(16).padStart(64, '0') }
  },
  estimatesmartfee: (_rpc, [blocks]) => Promise.resolve({ feerate: FEE_RATE, blocks }),
  getmempoolinfo: () => Promise.resolve({ mempoolminfee: FEE_RATE / 5 }),
  async getmempoolentry(rpc, [txid]) {
    const entries = (await callChain(rpc, 'getrawmempool', [true])) as Readonly<Record<string, Fields>>
    const entry = entries[String(txid)]
    if (entry === undefined) throw new Error('Transaction not in mempool')
    return entry
  },
}
