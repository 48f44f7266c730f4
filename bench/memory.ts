import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { createChance } from '../services/wallet/test/simulation/chance.ts'
import { median } from './median.ts'
import { type Program, proportionalMb, startProgram } from './memory/start-program.ts'
import { checkoutAt } from './mix/bench-options.ts'
import { fillWallets } from './mix/fill-wallets.ts'
import { cpuOfProcesses, processesOf } from './mix/process-cpu.ts'
import { openSupplies, planMix, sendKinds } from './mix/requests.ts'
import { openNode } from './mix/simulated-node.ts'
import { LOGIN, OWN_ROOT, untilBooksAreChecked } from './mix/wallet-server.ts'
import { wholeNumber } from './whole-number.ts'

/** Long enough for the work of a start to end. */
const REST_MS = 30_000
const CONNECTIONS = 16

interface Contender extends Program {
  /** Resolves when the work of its start has ended. Unset: only `REST_MS` is waited. */
  readonly untilStarted?: () => Promise<void>
  readonly port: number
  /** The control port of the simulated node. Unset: no requests are measured. */
  readonly controlPort?: number
}

interface Figures {
  readonly processes: number
  readonly cpuSeconds: number
  readonly restMb: number
  readonly usedMb: number | undefined
}

/**
 * `npm run bench memory`: memory of the whole tree of `npm start` at rest and after requests, its processes, and its CPU
 * time up to the first answers of both services (docs/benchmarks.md). `--beside ../before` compares with another checkout,
 * `--lnbits VENV` with an LNbits that is installed there; all take turns.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      requests: { type: 'string', default: '20000' },
      beside: { type: 'string' },
      lnbits: { type: 'string' },
    },
  })
  const rounds = wholeNumber('rounds', values.rounds, 1)
  const requests = wholeNumber('requests', values.requests, 0)
  const contenders = [() => satchel('own', OWN_ROOT)]
  if (values.beside !== undefined) {
    const root = checkoutAt(values.beside)
    contenders.push(() => satchel('beside', root))
  }
  if (values.lnbits !== undefined) {
    const venv = resolve(values.lnbits)
    contenders.push(() => lnbits(venv))
  }
  const measured = new Map<string, Figures[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const open of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const contender = await open()
      const figures = await measure(contender, requests)
      measured.set(contender.name, [...(measured.get(contender.name) ?? []), figures])
      process.stderr.write(`${contender.name}: round ${round + 1} of ${rounds}: ${JSON.stringify(figures)}\n`)
    }
  }
  process.stdout.write(`${toTable(measured)}\n`)
}

async function measure(contender: Contender, requests: number): Promise<Figures> {
  const { pid, stop } = await startProgram(contender)
  try {
    const cpuSeconds = cpuOfProcesses([pid]) / 1e6
    await contender.untilStarted?.()
    await delay(REST_MS)
    const [processes, restMb] = [processesOf(pid).length, proportionalMb(pid)]
    if (requests === 0 || contender.controlPort === undefined)
      return { processes, cpuSeconds, restMb, usedMb: undefined }
    await useMix(contender.port, contender.controlPort, requests)
    await delay(REST_MS)
    return { processes, cpuSeconds, restMb, usedMb: proportionalMb(pid) }
  } finally {
    await stop()
  }
}

async function useMix(port: number, controlPort: number, requests: number): Promise<void> {
  const { wallets } = await fillWallets(port)
  const chance = createChance(1)
  const { stock, warmUp, measured } = planMix(chance, requests)
  const kinds = [...warmUp, ...measured]
  const node = openNode(controlPort)
  const foreign = await node.makeInvoices(kinds.filter((kind) => kind === 'external').length)
  const supplies = openSupplies(
    wallets,
    foreign.map(({ bolt11 }) => bolt11),
  )
  const connections = { ports: [port], connections: CONNECTIONS }
  await sendKinds(connections, stock, supplies, chance)
  await sendKinds(connections, kinds, supplies, chance)
  await node.requireSoundBooks()
}

/** As a new user starts it, but for the rate limit and what the mix asks the simulated node for. */
async function satchel(name: string, root: string): Promise<Contender> {
  const [port, pricesPort, controlPort] = [await reservePort(), await reservePort(), await reservePort()]
  return {
    name,
    port,
    controlPort,
    command: 'npm',
    args: ['start'],
    cwd: root,
    env: (folder) => ({
      PORT: String(port),
      PRICES_PORT: String(pricesPort),
      SERVICE_DATA_FOLDER: folder,
      PRICES_DATA_FOLDER: folder,
      SUPER_USER_USERNAME: LOGIN.username,
      SUPER_USER_PASSWORD: LOGIN.password,
      SERVICE_RATE_LIMIT_NO: '0',
      SERVICE_SIM_CONTROL: `127.0.0.1:${controlPort}`,
    }),
    readyUrls: [`http://127.0.0.1:${port}/api/v1/health`, `http://127.0.0.1:${pricesPort}/health`],
    untilStarted: () => untilBooksAreChecked(port),
  }
}

async function lnbits(venv: string): Promise<Contender> {
  const port = await reservePort()
  return {
    name: 'LNbits',
    port,
    command: join(venv, 'bin/lnbits'),
    args: ['--host', '127.0.0.1', '--port', String(port)],
    // It finds its static files relative to the working directory.
    cwd: globSync(join(venv, 'lib/python*/site-packages'))[0] ?? venv,
    env: (folder) => ({
      LNBITS_DATA_FOLDER: folder,
      LNBITS_BACKEND_WALLET_CLASS: 'FakeWallet',
      LNBITS_ADMIN_UI: 'true',
    }),
    readyUrls: [`http://127.0.0.1:${port}/api/v1/health`],
  }
}

function toTable(measured: ReadonlyMap<string, readonly Figures[]>): string {
  const own = measured.get('own') ?? []
  const of = (figures: readonly Figures[], which: keyof Figures): number =>
    median(figures.map((one) => one[which] ?? NaN))
  const row = ([name, figures]: [string, readonly Figures[]]): string => {
    const cell = (which: keyof Figures, digits: number): string => {
      const value = of(figures, which)
      if (Number.isNaN(value)) return ''
      return `${value.toFixed(digits)}${name === 'own' ? '' : ` (own ÷ it: ${(of(own, which) / value).toFixed(2)})`}`
    }
    return `| ${name} | ${cell('processes', 0)} | ${cell('cpuSeconds', 2)} | ${cell('restMb', 0)} | ${cell('usedMb', 0)} |`
  }
  return [
    '| | processes | CPU to the first answers, s | PSS at rest, MB | after requests, MB |',
    '|---|--:|--:|--:|--:|',
    ...[...measured].map(row),
  ].join('\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await main()
