import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { eventually } from '../campaigns/eventually.ts'
import { type ChainRpc, callChain } from './chain.ts'
import { callCln } from './cln-rpc.ts'
import type { NodePayment, NodeUnderTest, UnderTestOptions } from './node-under-test.ts'
import { type Program, runProgram } from './run-program.ts'

/** The runes that docs/guide/nodes-cln.md tells operators to create: they must be enough. */
const RUNES = {
  CLNREST_READONLY_RUNE: [
    'getinfo',
    'help',
    'listpeerchannels',
    'listinvoices',
    'listpays',
    'waitanyinvoice',
    'listholdinvoices',
    'bkpr-listaccountevents',
  ],
  CLNREST_INVOICE_RUNE: [
    'invoice',
    'delinvoice',
    'signinvoice',
    'holdinvoice',
    'settleholdinvoice',
    'cancelholdinvoice',
  ],
  CLNREST_PAY_RUNE: ['xpay', 'pay'],
} as const

/** Blocks before a held payment would expire, at which the hold plugin gives it back by default. */
const GIVES_BACK_BEFORE = 3

const CLOSED_MS = 10_000

type Fields = Readonly<Record<string, unknown>>

/** `holdPlugin`: undefined = this node cannot hold. */
export const startClnUnderTest =
  (holdPlugin: string | undefined) =>
  async ({ file, folder, rpc }: UnderTestOptions): Promise<NodeUnderTest> => {
    const [peerPort, restPort] = [await reservePort(), await reservePort()]
    const home = join(folder, 'regtest')
    mkdirSync(home, { recursive: true })
    const holds = holdPlugin !== undefined
    const plugins = [writePlugin(folder, rpc), ...(holds ? [holdPlugin] : [])]
    const args = argsOf({ folder, peerPort, restPort, plugins, holds })
    const call = (method: string, params?: Fields) => callCln(join(home, 'lightning-rpc'), method, params)
    let program: Program | undefined
    const stop = async (): Promise<void> => {
      await program?.stop()
      await untilClosed(restPort)
    }
    const start = async (): Promise<void> => {
      program = runProgram(file, args, join(folder, 'lightningd.log'))
      const isReady = async (): Promise<boolean> => {
        const { blockheight } = await call('getinfo')
        return blockheight === (await callChain(rpc, 'getblockcount', []))
      }
      await program.until(isReady, 'it answers')
    }
    await start()
    const { id, version } = await call('getinfo')
    const runes: Record<string, string> = {}
    for (const [name, methods] of Object.entries(RUNES)) {
      const { rune } = await call('createrune', { restrictions: [methods.map((method) => `method=${method}`)] })
      runes[name] = String(rune)
    }
    return {
      name: 'Core Lightning',
      version: String(version),
      nodeKey: String(id),
      holds,
      closesInvoices: true,
      address: `127.0.0.1:${peerPort}`,
      port: restPort,
      env: (port = restPort) => ({
        SERVICE_FUNDING_SOURCE: 'cln',
        SERVICE_NETWORK: 'regtest',
        CLNREST_URL: `https://127.0.0.1:${port}`,
        CLNREST_CERT: join(home, 'server.pem'),
        ...runes,
      }),
      height: async () => Number((await call('getinfo'))['blockheight']),
      ...(holds && {
        async holdsUntil(paymentHash: string) {
          const { holdinvoices } = await call('listholdinvoices', { payment_hash: paymentHash })
          const parts = (holdinvoices as readonly { htlcs: readonly { cltv_expiry: number }[] }[])[0]?.htlcs ?? []
          return Math.min(...parts.map((part) => part.cltv_expiry)) - GIVES_BACK_BEFORE
        },
      }),
      balanceMsat: async () =>
        (await listChannels(call)).reduce((sum, { to_us_msat: ours }) => sum + BigInt(ours ?? 0), 0n),
      onTheWay: async () => (await listCarried(call)).length,
      listCarried: () => listCarried(call),
      listSent: () => listSent(call),
      async findSent(paymentHash) {
        const attempts = await listSent(call, { payment_hash: paymentHash })
        return attempts.find(({ status }) => status !== 'failed') ?? attempts[0]
      },
      async knowsRoute(channelId, router, baseFeeMsat) {
        const own = await listChannels(call)
        const isOpen = own.some(({ state, peer_connected: is }) => state === 'CHANNELD_NORMAL' && is)
        const { channels } = await call('listchannels', { short_channel_id: shortId(channelId) })
        const theirs = (channels as readonly Fields[]).find(({ source }) => source === router)
        return isOpen && theirs?.['active'] === true && theirs['base_fee_millisatoshi'] === Number(baseFeeMsat)
      },
      start,
      stop,
      async payByHand(bolt11, label) {
        await call('xpay', { invstring: bolt11, ...(label !== undefined && { label }) })
      },
      async copy() {
        const kept = join(folder, 'kept.sqlite3')
        const database = join(home, 'lightningd.sqlite3')
        await stop()
        copyFileSync(database, kept)
        await start()
        return async () => {
          await stop()
          for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true })
          copyFileSync(kept, database)
          await start()
        }
      },
      async kill() {
        await program?.kill()
        await untilClosed(restPort)
      },
    }
  }

interface ArgsOptions {
  readonly folder: string
  readonly peerPort: number
  readonly restPort: number
  readonly plugins: readonly string[]
  readonly holds: boolean
}

const argsOf = ({ folder, peerPort, restPort, plugins, holds }: ArgsOptions): string[] => [
  `--lightning-dir=${folder}`,
  '--network=regtest',
  '--alias=ours',
  '--log-level=info',
  // Disabled, because it records every call with its parameters; the guide tells operators to disable it, too.
  '--log-level=unusual:plugin-clnrest',
  `--bind-addr=127.0.0.1:${peerPort}`,
  `--clnrest-port=${restPort}`,
  // Disabled, because its port is the same for every node of a machine.
  '--disable-plugin=cln-grpc',
  '--disable-plugin=bcli',
  ...plugins.map((plugin) => `--plugin=${plugin}`),
  // As above.
  ...(holds ? ['--hold-grpc-port=-1'] : []),
  '--ignore-fee-limits=true',
  // A network of three nodes needs no delays for gossip.
  '--developer',
  '--dev-fast-gossip',
  '--dev-bitcoind-poll=1',
]

/** CLNRest outlives its node for a moment and still accepts calls, whose outcome is then unknown. */
const untilClosed = (port: number): Promise<true> =>
  eventually('CLNRest has ended', async () => !(await isOpen(port)), CLOSED_MS)

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** lightningd starts a program without arguments. */
function writePlugin(folder: string, rpc: ChainRpc): string {
  const file = join(folder, 'btcd-plugin.sh')
  const script = fileURLToPath(new URL('btcd-plugin.ts', import.meta.url))
  const words = [process.execPath, script, JSON.stringify(rpc)].map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  writeFileSync(file, `#!/bin/sh\nexec ${words.join(' ')}\n`, { mode: 0o755 })
  return file
}

interface ClnChannel {
  readonly state: string
  readonly peer_connected: boolean
  readonly to_us_msat?: number
  readonly htlcs?: readonly { readonly payment_hash: string }[]
}

interface ClnPay {
  readonly payment_hash: string
  readonly status: 'complete' | 'pending' | 'failed'
  readonly amount_msat?: number
  readonly amount_sent_msat: number
  readonly preimage?: string
}

function toNodePayment({ payment_hash: paymentHash, status, preimage = '', ...pay }: ClnPay): NodePayment {
  const isSettled = status === 'complete'
  const [amountMsat, sentMsat] = [BigInt(pay.amount_msat ?? 0), BigInt(pay.amount_sent_msat)]
  return {
    paymentHash,
    status: isSettled ? 'settled' : status === 'pending' ? 'in_flight' : 'failed',
    amountMsat,
    feeMsat: isSettled ? sentMsat - amountMsat : 0n,
    preimage,
  }
}

async function listSent(call: (method: string, params?: Fields) => Promise<Fields>, which?: Fields) {
  return ((await call('listpays', which))['pays'] as readonly ClnPay[]).map(toNodePayment)
}

async function listCarried(call: (method: string) => Promise<Fields>): Promise<string[]> {
  return (await listChannels(call)).flatMap(({ htlcs = [] }) => htlcs.map(({ payment_hash: hash }) => hash))
}

async function listChannels(call: (method: string) => Promise<Fields>): Promise<readonly ClnChannel[]> {
  return (await call('listpeerchannels'))['channels'] as readonly ClnChannel[]
}

/** LND writes a channel's place in the chain as one number, Core Lightning as three: block, transaction, output. */
function shortId(channelId: string): string {
  const id = BigInt(channelId)
  return `${id >> 40n}x${(id >> 16n) & 0xffffffn}x${id & 0xffffn}`
}
