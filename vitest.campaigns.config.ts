import { defineConfig } from 'vitest/config'
import { EXEC_ARGV } from './tests/exec-argv.ts'
import { filesThatUse } from './tests/files-that-use.ts'

/** They start processes, kill them and wait: two at once leave each enough of two cores, and what they time is seconds. */
const SIDE_BY_SIDE = [
  'crash-points',
  'crash-recovery',
  'extension-payouts',
  'import-kills',
  'model',
  'nth-fault',
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
].map((name) => `services/wallet/campaigns/${name}.campaign.test.ts`)

/** They measure what an honest account notices, so nothing else of ours runs beside them. */
const TIMES = ['services/wallet/campaigns/{hostile-packages,noisy-accounts,over-limit-floods}.campaign.test.ts']
/** They measure what a person notices. */
const TIMES_OF_PAGES = ['services/wallet/campaigns/web-app/{activity,long-list,scan,session,speed}.campaign.test.ts']

/** What people do most with the web app and at a till. */
const JOURNEYS = [
  'services/wallet/campaigns/web-app/{set-up,log-in,receive,send}.campaign.test.ts',
  'services/wallet/campaigns/web-app/{treasurers,operators,shop-keepers}-day.campaign.test.ts',
  'services/wallet/campaigns/extension-till.campaign.test.ts',
]

/** They look at pages: two browsers at once leave each enough of two cores. */
const PAGES = [
  'services/wallet/campaigns/web-app/*.campaign.test.ts',
  'services/wallet/campaigns/extension-{page-design,page-flow,till,visits}.campaign.test.ts',
  'services/wallet/campaigns/{docs-page,filled-forms,passkeys,start-page,typed-numbers}.campaign.test.ts',
  'services/price-aggregator/campaigns/live-page.campaign.test.ts',
]

/**
 * The tests of some built-ins, with their code in the sandbox as that of a package: payouts, tasks and jobs, LNURL, claims,
 * zaps, sockets. Those of all: `EXTENSIONS=sandbox npm test -- extensions`.
 */
const IN_SANDBOX = ['bitcoinswitch', 'lnurlp', 'scrub', 'splitpayments', 'withdraw'].map(
  (id) => `extensions/${id}/*.test.ts`,
)

/**
 * In pages and times nothing is concluded about money from one run. What fails is tried once more, and the report says
 * so. A campaign about money is never repeated.
 */
const TRIED_AGAIN = { retry: 1 }

const each = {
  isolate: false,
  execArgv: EXEC_ARGV,
  globalSetup: [
    './services/wallet/world/postgres/postgres-server.ts',
    './tests/build-services.ts',
    './tests/build-crashing-service.ts',
  ],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

const ofPages = { ...each, ...TRIED_AGAIN }

/** Tests of `npm test`, run in another way. */
const ofNpmTest = { ...each, expect: { poll: { timeout: 10_000 } }, maxWorkers: 2 }

/** The long checks: real processes, a real browser, many faults. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { ...each, name: 'side by side', include: SIDE_BY_SIDE, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        test: {
          ...each,
          name: 'one by one',
          include: ['services/**/*.campaign.test.ts', 'packages/**/*.campaign.test.ts', 'tests/**/*.campaign.test.ts'],
          exclude: [...SIDE_BY_SIDE, ...PAGES, ...TIMES, ...TIMES_OF_PAGES],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...ofNpmTest,
          name: 'in the sandbox',
          include: IN_SANDBOX,
          env: { EXTENSIONS: 'sandbox', DATABASES: 'both' },
          setupFiles: ['./tests/expect-exceptions.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...ofNpmTest,
          name: 'on PostgreSQL',
          include: filesThatUse('LOGIC_DIALECTS'),
          env: { DATABASES: 'postgres' },
          testNamePattern: /on postgres/,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...ofNpmTest,
          name: 'whole matrix',
          include: filesThatUse('ofThisRun'),
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...ofPages, name: 'journeys', include: JOURNEYS, maxWorkers: 2, sequence: { groupOrder: 3 } },
      },
      {
        test: {
          ...each,
          ...TRIED_AGAIN,
          name: 'times',
          include: TIMES,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...ofPages,
          name: 'pages',
          include: PAGES,
          exclude: [...JOURNEYS, ...TIMES_OF_PAGES],
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          ...ofPages,
          name: 'times of pages',
          include: TIMES_OF_PAGES,
          fileParallelism: false,
          sequence: { groupOrder: 6 },
        },
      },
    ],
    reporters: ['default', './tests/closing-line.ts'],
  },
})
