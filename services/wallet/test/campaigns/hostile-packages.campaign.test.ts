import { execFileSync } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { residentMb } from '@satchel/sandbox/world/resident-mb'
import { expect, test } from 'vitest'
import { activateExtension } from '../world/extensions/activate-extension.ts'
import { buildPackage, packageManifest } from '../world/extensions/build-archive.ts'
import { openPackageWorld, PACKAGE_RESOURCE, permission, route } from '../world/extensions/open-package-world.ts'
import { DIALECTS } from '../world/test-database.ts'
import { findSlowed, measure, p99, type ResponseTimes, toMs } from './noisy/response-times.ts'

/** Code that stays just below the limits of a run, so that the service never disables it. */
const HOSTILE: Readonly<Record<string, string>> = {
  spinning: `for (let n = 0; n < 20; n += 1) {
      for (let turn = 0; turn < 1_500_000; turn += 1);
      await ctx.items.get(request.params.id) }
    return { json: 'spun' }`,
  asking: `for (let n = 0; n < 20; n += 1) await Promise.all(Array.from({ length: 9 }, () => ctx.items.find({ limit: 1000 })))
    return { json: 'asked' }`,
  swelling: `const all = []
    for (let n = 0; n < 20; n += 1) { all.push(new Uint8Array(1_000_000).fill(n)); await ctx.items.get(request.params.id) }
    return { json: all.length }`,
  telling: `for (let n = 0; n < 10; n += 1) { console.log('x'.repeat(10_000)); ctx.log.warn('x'.repeat(10_000)) }
    return { json: 'x'.repeat(900_000) }`,
}
const CALLERS = 4
const SAMPLES = 100
const WARM_UP = 20
const MAX_FACTOR = 2
/** A lower baseline p99 counts as this, because the machine itself sometimes delays a call as long. */
const FLOOR_MS = 75
const HONEST_PAGE = 'a page of an honest package is read'
/** The maximum for all processes of the sandbox. */
const MEMORY_MB = 800

test.each(DIALECTS)(
  'beside packages that use all they may, on %s, p99 of the service is at most twice as long, and of an honest package, memory is bounded and the books are right',
  async (dialect) => {
    const { world, wallet, key, make, publisher, install } = await openPackageWorld(
      `routes: { 'GET /p/:id': { async handle({ params }, ctx) {
        const item = await ctx.items.get(params.id)
        return { page: { title: item.title, blocks: [] } } } } }`,
      { routes: { 'GET /p/:id': route('public') } },
      { dialect, permissions: [permission('page')], env: { SERVICE_RATE_LIMIT_NO: '0' } },
    )
    const honest = await make()
    const items: Record<string, string> = {}
    for (const [id, handle] of Object.entries(HOSTILE)) {
      const source = `export default { routes: { 'GET /public/:id/do': { async handle(request, ctx) { ${handle} } } } }`
      const manifest = packageManifest(id, '1.0.0', {
        runtime: { kind: 'js', entry: 'main.js' },
        resource: PACKAGE_RESOURCE,
        code: { hooks: [], routes: { 'GET /public/:id/do': route('public') } },
      })
      publisher.publishArchive(id, '1.0.0', await buildPackage(manifest, [{ name: 'main.js', content: source }]))
      expect((await install(id)).status).toBe(201)
      await activateExtension(world, wallet, id)
      items[id] = (await world.call('POST', `/${id}/api/v1/`, { key, body: { title: 'x' } })).body.id
    }
    const payer = await world.openWallet(100_000)
    const invoice = async (): Promise<string> => {
      const { status, body } = await world.call('POST', '/api/v1/payments', { key, body: { out: false, amount: 1 } })
      expect(status).toBe(201)
      return body.bolt11
    }
    const deeds = {
      'a balance is read': async () => {
        expect((await world.call('GET', '/api/v1/wallet', { key })).status).toBe(200)
      },
      'a payment is made': async () => {
        expect((await world.send(payer, await invoice())).status).toBe(201)
      },
      [HONEST_PAGE]: async () => {
        expect((await world.call('GET', `/shop/p/${honest}`)).status).toBe(200)
      },
    }
    await measure(deeds, WARM_UP)
    const calm = await measure(deeds, SAMPLES)
    const attack = beginAttack((id) => world.call('GET', `/${id}/public/${items[id]}/do`))
    // Until then the service knows them, and the runs that began before have ended.
    await expect.poll(() => attack.fewestAnswers(), { timeout: 60_000 }).toBeGreaterThan(CALLERS)
    const attacked = await measure(deeds, SAMPLES)
    const memory = residentMb(sandboxPids())
    const statuses = await attack.end()
    report(dialect, calm, attacked, memory, statuses)
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(findSlowed(calm, attacked, (before) => MAX_FACTOR * Math.max(FLOOR_MS, before))).toEqual([])
    expect(memory).toBeLessThan(MEMORY_MB)
    await world.tick()
    expect(await world.violations()).toEqual([])
  },
  300_000,
)

/** Visitors call every hostile package, again and again. */
function beginAttack(call: (id: string) => Promise<{ readonly status: number }>) {
  const statuses = new Map<number, number>()
  const answers = new Map(Object.keys(HOSTILE).map((id) => [id, 0]))
  let goesOn = true
  const visit = async (id: string): Promise<void> => {
    while (goesOn) {
      const { status } = await call(id)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      answers.set(id, (answers.get(id) ?? 0) + 1)
      await setImmediate()
    }
  }
  const visits = Object.keys(HOSTILE).flatMap((id) => Array.from({ length: CALLERS }, () => visit(id)))
  return {
    /** The count of the package that has answered least. */
    fewestAnswers: () => Math.min(...answers.values()),
    async end(): Promise<ReadonlyMap<number, number>> {
      goesOn = false
      await Promise.all(visits)
      return statuses
    },
  }
}

/** The processes of the sandbox: children of this one. */
function sandboxPids(): readonly number[] {
  const children = execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
  const pids = [...children.matchAll(/^\s*(\d+)\s.*--permission/gm)].map(([, pid]) => Number(pid))
  expect(pids).toHaveLength(2)
  return pids
}

function report(
  dialect: string,
  calm: ResponseTimes,
  attacked: ResponseTimes,
  memory: number,
  statuses: ReadonlyMap<number, number>,
): void {
  const lines = Object.keys(calm).map(
    (deed) => `  ${deed}: p99 ${toMs(p99(calm[deed] ?? []))} calm, ${toMs(p99(attacked[deed] ?? []))} under attack`,
  )
  const answers = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
  process.stdout.write(
    `${[`hostile packages on ${dialect}: ${answers}, sandbox ${Math.round(memory)} MB`, ...lines].join('\n')}\n`,
  )
}
