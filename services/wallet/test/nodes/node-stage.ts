import { expect } from 'vitest'
import { type BookReader, openBookReader } from '../campaigns/book-reader.ts'
import { eventually } from '../campaigns/eventually.ts'
import { type ServiceProcess, type StartOptions, startService } from '../campaigns/stages/service-process.ts'
import { createStageClient, logIn, type StageClient, type StageWallet } from '../campaigns/stages/stage-client.ts'
import type { Answer } from '../world/open-world.ts'
import { runScript } from '../world/run-script.ts'
import { createTestDatabase } from '../world/test-database.ts'
import { type Line, openLine } from './line.ts'
import type { Network } from './network.ts'
import { createPayee, type Payee } from './payee.ts'

/** The service, as an operator starts it, on a real node, with real nodes around. */
export interface NodeStage extends Pick<StageClient, 'invoice' | 'send' | 'balanceMsat'> {
  readonly network: Network
  readonly payee: Payee
  readonly line: Line
  readonly service: ServiceProcess
  /** Opens a wallet with this many satoshis, which the payee has paid. */
  openWallet(balanceSat?: number): Promise<StageWallet>
  /** The payment, as the service answers it. */
  readPayment(wallet: StageWallet, id: string): Promise<Answer['body']>
  /** Waits until a payment has this status. */
  until(wallet: StageWallet, id: string, status: 'success' | 'failed' | 'held'): Promise<Answer['body']>
  /** Waits until a payment is in our node's channels. */
  untilOnTheWay(): Promise<void>
  /** SIGKILL, if it still runs, and a new process on the same books. */
  restart(options?: Partial<StartOptions>): Promise<void>
  /** Calls a route below `/api/v1/admin/` as the super user. */
  admin(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer>
  /** Whether payments are halted, and the alarms. */
  halt(): Promise<Answer['body']>
  readBooks<T>(read: (books: BookReader) => Promise<T>): Promise<T>
  /** The node's balance minus that of the books, when nothing is in transit. */
  differenceMsat(): Promise<bigint>
  /** The audit finds nothing, nothing halted the payments, and the books have what the node has, to the millisatoshi. */
  expectRight(): Promise<void>
  close(): Promise<void>
}

export type StageNow = () => NodeStage

/** Longer than a node starts new attempts: LND for one minute, Core Lightning for two minutes. */
const END_MS = 150_000
const AGREE_MS = 20_000
const AWAY_MS = 30_000
const USUAL = { SERVICE_PAY_WAIT_MS: '1000', SERVICE_RECONCILE_MS: '250' }

export async function openNodeStage(network: Network): Promise<NodeStage> {
  const { ours } = network
  const place = await createTestDatabase('sqlite')
  const line = await openLine(ours.port)
  const env = { ...ours.env(line.port), ...USUAL }
  let service = await startService({ place, env })
  const token = await logIn(service)
  const startMsat = await ours.balanceMsat()
  const payee = createPayee(network.payee)
  const { invoice, send, balanceMsat } = createStageClient(() => service, token)
  const stage: NodeStage = {
    network,
    payee,
    line,
    invoice,
    send,
    balanceMsat,
    get service() {
      return service
    },
    async openWallet(balanceSat = 0) {
      const { body } = await service.call('POST', '/api/v1/wallet', { token, body: {} })
      const wallet = { id: body.id, adminKey: body.adminkey, invoiceKey: body.inkey }
      if (balanceSat === 0) return wallet
      const { bolt11, checking_id: id } = await invoice(wallet, balanceSat)
      expect(await payee.pay(bolt11)).toMatchObject({ status: 'SUCCEEDED' })
      await stage.until(wallet, id, 'success')
      return wallet
    },
    readPayment: async (wallet, id) =>
      (await service.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body,
    until: (wallet, id, status) => untilStatus(stage, { wallet, id, status }),
    async untilOnTheWay() {
      await eventually('a payment is on its way', async () => (await network.onTheWay()) > 0, AGREE_MS)
    },
    async restart(more = {}) {
      await service.kill()
      service = await startService({ place, ...more, env: { ...env, ...more.env } })
    },
    admin: (method, path, body) => service.call(method, `/api/v1/admin/${path}`, { token, body }),
    halt: async () => (await stage.admin('GET', 'halt')).body,
    async readBooks(read) {
      const books = await openBookReader(place)
      try {
        return await read(books)
      } finally {
        await books.close()
      }
    },
    async differenceMsat() {
      // A node settles with its neighbours some moments after it has answered us.
      await eventually('nothing is on its way', async () => (await network.onTheWay()) === 0, AGREE_MS)
      return (await ours.balanceMsat()) - startMsat - (await stage.readBooks(sumInBooks))
    },
    async expectRight() {
      const at = { SERVICE_DATABASE_URL: place.url, SERVICE_DATA_FOLDER: place.folder }
      const audit = await runScript('audit', [], { ...env, ...at })
      expect(audit).toEqual({ code: 0, said: expect.stringContaining('The books add up: ') })
      expect(await stage.halt()).toEqual({ halted: false, reason: null, comparison_due: null, alarms: [] })
      expect(await stage.differenceMsat()).toBe(0n)
    },
    async close() {
      await service.kill()
      await line.close()
      await place.drop()
    },
  }
  return stage
}

interface WaitedFor {
  readonly wallet: StageWallet
  readonly id: string
  readonly status: 'success' | 'failed' | 'held'
}

/** Resolves with the payment as soon as it has this status. */
async function untilStatus(stage: NodeStage, { wallet, id, status }: WaitedFor): Promise<Answer['body']> {
  const isThere = async () => {
    const found = await stage.readPayment(wallet, id)
    return (status === 'held' ? found.details?.held === true : found.status === status) && found
  }
  return eventually(`the payment is ${status}`, isThere, END_MS).catch(async (error: Error) => {
    const found = JSON.stringify(await stage.readPayment(wallet, id))
    throw new Error(`${error.message}; it is ${found}; the service said last:\n${stage.service.said()}`)
  })
}

/** The service has asked its node, and was not answered. */
export async function untilNodeIsAway({ service }: NodeStage): Promise<void> {
  const isAway = async (): Promise<boolean> => {
    const { body } = await service.call('GET', '/api/v1/status')
    return body.node_answers === false
  }
  await eventually('the service notices that its node is away', isAway, AWAY_MS)
}

/** Receipts minus sends and their fees, in the books. */
async function sumInBooks(books: BookReader): Promise<bigint> {
  const [row] = await books.rows<{ sum: bigint | null }>(
    `SELECT SUM(CASE WHEN from_account = 'node' THEN amount_msat ELSE -amount_msat END) AS sum
     FROM postings WHERE 'node' IN (from_account, to_account)`,
  )
  return row?.sum ?? 0n
}
