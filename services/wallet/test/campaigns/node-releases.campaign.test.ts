import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ISO_4217 } from '@satchel/money/iso-4217'
import { minorDigits } from '@satchel/money/minor-digits'
import { hadUnsureDigits } from '@satchel/money/once-unsure-digits'
import { expect, onTestFinished, test } from 'vitest'
import { openSoftwareDevice } from '../world/extensions/software-device.ts'
import { eventually } from './eventually.ts'
import { type CrashStage, openCrashStage } from './stages/crash-stage.ts'
import { installNodeReleases } from './stages/node-releases.ts'
import { logIn, type StageWallet } from './stages/stage-client.ts'

/** The suite takes half a minute on two quiet cores. */
const PATIENCE_MS = 600_000
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The contract suites of backend, database, rate limit, sandbox and extension, and the payments of a release. */
const CONTRACTS = [
  'contract.test.ts',
  'extensions/withdraw/withdraw.test.ts',
  'packages/http/src/limits/rate-limit-memory.test.ts',
  'packages/http/src/limits/rate-limit-shared.test.ts',
  'packages/lightning/src/backends/phoenixd/phoenixd.test.ts',
  'packages/lightning/src/simulated/simulated.test.ts',
  'packages/money/',
  'packages/sandbox/src/guest/natives.test.ts',
  'packages/sandbox/src/sandbox.test.ts',
  'services/wallet/src/db/database.test.ts',
  'services/wallet/src/rates/rate-source.test.ts',
  'services/wallet/src/throttle/rate-limit-stores.test.ts',
  'tests/journeys/stored-digits.test.ts',
]

/** Without tests that exhaust the limits of the sandbox, which take a second of CPU time each. */
const OPTIONS = ['-t', '^((?!is contained).)*$', '--testTimeout=120000', '--hookTimeout=120000']

const installed = installNodeReleases()
if (typeof installed === 'string') {
  if (process.env['CI'] === 'true') throw new Error(installed)
  process.stdout.write(`Other releases of Node were not tried: ${installed}\n`)
}
const isThere = typeof installed !== 'string'
const { oldest, newest } = isThere ? installed : { oldest: '', newest: '' }

const versionOf = (program: string): string => execFileSync(program, ['-p', 'process.versions.node']).toString().trim()

test.runIf(isThere)('the oldest Node that package.json allows is tried', () => {
  const { engines } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
  expect(`>=${versionOf(oldest).replace(/\.0$/, '')}`).toBe(engines.node)
})

test('every contract suite of this repository is among those that are tried', () => {
  const grep = (pattern: string, ...places: string[]): string[] =>
    execFileSync('git', ['grep', '-hE', pattern, '--', ...places], { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n')
  const suites = grep(
    '^export (function|const) \\w+Contract',
    ':!services/wallet/test/nodes',
    ':!packages/extension-sdk',
    ':!tests',
  )
  const names = suites.map((line) => /\w+Contract/.exec(line)?.[0] ?? '')
  const files = CONTRACTS.map((file) => (file.endsWith('/') ? `${file}*.test.ts` : `*${file}`))
  // A suite may import other suites.
  const uses = grep('\\w+Contract', ...files, '*.contract.ts').filter((line) => !line.startsWith('export'))
  const tried = new Set(uses.flatMap((line) => line.match(/\w+Contract\b/g) ?? []))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !tried.has(name))).toEqual([])
})

test.runIf(isThere).each([
  ['oldest', oldest],
  ['newest', newest],
])(
  'the contract suites pass on the %s Node',
  async (_which, program) => {
    const vitest = `${ROOT}node_modules/vitest/vitest.mjs`
    const run = await promisify(execFile)(program, [vitest, 'run', ...OPTIONS, ...CONTRACTS], {
      cwd: ROOT,
      timeout: PATIENCE_MS,
      maxBuffer: 16 * 1024 * 1024,
      env: { HOME: process.env['HOME'], PATH: `${dirname(program)}:${process.env['PATH']}`, NO_COLOR: '1' },
    }).catch((error: { readonly stdout: string }) => error)
    const [, passed, failed] = /^(\d+) passed, (\d+) failed/m.exec(run.stdout) ?? []
    expect(failed, run.stdout.slice(-8000)).toBe('0')
    expect(Number(passed)).toBeGreaterThan(400)
  },
  2 * PATIENCE_MS,
)

test.runIf(isThere)(
  'every code of ISO 4217 has the same digits on three Nodes, and where Intl ever differed is known',
  () => {
    const script = `
    import { ISO_4217 } from '@satchel/money/iso-4217'
    import { minorDigits } from '@satchel/money/minor-digits'
    const intl = (currency) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    console.log(JSON.stringify(Object.keys(ISO_4217).map((code) => [code, minorDigits(code), intl(code)])))`
    const readIn = (program: string): [code: string, digits: number, intl: number][] =>
      JSON.parse(
        execFileSync(program, ['--no-warnings', '--input-type=module', '-e', script], {
          cwd: `${ROOT}services/wallet`,
          encoding: 'utf8',
        }),
      )
    const expected = Object.keys(ISO_4217).map((code) => [code, minorDigits(code)])
    const all = [oldest, process.execPath, newest].map(readIn)
    for (const read of all) expect(read.map(([code, digits]) => [code, digits])).toEqual(expected)
    const differing = new Set(all.flatMap((read) => read.filter(([, own, intl]) => own !== intl).map(([code]) => code)))
    expect([...differing].filter((code) => !hadUnsureDigits(code))).toEqual([])
    expect(Object.keys(ISO_4217).filter((code) => hadUnsureDigits(code) && !differing.has(code))).toEqual([])
  },
)

test.runIf(isThere)('the newest Node denies the sandbox its own connections', () => {
  const connect = "require('net').connect(9, '127.0.0.1').on('error', ({ code }) => console.log(code))"
  expect(execFileSync(newest, ['--no-warnings', '--permission', '-e', connect]).toString().trim()).toBe(
    'ERR_ACCESS_DENIED',
  )
})

/** A forint is 2.5 sat. */
const ENV = { SERVICE_FIXED_RATES: '{"HUF":40000000}' }
const PRICE = 1999.5
const SATS = 4998

test.runIf(isThere)(
  'a data folder moves to newer Nodes and back, and every amount stays what it was',
  async () => {
    const stage = await openCrashStage('sqlite', { node: oldest, env: ENV })
    onTestFinished(() => stage.close())
    const token = await logIn(stage.service)
    for (const ext_id of ['fossa', 'invoices', 'offlineshop', 'tpos']) {
      const body = { ext_id, source_repo: 'builtin' }
      expect((await stage.service.call('POST', '/api/v1/extension', { token, body })).status).toBeLessThan(300)
    }
    const [owner, payer] = [await stage.openWallet(100_000), await stage.openWallet(1_000_000)]
    let made = await makeItems(stage, owner)
    for (const node of [process.execPath, newest, process.execPath, oldest]) {
      await stage.restart({ node, env: ENV })
      await expectUnchanged(stage, { owner, payer }, made)
      made = await makeItems(stage, owner)
    }
  },
  PATIENCE_MS,
)

interface Items {
  readonly bill: string
  readonly product: string
  readonly till: string
  readonly machine: string
  readonly code: string
}

async function makeItems({ service }: CrashStage, owner: StageWallet): Promise<Items> {
  const make = async (extId: string, body: object) => {
    const answer = await service.call('POST', `/${extId}/api/v1/`, { key: owner.adminKey, body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const currency = 'HUF'
  const work = { description: 'Work', amount: PRICE, quantity: 1 }
  const bill = await make('invoices', { currency, status: 'open', items: [work] })
  const product = await make('offlineshop', { name: 'Jam', price: PRICE, currency })
  const till = await make('tpos', { name: 'Bar', currency, items: [{ title: 'Menu', price: PRICE }] })
  const machine = await make('fossa', { title: 'ATM', currency, daily_limit: 100_000 })
  const code = openSoftwareDevice(machine.key).authenticated(125_000).toString('base64url')
  return { bill: bill.id, product: product.id, till: till.id, machine: machine.id, code }
}

async function expectUnchanged(
  { service, send }: CrashStage,
  { owner, payer }: { readonly owner: StageWallet; readonly payer: StageWallet },
  { bill, product, till, machine, code }: Items,
): Promise<void> {
  for (const path of [`/invoices/p/${bill}`, `/offlineshop/p/${product}`, `/tpos/p/${till}`]) {
    expect(await service.call('GET', path)).toMatchObject({
      status: 200,
      body: expect.stringMatching(/HUF\s1,999\.50/u),
    })
  }
  const asked = await service.call('POST', `/invoices/public/${bill}/payments`, { body: {} })
  expect(asked).toMatchObject({ status: 201, body: { amount: PRICE, sats: SATS } })
  expect((await send(payer, asked.body.payment_request)).status).toBe(201)
  const read = async () => (await service.call('GET', `/invoices/api/v1/${bill}`, { key: owner.adminKey })).body
  await eventually('the bill is paid', async () => (await read()).status === 'paid')
  expect(await read()).toMatchObject({ paid_total: PRICE, overpaid: false })
  const sale = await service.call('POST', `/tpos/public/${till}/invoices`, { body: { lines: [{ title: 'Menu' }] } })
  expect(sale).toMatchObject({ status: 201, body: { total: PRICE, sats: SATS } })
  expect((await service.call('GET', `/offlineshop/lnurl/${product}`)).body).toMatchObject({ minSendable: SATS * 1000 })
  // 1,250.00 HUF.
  expect((await service.call('GET', `/fossa/lnurl/${machine}?p=${code}`)).body).toMatchObject({
    minWithdrawable: 3_125_000,
  })
}
