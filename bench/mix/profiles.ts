import { LIMITS } from '@satchel/sandbox/limits'
import type { Run } from './figures.ts'
import { makeInvoices, type UsedWallet, writePayment } from './fill-wallets.ts'
import type { Neighbour } from './neighbour.ts'
import type { Phase, Profile, Setting } from './profile.ts'
import { planMix, planOnly } from './requests.ts'
import { writeRequest } from './send-requests.ts'
import { LOGIN } from './wallet-server.ts'

/** Options of the command that profiles use. Lists begin with the baseline. */
export interface Sizes {
  readonly processes: readonly number[]
  readonly sockets: readonly number[]
  readonly payments: readonly number[]
  readonly items: number
  readonly packages: number
}

const count = (number: number, what: string): string => `${number.toLocaleString('en')} ${what}`
const processesOf = (number: number): string => count(number, number === 1 ? 'process' : 'processes')

/** The profiles of `--plan`. */
export const PROFILES: Readonly<Record<string, (sizes: Sizes) => Profile>> = {
  mix: (sizes) => mixOf(sizes, planMix),
  internal: (sizes) => mixOf(sizes, planOnly('internal')),
  limits,
  goals,
  scale,
  extensions,
  packages,
}

/** One and several processes; SQLite allows one. */
const mixOf = ({ processes }: Sizes, plan: Phase['plan']): Profile => ({
  databases: ['sqlite', 'postgres'],
  requests: 40_000,
  rounds: 3,
  settings: (dialect) =>
    processes
      .filter((number) => dialect === 'postgres' || number === 1)
      .map((number) => ({ processes: number, phases: [{ name: processesOf(number), ...(plan && { plan }) }] })),
  comparisons: [],
})

const READER = { from: '127.0.0.2', connections: 4, everyMs: 20, share: 0.1 }
/** The rate limit of the neighbours, per second. The reader sends two thirds of it, the greedy client ten times as much. */
const LIMIT = 300

/** What one payer, payer's node, client or wallet costs the others (rules G4 to G9). */
function limits({ payments }: Sizes): Profile {
  const big = payments.at(-1) ?? 0
  const many = { connections: 192 }
  const reads: Omit<Phase, 'name'> = { plan: planOnly('balance', 1), wallets: ({ rich }) => [rich], ...READER }
  const logIns = {
    from: '127.0.0.3',
    connections: 20,
    statuses: [200],
    requests: [writeRequest('POST', '/api/v1/auth', {}, LOGIN)],
  }
  const greedy = ({ contender: { rich } }: Run): Neighbour => ({
    from: '127.0.0.3',
    connections: 30,
    everyMs: 10,
    statuses: [200, 429],
    requests: [writeRequest('GET', '/api/v1/wallet', { 'X-Api-Key': rich.inkey })],
  })
  const one = (which: number) => ({
    connections: 1,
    share: 0.2,
    wallets: ({ several }: { several: readonly UsedWallet[] }) => several.slice(which, which + 1),
  })
  return {
    databases: ['sqlite', 'postgres'],
    requests: 8000,
    rounds: 5,
    settings: () => [
      {
        env: { SERVICE_RATE_LIMIT_NO: String(LIMIT), SERVICE_RATE_LIMIT_UNIT: 'second' },
        phases: [
          { ...reads, name: 'reads alone' },
          { ...reads, name: 'reads beside log-ins', beside: () => logIns },
          { ...reads, name: 'reads beside a greedy client', beside: greedy },
        ],
      },
      {
        env: { SERVICE_PAY_WAIT_MS: '500' },
        phases: [
          { ...many, name: 'spread payers', plan: planOnly('internal', 0.6) },
          { ...many, name: 'one hot payer', plan: planOnly('internal'), payer: ({ rich }) => rich },
          { ...many, name: 'reads', plan: planOnly('balance', 1), share: 2.5 },
          { ...many, name: 'reads while payments hang', plan: planOnly('balance'), share: 2.5, hanging: 500 },
        ],
      },
      {
        contents: { big },
        phases: [
          { ...one(1), name: 'page of a small wallet', plan: planOnly('counted page') },
          { ...one(0), name: 'page of a big wallet', plan: planOnly('counted page') },
          { ...one(1), name: 'balance of a small wallet', plan: planOnly('balance') },
          { ...one(0), name: 'balance of a big wallet', plan: planOnly('balance') },
          { ...one(0), name: 'big wallet by session', plan: planOnly('page of one wallet') },
          { ...one(0), name: 'all wallets by session', plan: planOnly('page of all wallets') },
        ],
      },
    ],
    comparisons: [
      { of: 'one hot payer', over: 'spread payers', figure: 'requests/s', min: 0.5, rule: 'G6' },
      { of: 'reads while payments hang', over: 'reads', figure: 'p99', max: 2, rule: 'G4' },
      { of: 'reads beside log-ins', over: 'reads alone', figure: 'p99', max: 3, rule: 'G8' },
      { of: 'reads beside a greedy client', over: 'reads alone', figure: 'p99', max: 1.5, rule: 'G9' },
      { of: 'page of a big wallet', over: 'page of a small wallet', figure: 'p50', max: 2, rule: 'G7' },
      { of: 'balance of a big wallet', over: 'balance of a small wallet', figure: 'p50', max: 2, rule: 'G7' },
      { of: 'all wallets by session', over: 'big wallet by session', figure: 'p50', max: 1.5, rule: 'G7' },
    ],
  }
}

/** What one process on one machine is meant to do (docs/guide/scale.md). */
function goals({ payments, sockets }: Sizes): Profile {
  const held = sockets.at(-1) ?? 0
  const big = payments.at(-1) ?? 0
  const reads: Omit<Phase, 'name'> = { plan: planOnly('balance', 1), connections: 4, everyMs: 10, share: 0.1 }
  const rest = { restSeconds: 60 }
  return {
    databases: ['sqlite', 'postgres'],
    requests: 20_000,
    rounds: 3,
    settings: (dialect) => [
      {
        phases: [
          { name: 'internal payments', plan: planOnly('internal'), connections: 192 },
          { ...reads, name: 'reads alone' },
          { ...reads, name: 'reads beside payments', beside: payHalfAsOften },
        ],
      },
      ...(dialect === 'sqlite' && held > 0
        ? [
            {
              phases: [
                { ...rest, name: 'at rest' },
                { ...rest, name: 'with WebSockets', sockets: held },
              ],
            },
          ]
        : []),
      // A separate database: the simulated node would load the many invoices of the first setting.
      { contents: { big: 0 }, phases: [{ name: 'start' }] },
      { contents: { big }, phases: [{ name: 'start with history' }] },
    ],
    comparisons: [
      { of: 'reads beside payments', over: 'reads alone', figure: 'p99', max: 2 },
      { of: 'with WebSockets', over: 'at rest', figure: 'memory, MB', isDifference: true, max: 150 },
      { of: 'with WebSockets', over: 'at rest', figure: 'CPU of a core, %' },
      { of: 'start with history', over: 'start', figure: 'start, ms' },
    ],
  }
}

/** Internal payments at half the rate that `internal payments` reached. */
async function payHalfAsOften({ ports, contender, figures }: Run): Promise<Neighbour> {
  const PAYERS = 32
  const rate = (figures.get('internal payments')?.requestsPerSecond ?? 0) / 2
  const seconds = (figures.get('reads alone')?.latencies.get('balance')?.length ?? 0) / 400
  const at = (index: number) => contender.wallets[index % contender.wallets.length] as UsedWallet
  // Twice as many as needed: they must last although the reader becomes slower.
  const invoices = await makeInvoices(ports[0] as number, Math.ceil(2 * seconds * rate), 1, at)
  const requests = invoices.map((bolt11, index) => writePayment(at(index + 1), bolt11))
  return { connections: PAYERS, everyMs: (PAYERS * 1000) / rate, statuses: [201], requests }
}

/** PostgreSQL behind Nginx: several processes, PgBouncer, WebSockets, large tables. */
function scale({ processes, sockets, payments }: Sizes): Profile {
  const two = { processes: 2, isBalanced: true }
  const phase = (name: string): Phase => ({ name, plan: planMix })
  const settings: readonly Setting[] = [
    ...processes.flatMap((number) =>
      [false, true].map((isPooled) => ({
        ...two,
        processes: number,
        isPooled,
        phases: [phase(`${processesOf(number)}${isPooled ? ', PgBouncer' : ''}`)],
      })),
    ),
    ...sockets.map((number) => ({ ...two, phases: [{ ...phase(count(number, 'WebSockets')), sockets: number }] })),
    ...payments.map((number) => ({
      ...two,
      contents: { payments: number },
      phases: [phase(count(number, 'payments more'))],
    })),
  ]
  const names = settings.map(({ phases: [first] }) => first?.name ?? '')
  return {
    databases: ['postgres'],
    requests: 12_000,
    rounds: 3,
    settings: () => settings,
    comparisons: names.slice(1).map((of) => ({ of, over: names[0] ?? '', figure: 'CPU, both' })),
  }
}

/** Fifty active extensions with items on both wallets, beside none (limit 1.05). */
function extensions({ items }: Sizes): Profile {
  const setting = (name: string, number: number): Setting => ({
    contents: { items: number },
    phases: [
      {
        name: `read ${name}`,
        plan: planOnly('balance', 1),
        connections: 16,
        wallets: ({ rich, payee }) => [rich, payee],
        restSeconds: 1.5,
      },
      {
        name: `payment ${name}`,
        plan: planOnly('internal', 1),
        share: 0.15,
        connections: 16,
        wallets: ({ payee }) => [payee],
        payer: ({ rich }) => rich,
        restSeconds: 1.5,
      },
    ],
  })
  const compare = (what: string) =>
    ({ of: `${what} with extensions`, over: `${what} without`, figure: 'CPU, service', max: 1.05 }) as const
  return {
    databases: ['sqlite'],
    requests: 4000,
    rounds: 9,
    settings: () => [setting('without', 0), setting('with extensions', items)],
    comparisons: [compare('read'), compare('payment')],
  }
}

/** Packages are unloaded some time after their last use; then the memory is returned. */
const UNLOADED_SECONDS = (2 * LIMITS.restMs) / 1000 + 5

/** Installed packages with code, beside none: start and memory. */
function packages({ packages: number }: Sizes): Profile {
  const setting = (name: string, installed: number): Setting => ({
    contents: { packages: installed },
    phases: [
      { name: `started ${name}` },
      { name: `used ${name}`, plan: planOnly('visit', 0), connections: 1 },
      { name: `at rest ${name}`, restSeconds: UNLOADED_SECONDS },
    ],
  })
  const compare = (what: string, figure: 'memory, MB' | 'start, ms' | 'CPU of a start, ms', max?: number) => ({
    of: `${what} with packages`,
    over: `${what} without`,
    figure,
    isDifference: true,
    ...(max !== undefined && { max }),
  })
  return {
    databases: ['sqlite'],
    requests: number,
    rounds: 5,
    settings: () => [setting('without', 0), setting('with packages', number)],
    comparisons: [
      compare('started', 'start, ms', 1000),
      compare('started', 'CPU of a start, ms'),
      compare('started', 'memory, MB'),
      compare('used', 'memory, MB'),
      compare('at rest', 'memory, MB', 60),
    ],
  }
}
