import { reservePort } from '@satchel/outbound/world/reserve-port'
import { residentMb } from '@satchel/sandbox/world/resident-mb'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../services/wallet/campaigns/eventually.ts'
import { createChance } from '../../services/wallet/simulation/chance.ts'
import type { ServerProcess } from '../server-process.ts'
import { type Place, startWalletServer, stopWalletServer } from '../wallet/wallet-server.ts'
import type { BenchDatabase } from './bench-database.ts'
import { type FilledWallets, fillWallets } from './fill-wallets.ts'
import { cpuOfProcesses } from './process-cpu.ts'
import { planMix, type PlanOf, type Supplies } from './requests.ts'
import { type MixRun, runMix } from './run-mix.ts'

/** The service of one checkout with its filled database. */
export interface Contender extends FilledWallets {
  readonly root: string
  readonly place: Place
}

export interface Turn {
  readonly processes: number
  readonly requests: number
  readonly connections: number
  readonly seed: number
  /** Unset: the mix. */
  readonly plan?: PlanOf
  /** By which the processes reach the database, if not directly. */
  readonly databaseUrl?: string
  /** What stands before the processes; unset: nothing. */
  readonly openFront?: (ports: readonly number[]) => Promise<Front>
}

/** What clients connect to. */
export interface Front {
  readonly ports: readonly number[]
  cpuMicroseconds(): number
  close(): Promise<void>
}

export interface TurnFigures extends Pick<MixRun, 'latencies'> {
  readonly requestsPerSecond: number
  /** Microseconds per request, of all processes of the service, of the database server, and of what stands before them. */
  readonly serviceCpu: number
  readonly databaseCpu: number
  readonly frontCpu: number
  /** Bytes per request that PostgreSQL writes to its log, or the service with SQLite to its disk. */
  readonly writtenBytes: number
  /** Of the changes of rows, how many touched no index; NaN for SQLite. */
  readonly hotShare: number
  /** Of the largest process of the service, at the end. */
  readonly serviceMb: number
}

const NODE_MS = 200
const FOREIGN_SAT = 10
/** The number of foreign invoices created concurrently. */
const MAKERS = 16
/** The default of the service; the other benchmarks wait for less. */
const PAY_WAIT_MS = '10000'
const SETTLED_WITHIN_MS = 30_000
const AUDITED_WITHIN_MS = 300_000

export async function openContender(database: BenchDatabase, name: string, root: string): Promise<Contender> {
  const place = await database.open(name)
  const { service } = await startProcess(place, root)
  const filled = await fillWallets(service.port)
  await stopWalletServer(service)
  return { root, place, ...filled }
}

/** New processes, a warm-up of a quarter of the requests, then the requests. */
export async function measureTurn(database: BenchDatabase, contender: Contender, turn: Turn): Promise<TurnFigures> {
  const { place, root, wallets } = contender
  const { processes, requests, connections, seed, plan = planMix, databaseUrl = place.url } = turn
  await database.tidy(place)
  const env = turn.openFront === undefined ? {} : { SERVICE_TRUSTED_PROXIES: '127.0.0.1' }
  const started: NodeProcess[] = []
  let front: Front | undefined
  try {
    while (started.length < processes) started.push(await startProcess({ ...place, url: databaseUrl }, root, env))
    const services = started.map(({ service }) => service)
    front = await (turn.openFront ?? openNoFront)(services.map(({ port }) => port))
    await Promise.all(services.map(({ port }) => untilBooksAreChecked(port)))
    const node = nodeOf(started[0]?.controlPort ?? 0)
    const chance = createChance(seed)
    const { warmUp, kinds } = plan(chance, requests)
    await node.settleAfter(NODE_MS)
    const foreign = await node.makeInvoices([...warmUp, ...kinds].filter((kind) => kind === 'external').length)
    const supplies: Supplies = { wallets, invoices: [], foreign }
    const load = { ports: front.ports, connections, supplies, chance }
    await runMix({ ...load, kinds: warmUp })
    const pids = services.map(({ pid }) => pid)
    const count = async () => ({
      service: cpuOfProcesses(pids),
      database: database.cpuMicroseconds(),
      front: front?.cpuMicroseconds() ?? 0,
      written: await database.writtenBytes(place, pids),
      ...(await database.updates(place)),
    })
    const before = await count()
    const run = await runMix({ ...load, kinds })
    const after = await count()
    const serviceMb = Math.max(...pids.map((pid) => residentMb([pid])))
    await node.requireSoundBooks()
    return {
      requestsPerSecond: requests / run.seconds,
      serviceCpu: (after.service - before.service) / requests,
      databaseCpu: (after.database - before.database) / requests,
      frontCpu: (after.front - before.front) / requests,
      writtenBytes: (after.written - before.written) / requests,
      hotShare: (after.hot - before.hot) / (after.all - before.all),
      serviceMb,
      latencies: run.latencies,
    }
  } finally {
    await front?.close()
    for (const { service } of started) await stopWalletServer(service)
  }
}

/** Each process audits the books when it has started, and then for a fiftieth of the time. */
export async function untilBooksAreChecked(port: number): Promise<void> {
  await eventually(
    'the first audit has ended',
    async () =>
      /^satchel_books_checked_age_seconds /m.test(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    AUDITED_WITHIN_MS,
  )
}

const openNoFront = async (ports: readonly number[]): Promise<Front> => ({
  ports,
  cpuMicroseconds: () => 0,
  close: async () => undefined,
})

type Environment = Readonly<Record<string, string>>

interface NodeProcess {
  readonly service: ServerProcess
  readonly controlPort: number
}

async function startProcess(place: Place, root: string, more: Environment = {}): Promise<NodeProcess> {
  const controlPort = await reservePort()
  const env = {
    SERVICE_SIM_CONTROL: `127.0.0.1:${controlPort}`,
    SERVICE_PAY_WAIT_MS: PAY_WAIT_MS,
    ...more,
  }
  return { service: await startWalletServer(place, env, root), controlPort }
}

/** The simulated node, over its control interface. The processes of a service share one node. */
export function nodeOf(port: number) {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  return {
    settleAfter: (ms: number) => call('POST', '/script', { match: { any: true }, pay: [{ do: 'slow', ms }] }),
    async makeInvoices(count: number): Promise<string[]> {
      const made: string[] = []
      const one = { amount_msat: FOREIGN_SAT * 1000, key: 'foreign' }
      const makeSome = async (): Promise<void> => {
        while (made.length < count) made.push((await call<{ bolt11: string }>('POST', '/invoice', one)).bolt11)
      }
      await Promise.all(Array.from({ length: MAKERS }, makeSome))
      return made
    },
    /** Waits until no payment is pending; a service that is fast and wrong is an error. */
    async requireSoundBooks(): Promise<void> {
      const deadline = performance.now() + SETTLED_WITHIN_MS
      for (;;) {
        const state = await call<{ halted: boolean; pending_outgoing: number; check: unknown }>('GET', '/state')
        if (state.halted || state.check !== 'ok') throw new Error(`the books: ${JSON.stringify(state)}`)
        if (state.pending_outgoing === 0) return
        if (performance.now() > deadline) throw new Error(`${state.pending_outgoing} payments are still pending`)
        await delay(100)
      }
    },
  }
}
