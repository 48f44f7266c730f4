import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGrpcClient, type GrpcClient } from '@satchel/lightning/backends/ldk-server/grpc-client'
import { readPayment } from '@satchel/lightning/backends/ldk-server/ldk-payment'
import { signRequest } from '@satchel/lightning/backends/ldk-server/ldk-server-calls'
import {
  type ReadMessage,
  readMessage,
  type WrittenField,
  writeMessage,
} from '@satchel/lightning/backends/ldk-server/protobuf'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { eventually } from '../campaigns/eventually.ts'
import { openBitcoind } from './btcd-as-bitcoind.ts'
import { type ChainRpc, callChain } from './chain.ts'
import type { NodePayment, NodeUnderTest, UnderTestOptions } from './node-under-test.ts'
import { type Program, runProgram } from './run-program.ts'

const BY_HAND_MS = 60_000
const STATUSES = { succeeded: 'settled', pending: 'in_flight', failed: 'failed' } as const

export async function startLdkServerUnderTest({ file, folder, rpc }: UnderTestOptions): Promise<NodeUnderTest> {
  const home = join(folder, 'regtest')
  mkdirSync(home, { recursive: true })
  const [peerPort, grpcPort] = [await reservePort(), await reservePort()]
  const address = `127.0.0.1:${peerPort}`
  const configuration = join(folder, 'ldk-server.toml')
  const chainPort = await openBitcoind(rpc)
  writeFileSync(configuration, configurationOf({ folder, address, grpcPort, chainPort, rpc }))
  const files = { certificate: join(folder, 'tls.crt'), apiKey: join(home, 'api_key') }
  let program: Program | undefined
  const { ask, close } = openCalls(grpcPort, files)
  const height = async (): Promise<number> => Number((await ask('GetNodeInfo')).message(3)?.number(2))
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    await program?.[how]()
    close()
  }
  const start = async (): Promise<void> => {
    program = runProgram(file, [configuration], join(folder, 'ldk-server.out'))
    const isReady = async (): Promise<boolean> => (await height()) === (await callChain(rpc, 'getblockcount', []))
    await program.until(isReady, 'it answers')
  }
  await start()
  const listChannels = async (): Promise<readonly ReadMessage[]> => (await ask('ListChannels')).messages(1)
  const listSent = async (): Promise<NodePayment[]> => {
    const payments = await listPayments(ask)
    return payments.filter(({ direction }) => direction === 'outbound').map(toNodePayment)
  }
  /** Payments in flight are not listed. */
  const findSent = async (paymentHash: string): Promise<NodePayment | undefined> => {
    const found = (await ask('GetPaymentDetails', [[1, paymentHash]])).message(1)
    const payment = found && readPayment(found)
    return payment?.direction === 'outbound' ? toNodePayment(payment) : undefined
  }
  return {
    name: 'LDK Server',
    version: '',
    nodeKey: (await ask('GetNodeInfo')).text(1) ?? '',
    holds: true,
    closesInvoices: false,
    dropsChannels: true,
    address,
    port: grpcPort,
    env: (port = grpcPort) => envOf(port, files),
    height,
    onChainAddress: async () => (await ask('OnchainReceive')).text(1) ?? '',
    balanceMsat: async () =>
      (await listChannels()).reduce((sum, channel) => sum + (channel.number(OUTBOUND) ?? 0n), 0n),
    listSent,
    findSent,
    async knowsRoute(channelId, router, baseFeeMsat) {
      const own = await listChannels()
      const channel = (await ask('GraphGetChannel', [[1, BigInt(channelId)]])).message(1)
      const theirs = channel?.message(channel.text(1) === router ? ONE_TO_TWO : TWO_TO_ONE)
      const fee = theirs?.message(FEES)?.number(1) ?? 0n
      return own.some((each) => each.number(IS_USABLE) === 1n) && theirs?.number(ENABLED) === 1n && fee === baseFeeMsat
    },
    start,
    stop: () => end('stop'),
    kill: () => end('kill'),
    async payByHand(bolt11) {
      const id = (await ask('Bolt11Send', [[1, bolt11]])).text(1) ?? ''
      const isOver = async () => {
        const sent = await findSent(id)
        return sent?.status === 'in_flight' ? undefined : sent
      }
      if ((await eventually('it is over', isOver, BY_HAND_MS)).status === 'failed') throw new Error('it failed')
    },
  }
}

/** Fields of a channel, of a channel in the graph, and of what one of its ends says of it. */
const [OUTBOUND, IS_USABLE] = [8, 14]
const [ONE_TO_TWO, TWO_TO_ONE] = [4, 5]
const [ENABLED, FEES] = [2, 6]

interface Files {
  readonly certificate: string
  readonly apiKey: string
}

const envOf = (port: number, { certificate, apiKey }: Files) => ({
  SERVICE_FUNDING_SOURCE: 'ldk-server',
  SERVICE_NETWORK: 'regtest',
  LDK_SERVER_ENDPOINT: `https://127.0.0.1:${port}`,
  LDK_SERVER_CERT: certificate,
  LDK_SERVER_API_KEY: apiKey,
})

/** Connects at the first call, and again after `close`. */
function openCalls(port: number, files: Files) {
  let client: GrpcClient | undefined
  return {
    async ask(name: string, fields: readonly WrittenField[] = []): Promise<ReadMessage> {
      client ??= connectTo(port, files)
      const { code, message, body } = await client.call(`/api.LightningNode/${name}`, writeMessage(fields))
      if (code !== 0) throw new Error(`${name}: ${code} ${message}`)
      return readMessage(body)
    },
    close() {
      client?.close()
      client = undefined
    },
  }
}

function connectTo(port: number, files: Files): GrpcClient {
  const apiKey = readFileSync(files.apiKey).toString('hex')
  return createGrpcClient({
    baseUrl: `https://127.0.0.1:${port}`,
    certificate: readFileSync(files.certificate, 'utf8'),
    credential: (frame) => ({ 'x-auth': signRequest(apiKey, Math.floor(Date.now() / 1000), frame) }),
  })
}

/** Page by page. */
async function listPayments(ask: (name: string, fields: readonly WrittenField[]) => Promise<ReadMessage>) {
  const found = []
  for (let token: Uint8Array | undefined; ; ) {
    const page: ReadMessage = await ask('ListPayments', [[1, token]])
    found.push(...page.messages(1).flatMap((payment) => readPayment(payment) ?? []))
    const next: ReadMessage | undefined = page.message(2)
    if (next === undefined) return found
    token = writeMessage([
      [1, next.text(1)],
      [2, next.number(2)],
    ])
  }
}

type LdkPayment = NonNullable<ReturnType<typeof readPayment>>

const toNodePayment = ({ paymentHash, status, amountMsat, feeMsat, preimage }: LdkPayment): NodePayment => ({
  paymentHash,
  status: STATUSES[status],
  amountMsat: amountMsat ?? 0n,
  feeMsat: feeMsat ?? 0n,
  preimage: preimage ?? '',
})

interface Configuration {
  readonly folder: string
  readonly address: string
  readonly grpcPort: number
  readonly chainPort: number
  readonly rpc: ChainRpc
}

const configurationOf = ({ folder, address, grpcPort, chainPort, rpc }: Configuration): string => `
[node]
network = "regtest"
alias = "ours"
listening_addresses = ["${address}"]
announcement_addresses = ["${address}"]
grpc_service_address = "127.0.0.1:${grpcPort}"
pathfinding_scores_source_url = ""
[storage.disk]
dir_path = "${folder}"
[log]
level = "Info"
[bitcoind]
rpc_address = "127.0.0.1:${chainPort}"
rpc_user = "${rpc.user}"
rpc_password = "${rpc.password}"
`
