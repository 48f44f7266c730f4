import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLndCalls, type LndCalls } from '@satchel/lightning/backends/lnd/lnd-calls'
import { createNodeHttp, type NodeHttp } from '@satchel/lightning/net/node-http'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import type { ChainRpc } from './chain.ts'
import { type Program, runProgram } from './run-program.ts'

/** A real LND that is started, stopped, killed and started again with the same money, keys and ports. */
export interface LndNode {
  readonly name: string
  readonly nodeKey: string
  /** The address for other nodes. */
  readonly address: string
  readonly restPort: number
  readonly certificate: string
  /** Calls with the admin macaroon. */
  readonly calls: LndCalls
  /** The newest block that it has seen. */
  height(): Promise<number>
  /** Resolves when it answers and has seen the newest block. */
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** As after a recovery from the seed: with the wallet, but without channels, invoices and payments. */
  forgetAll(): Promise<void>
  /** Broadcasts its newest commitment of a channel. */
  forceClose(channelPoint: string): Promise<void>
}

export interface LndOptions {
  readonly lnd: string
  readonly name: string
  /** The folder of all its data. */
  readonly folder: string
  readonly rpc: ChainRpc
  /** Added to the usual arguments. */
  readonly args?: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

export async function startLnd({ lnd, name, folder, rpc, args: more = [] }: LndOptions): Promise<LndNode> {
  mkdirSync(folder, { recursive: true })
  const [rpcPort, restPort, peerPort] = [await reservePort(), await reservePort(), await reservePort()]
  const address = `127.0.0.1:${peerPort}`
  const args = [...argsOf({ name, folder, rpc }, { rpcPort, restPort, address }), ...more]
  let program: Program | undefined
  let https: NodeHttp | undefined
  const start = async (): Promise<LndCalls> => {
    program = runProgram(lnd, args, join(folder, 'lnd.log'))
    const open = async (): Promise<boolean> => {
      https?.close()
      https = createNodeHttp(readCredentials(folder, restPort))
      const { fields } = (await createLndCalls(https, https).ask('GET', '/v1/getinfo')) as { fields?: Fields }
      return fields?.['synced_to_chain'] === true
    }
    await program.until(open, 'it answers')
    if (https === undefined) throw new Error('no connection')
    return createLndCalls(https, https)
  }
  let calls = await start()
  const { identity_pubkey: nodeKey } = await calls.require('GET', '/v1/getinfo')
  return {
    name,
    nodeKey: String(nodeKey),
    address,
    restPort,
    certificate: join(folder, 'tls.cert'),
    get calls() {
      return calls
    },
    height: async () => Number((await calls.require('GET', '/v1/getinfo'))['block_height']),
    async start() {
      calls = await start()
    },
    async stop() {
      await program?.stop()
      https?.close()
    },
    async kill() {
      await program?.kill()
      https?.close()
    },
    async forgetAll() {
      await program?.stop()
      https?.close()
      rmSync(join(folder, 'data/graph/regtest'), { recursive: true })
      calls = await start()
    },
    async forceClose(channelPoint) {
      if (https !== undefined) await forceClose(https, channelPoint)
    },
  }
}

/** The answer is a stream, whose first line reports that the transaction was broadcast. */
async function forceClose(https: NodeHttp, point: string): Promise<void> {
  const closed = new AbortController()
  const path = `/v1/channels/${point.replace(':', '/')}?force=true`
  const lines: string[] = []
  const request = { method: 'DELETE', path, silenceMs: CLOSED_MS, signal: closed.signal } as const
  await https
    .readLines(request, (line) => {
      lines.push(line)
      closed.abort()
    })
    .catch((error: unknown) => {
      if (lines.length === 0) throw error
    })
}

const CLOSED_MS = 60_000

const argsOf = (
  { name, folder, rpc }: Omit<LndOptions, 'lnd' | 'args'>,
  at: { readonly rpcPort: number; readonly restPort: number; readonly address: string },
): string[] => [
  `--lnddir=${folder}`,
  `--alias=${name}`,
  '--noseedbackup',
  '--nobootstrap',
  '--debuglevel=info',
  `--rpclisten=127.0.0.1:${at.rpcPort}`,
  `--restlisten=127.0.0.1:${at.restPort}`,
  `--listen=${at.address}`,
  `--externalip=${at.address}`,
  '--bitcoin.regtest',
  '--bitcoin.node=btcd',
  '--bitcoin.defaultchanconfs=1',
  `--btcd.rpchost=${rpc.host}`,
  `--btcd.rpcuser=${rpc.user}`,
  `--btcd.rpcpass=${rpc.password}`,
  `--btcd.rpccert=${rpc.certificate}`,
  // The default delays for gossip would make a test wait for minutes.
  '--trickledelay=50',
  '--gossip.sub-batch-delay=5ms',
  '--caches.rpc-graph-cache-duration=100ms',
  '--gossip.max-channel-update-burst=1000',
  '--minbackoff=200ms',
  '--maxbackoff=1s',
]

function readCredentials(folder: string, restPort: number) {
  const macaroon = readFileSync(join(folder, 'data/chain/bitcoin/regtest/admin.macaroon'))
  return {
    baseUrl: `https://127.0.0.1:${restPort}`,
    headers: { 'Grpc-Metadata-macaroon': macaroon.toString('hex') },
    certificate: readFileSync(join(folder, 'tls.cert'), 'utf8'),
  }
}
