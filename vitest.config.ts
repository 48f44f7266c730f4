import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/run/exec-argv.ts'
import { filesThatUse } from './tests/run/files-that-use.ts'
import { SlowestFirst } from './tests/run/slowest-first.ts'

/** The code of built-ins runs in the sandbox: tens of times slower, some of it not at all (tests/run/sandbox-exceptions.ts). */
const IN_SANDBOX = process.env['EXTENSIONS'] === 'sandbox'

const campaignOf = (name: string): string => `services/wallet/test/campaigns/${name}.campaign.test.ts`

/** Campaigns start processes, kill them and wait: two at once leave each enough of two cores, and what they time is seconds. */
const KILLS = [
  'extension-payouts',
  'import-kills',
  'migration-kills',
  'model',
  'postgres-crashes',
  'postgres-failover',
  'postgres-replica',
  'postgres-silence',
  'random-kills',
  'seeded-defects',
  'simulation',
  'access-table',
  'node-releases',
  'two-processes',
].map(campaignOf)
/** Each step of the payments once. On PostgreSQL the simulation finds what they find, so there they wait for the night. */
const EACH_STEP = ['crash-points', 'crash-recovery', 'nth-fault'].map(campaignOf)

/** They measure times or memory, so nothing else of ours runs beside them. */
const TIMES = [
  'services/wallet/test/campaigns/{hostile-packages,noisy-accounts,over-limit-floods,slow-node}.campaign.test.ts',
  'services/price-aggregator/campaigns/misbehaving-exchanges.campaign.test.ts',
]
/** They measure what a person notices. */
const TIMES_OF_PAGES = [
  'services/wallet/test/campaigns/web-app/{activity,long-list,scan,session,speed}.campaign.test.ts',
]

/** What people do most with the web app and at a till. */
const JOURNEYS = [
  'services/wallet/test/campaigns/web-app/{set-up,log-in,receive,send}.campaign.test.ts',
  'services/wallet/test/campaigns/web-app/{treasurers,operators,shop-keepers}-day.campaign.test.ts',
  'services/wallet/test/campaigns/extension-till.campaign.test.ts',
]

/** They look at pages: two browsers at once leave each enough of two cores. */
const PAGES = [
  'services/wallet/test/campaigns/web-app/*.campaign.test.ts',
  'tests/journeys/packages/*.campaign.test.ts',
  'services/wallet/test/campaigns/extension-{invoices,page-design,page-flow,till,visits}.campaign.test.ts',
  'services/wallet/test/campaigns/{docs-page,filled-forms,passkeys,start-page,typed-numbers}.campaign.test.ts',
  'services/price-aggregator/campaigns/live-page.campaign.test.ts',
]

/**
 * The tests of some built-ins, with their code in the sandbox as that of a package: payouts, tasks and jobs, LNURL, claims,
 * zaps, sockets. Those of all: `EXTENSIONS=sandbox npm test -- extensions`.
 */
const BUILT_INS_AS_PACKAGES = ['bitcoinswitch', 'lnurlp', 'scrub', 'splitpayments', 'withdraw'].map(
  (id) => `extensions/${id}/*.test.ts`,
)

/** Tests share nothing but the machine, so files may run in one process. */
const each = { isolate: false, execArgv: EXEC_ARGV }
const alone = { ...each, fileParallelism: false }
const timeouts = (ms: number) => ({ testTimeout: ms, hookTimeout: ms })
// What is waited for comes; on a busy machine it comes later than in vitest's one second.
const patient = { expect: { poll: { timeout: 10_000 } } }

const POSTGRES = './services/wallet/test/world/postgres/postgres-server.ts'
const SERVICES = './tests/run/build-services.ts'
const COMMANDS = './tests/run/build-commands.mjs'
const CRASHING_SERVICE = './tests/run/build-crashing-service.mjs'

/** The long checks: real processes, a real browser, many faults. */
const campaign = { globalSetup: [POSTGRES, SERVICES, COMMANDS, CRASHING_SERVICE], ...timeouts(120_000) }
const kills = { ...each, ...campaign, maxWorkers: 2, sequence: { groupOrder: 1 } }

/**
 * In pages and times nothing is concluded about money from one run. What fails is tried once more, and the report says
 * so. A campaign about money is never repeated.
 */
const triedAgain = { ...campaign, retry: 1 }

/** What a file does on SQLite has run in `npm test`. The types do not know that a project may have a pattern of its own. */
const onlyOnPostgres = { testNamePattern: /on postgres/ }

/** Tests of `npm test`, run in another way. */
const again = { ...each, ...campaign, ...patient, maxWorkers: 2, sequence: { groupOrder: 2 } }

/** Without `--project`, as in editors: what `npm test` runs. The types know it as an option of the command line only. */
const unlessNamed = { project: ['unit'] }

/** All tests (docs/testing.md). The npm commands choose projects by the first part of their names (scripts/commands.mjs). */
export default defineConfig({
  test: {
    ...unlessNamed,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', './tests/run/closing-line.ts'],
    projects: [
      {
        test: {
          ...each,
          ...patient,
          name: 'unit',
          include: ['{packages,services,extensions,examples,apps,scripts,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{campaign,nodes,deployment,clients,engines}.test.ts'],
          // Two cores are what a change is judged on: two workers leave a quarter of them waiting, for disks and clocks.
          maxWorkers: 3,
          // EXACT_BALANCE=off: the simulated node's balance proves nothing, as with every real node.
          provide: { exactBalance: process.env['EXACT_BALANCE'] !== 'off' },
          globalSetup: [POSTGRES, SERVICES, COMMANDS, './tests/contract/matrix/choose-tenth.ts'],
          setupFiles: IN_SANDBOX ? ['./tests/run/expect-exceptions.ts'] : [],
          testTimeout: IN_SANDBOX ? 60_000 : 20_000,
          // Opening a world is a hook.
          hookTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...kills, name: 'campaigns/kills', include: KILLS } },
      { test: { ...kills, name: 'campaigns/each-step', include: EACH_STEP, env: { DATABASES: 'sqlite' } } },
      { test: { ...kills, name: 'night', include: EACH_STEP, env: { DATABASES: 'postgres' } } },
      {
        test: {
          ...kills,
          name: 'campaigns/others',
          include: ['{services,packages,tests}/**/*.campaign.test.ts'],
          exclude: ['**/node_modules/**', ...KILLS, ...EACH_STEP, ...PAGES, ...TIMES, ...TIMES_OF_PAGES],
        },
      },
      {
        test: {
          ...again,
          name: 'campaigns/sandbox',
          include: BUILT_INS_AS_PACKAGES,
          env: { EXTENSIONS: 'sandbox', DATABASES: 'both' },
          setupFiles: ['./tests/run/expect-exceptions.ts'],
        },
      },
      {
        test: {
          ...again,
          name: 'campaigns/postgres',
          include: filesThatUse('LOGIC_DIALECTS'),
          env: { DATABASES: 'postgres' },
          ...onlyOnPostgres,
        },
      },
      { test: { ...again, name: 'campaigns/matrix', include: filesThatUse('ofThisRun') } },
      {
        test: {
          ...each,
          ...triedAgain,
          name: 'campaigns/journeys',
          include: JOURNEYS,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: { ...alone, ...triedAgain, name: 'campaigns/times', include: TIMES, sequence: { groupOrder: 4 } },
      },
      {
        test: {
          ...each,
          ...triedAgain,
          name: 'pages/screens',
          include: PAGES,
          exclude: [...JOURNEYS, ...TIMES_OF_PAGES],
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: { ...alone, ...triedAgain, name: 'pages/times', include: TIMES_OF_PAGES, sequence: { groupOrder: 6 } },
      },
      {
        // Unmodified clients of LNbits, from their registries, against a started service (docs/guide/lnbits-clients.md).
        test: {
          ...alone,
          ...timeouts(90_000),
          name: 'clients',
          include: ['services/**/*.clients.test.ts'],
          sequence: { groupOrder: 7 },
        },
      },
      {
        // The main journeys of the web app in Firefox and WebKitGTK, from Debian's packages.
        test: {
          ...alone,
          ...timeouts(120_000),
          name: 'engines',
          include: ['services/**/*.engines.test.ts'],
          globalSetup: [POSTGRES],
          sequence: { groupOrder: 8 },
        },
      },
      {
        // How the service is run: upgraded while it works, on a cluster, installed on a fresh system.
        test: {
          ...alone,
          ...timeouts(600_000),
          name: 'deployments',
          include: ['services/**/*.deployment.test.ts'],
          globalSetup: [POSTGRES, SERVICES],
          sequence: { groupOrder: 9 },
        },
      },
      {
        // The wallet service on real Lightning nodes, where the machine has them (docs/guide/nodes.md).
        test: {
          ...alone,
          name: 'nodes',
          include: ['services/**/*.nodes.test.ts'],
          globalSetup: [SERVICES, COMMANDS, CRASHING_SERVICE],
          testTimeout: 180_000,
          hookTimeout: 400_000,
          sequence: { groupOrder: 10 },
        },
      },
    ],
  },
})
