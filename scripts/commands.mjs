// Command name → the processes it runs, one after another. `args` is what follows `--` on the npm command line.
/** Ends a service with the process that runs the command. */
export const WITH_PARENT = '--import=./scripts/when-parent-ends.mjs'
/**
 * Bounds of memory, for the main thread and all others (decision 0101). V8's space for young objects would grow to 64 MB in
 * the first burst of work and never shrink: `youngMb` bounds each half of it. Old objects are collected from 64 MB on, and
 * then at half more than what is in use. Without `MALLOC_ARENA_MAX` glibc gives each thread a heap of its own.
 */
const service = (youngMb, main, args) => [
  'env',
  'MALLOC_ARENA_MAX=2',
  'node',
  WITH_PARENT,
  `--max-semi-space-size=${youngMb}`,
  '--initial-old-space-size=64',
  '--heap-growing-percent=50',
  main,
  ...args,
]

/** The sources of the services. */
export const programs = {
  start: 'scripts/start-both.ts',
  wallet: 'services/wallet/src/programs/main.ts',
  prices: 'services/price-aggregator/src/main.ts',
}

/** Tests of these projects of `vitest.config.ts`. */
const tests = (projects, args) => ['vitest', 'run', ...projects.flatMap((name) => ['--project', name]), ...args]
const CAMPAIGNS = ['campaigns/*']
const PAGES = ['pages/*']
const NIGHT = ['night']
const isName = (arg, index, args) => !(arg.startsWith('-') || args[index - 1]?.startsWith('-'))

/** They take minutes each: every test is printed when it ends. */
const LINES = ['--reporter', 'verbose', '--reporter', './tests/run/closing-line.ts']
/** Tests of how the service is run, which need Debian packages. */
const deployment = (name, args) => tests(['deployments'], [name, ...LINES, ...args])

/** Before these the web app is built, if its sources have changed. */
export const needsWebApp = new Set(['start', 'wallet', 'web', 'package'])
/** Before these the services are bundled, if their sources have changed. */
export const needsBundles = new Set([...Object.keys(programs), 'package'])

export const commands = {
  start: (args) => [service(4, programs.start, args)],
  wallet: (args) => [service(4, programs.wallet, args)],
  backup: (args) => [['node', 'services/wallet/src/programs/backup.ts', ...args]],
  restore: (args) => [['node', 'services/wallet/src/programs/restore.ts', ...args]],
  'restore-drill': (args) => [['node', 'services/wallet/src/programs/restore-drill.ts', ...args]],
  'upgrade-check': (args) => [['node', 'services/wallet/src/programs/upgrade-check.ts', ...args]],
  'import-lnbits': (args) => [['node', 'services/wallet/src/programs/import-lnbits.ts', ...args]],
  rekey: (args) => [['node', 'services/wallet/src/programs/rekey.ts', ...args]],
  config: (args) => [['node', 'scripts/config.ts', ...args]],
  audit: (args) => [['node', 'services/wallet/src/programs/audit.ts', ...args]],
  mend: (args) => [['node', 'services/wallet/src/programs/mend.ts', ...args]],
  prices: (args) => [service(2, programs.prices, args)],
  'mock-exchanges': (args) => [['node', 'services/price-aggregator/mock/main.ts', ...args]],
  test: (args) => [tests(['unit'], args)],
  // Named campaigns run, also those that are not in the default projects.
  'test:campaigns': (args) => [
    tests(args.includes('--project') ? [] : args.some(isName) ? [...CAMPAIGNS, ...PAGES, ...NIGHT] : CAMPAIGNS, args),
  ],
  'test:pages': (args) => [tests(PAGES, args)],
  'test:night': (args) => [tests(NIGHT, args)],
  'test:clients': (args) => [tests(['clients'], [...LINES, ...args])],
  'test:engines': (args) => [tests(['engines'], args)],
  'test:nodes': (args) => [['node', 'scripts/require-nodes.ts'], tests(['nodes'], [...LINES, ...args])],
  'test:cluster': (args) => [deployment('deployments/cluster', args)],
  'test:image': (args) => [deployment('deployments/image', args)],
  'test:install': (args) => [deployment('deployments/install', args)],
  'test:litestream': (args) => [deployment('deployments/litestream', args)],
  'test:upgrade': (args) => [deployment('rolling-upgrade', args)],
  simulate: (args) => [['node', 'services/wallet/test/simulation/simulate.ts', ...args]],
  check: () => [
    ['biome', 'check', '.'],
    ['oxlint', '--type-aware', '--deny-warnings'],
    ['tsc', '-p', '.'],
    ['tsc', '-p', 'apps/web'],
    ['knip', '--no-progress'],
    [
      'vitest',
      'run',
      'tests/house/architecture.test.ts',
      'tests/house/rooms.test.ts',
      'tests/house/lightning-floors.test.ts',
      'tests/house/rules.test.ts',
      'tests/house/language.test.ts',
      'tests/contract/openapi-lint.test.ts',
    ],
    ['npm', 'ci', '--dry-run', '--loglevel=error'],
    ['node', 'scripts/check-advisories.mjs'],
  ],
  package: (args) => [['node', 'scripts/make-package.mjs', ...args]],
  format: () => [['biome', 'check', '--write', '.']],
  'new-extension': (args) => [['node', 'scripts/new-extension.ts', ...args]],
  'pack-extension': (args) => [['node', 'scripts/pack-extension.ts', ...args]],
  'author-kit': (args) => [['node', 'scripts/author-kit.ts', ...args]],
  catalogue: (args) => [['node', 'scripts/catalogue.ts', ...args]],
  client: () => [['node', 'scripts/write-client.ts']],
  web: () => [],
  bench: ([what = 'prices', ...args]) => [['node', `bench/${what}.ts`, ...args]],
}
