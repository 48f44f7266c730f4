import { setTimeout as delay } from 'node:timers/promises'
import { residentMb } from '@satchel/sandbox/world/resident-mb'
import { openBalancer } from '../../services/wallet/test/deployments/balancer.ts'
import { createChance } from '../../services/wallet/test/simulation/chance.ts'
import { holdSockets } from '../../services/wallet/test/world/servers/hold-sockets.ts'
import type { BenchDatabase } from './bench-database.ts'
import type { Figures, Run } from './figures.ts'
import { payInvoices, type UsedWallet } from './fill-wallets.ts'
import { startNeighbour } from './neighbour.ts'
import type { Contender } from './open-contender.ts'
import { cpuOfProcesses, processesOf } from './process-cpu.ts'
import type { Phase, Setting } from './profile.ts'
import { openSupplies, sendKinds } from './requests.ts'
import { startWalletServer, untilBooksAreChecked, type WalletServer } from './wallet-server.ts'

export interface Turn {
  readonly requests: number
  readonly connections: number
  readonly seed: number
}

const NODE_MS = 200
/** After WebSockets were opened. */
const QUIET_MS = 5000

/** Starts new processes and measures the phases of a setting, one after another. */
export async function measureTurn(
  database: BenchDatabase,
  contender: Contender,
  setting: Setting,
  turn: Turn,
): Promise<ReadonlyMap<string, Figures>> {
  const { place, root, env } = contender
  const { processes = 1, isPooled = false, isBalanced = false } = setting
  await database.tidy(place)
  const pooler = isPooled ? await database.openPooler() : undefined
  const reached = pooler === undefined ? place : { ...place, url: pooler.urlOf(place.url) }
  const more = isBalanced ? { SERVICE_TRUSTED_PROXIES: '127.0.0.1' } : {}
  const servers: WalletServer[] = []
  const figures = new Map<string, Figures>()
  let balancer: Awaited<ReturnType<typeof openBalancer>> | undefined
  try {
    while (servers.length < processes) {
      servers.push(await startWalletServer(reached, { ...env, ...more, ...setting.env }, root))
    }
    const [first] = servers as [WalletServer]
    const start = { startMs: first.startMs, startCpuMs: (await first.cpuMicroseconds()) / 1000 }
    const own = servers.map(({ port }) => port)
    if (isBalanced) balancer = await openBalancer(own.map((port) => `http://127.0.0.1:${port}`))
    await Promise.all(own.map(untilBooksAreChecked))
    const ports = balancer === undefined ? own : [Number(new URL(balancer.url).port)]
    const frontPids = [balancer?.pid ?? [], pooler?.pid ?? []].flat()
    const run = { database, contender, servers, ports, frontPids, chance: createChance(turn.seed), figures }
    for (const phase of setting.phases) {
      figures.set(phase.name, { ...(await measurePhase(run, phase, turn)), ...start })
    }
    // Payments that hung are final only after the reconciler polls them again, which the next turn waits for.
    await first.node.requireSoundBooks(setting.phases.some(({ hanging = 0 }) => hanging > 0))
    return figures
  } finally {
    await balancer?.close()
    for (const server of servers) await server.stop()
  }
}

type PhaseFigures = Omit<Figures, 'startMs' | 'startCpuMs'>

async function measurePhase(run: Run, phase: Phase, turn: Turn): Promise<PhaseFigures> {
  const { contender, servers, ports, chance } = run
  const [{ node }] = servers as [WalletServer]
  const requests = phase.plan === undefined ? 0 : Math.ceil(turn.requests * (phase.share ?? 1))
  const { stock, warmUp, measured } = phase.plan?.(chance, requests) ?? { stock: [], warmUp: [], measured: [] }
  await node.settleAfter(NODE_MS)
  const foreign = await node.makeInvoices([...warmUp, ...measured].filter((kind) => kind === 'external').length)
  const wallets = phase.wallets?.(contender) ?? contender.wallets
  const supplies = {
    ...openSupplies(
      wallets,
      foreign.map(({ bolt11 }) => bolt11),
    ),
    payer: phase.payer?.(contender),
    pages: [...contender.pages],
  }
  const connections = { ports, ...phase, connections: phase.connections ?? turn.connections }
  await sendKinds(connections, stock, supplies, chance)
  await sendKinds(connections, warmUp, supplies, chance)
  const release = await prepare(run, phase, wallets)
  const before = await readCounts(run)
  const { seconds, latencies } = await sendKinds(connections, measured, supplies, chance)
  await delay((phase.restSeconds ?? 0) * 1000)
  const after = await readCounts(run)
  const megabytes = Math.max(...servers.map(({ pid }) => residentMb(processesOf(pid))))
  await release()
  const each = (count: (counts: typeof before) => number): number => (count(after) - count(before)) / measured.length
  return {
    requestsPerSecond: measured.length === 0 ? Number.NaN : measured.length / seconds,
    serviceCpu: each(({ service }) => service),
    databaseCpu: each(({ database }) => database),
    frontCpu: each(({ front }) => front),
    coreShare: (after.service - before.service) / 1000 / (after.ms - before.ms),
    writtenBytes: each(({ written }) => written),
    hotShare: (after.hot - before.hot) / (after.all - before.all),
    megabytes,
    latencies,
  }
}

async function readCounts({ servers, database, contender, frontPids }: Run) {
  const pids = servers.map(({ pid }) => pid)
  return {
    service: cpuOfProcesses(pids),
    database: database.cpuMicroseconds(),
    front: cpuOfProcesses(frontPids),
    written: await database.writtenBytes(contender.place, pids),
    ...(await database.updates(contender.place)),
    ms: performance.now(),
  }
}

/** Opens what goes on beside the requests of a phase; returns what ends it. */
async function prepare(run: Run, phase: Phase, wallets: readonly UsedWallet[]): Promise<() => Promise<void>> {
  const { contender, servers, ports } = run
  const { sockets = 0, hanging = 0 } = phase
  const [{ node }] = servers as [WalletServer]
  const port = ports[0] as number
  const keys = contender.unused.map(({ inkey }) => inkey)
  const held = sockets === 0 ? undefined : await holdSockets({ ports, count: sockets, keys })
  if (held !== undefined) await delay(QUIET_MS)
  const stopNeighbour = phase.beside === undefined ? undefined : await startNeighbour(port, await phase.beside(run))
  const unanswered = await hang(node, port, wallets, hanging)
  return async () => {
    await stopNeighbour?.()
    await held?.close()
    for (const hash of unanswered) await node.fail(hash)
  }
}

async function hang(node: WalletServer['node'], port: number, wallets: readonly UsedWallet[], count: number) {
  if (count === 0) return []
  const invoices = await node.makeInvoices(count)
  await node.hang()
  const bolt11 = invoices.map((invoice) => invoice.bolt11)
  await payInvoices(port, bolt11, (index) => wallets[index % wallets.length] as UsedWallet)
  return invoices.map(({ hash }) => hash)
}
