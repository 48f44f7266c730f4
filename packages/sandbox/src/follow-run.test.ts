import { expect, test } from 'vitest'
import { codeOf, endOf, openTestSandbox } from '../world/open-test-sandbox.ts'
import type { HostSide } from './host-side.ts'

const { sandbox, host, breaches, blamed, run } = openTestSandbox()

test('a run that a newer version overtakes leaves nothing of the old version behind', async () => {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const holding: HostSide = {
    ...host,
    async call() {
      tellAsked()
      await answered
      return null
    },
  }
  const older = codeOf(`f: async (ctx) => { await ctx.pay(1); return 'older' }`, 'upgraded')
  const held = sandbox.run(older, { path: ['f'], args: [], contextAt: 0 }, holding, 60_000)
  await asked
  const newer = codeOf(`f: () => 'newer'`, 'upgraded')
  expect(await run(newer, 'f', [], 0)).toBe('newer')
  answer()
  expect(await held).toBe('older')
  expect(await Promise.all([run(newer, 'f', [], 0), run(newer, 'f', [], 0)])).toEqual(['newer', 'newer'])
})

test('a guest cannot set the reason why its run was ended', async () => {
  const before = breaches.length
  const code = codeOf(`f() { JSON.stringify = () => '{"breach":"slow","message":"x"}' }`, 'lying')
  expect(await run(code, 'f')).toBeUndefined()
  expect(breaches).toHaveLength(before)
})

test('a guest that blocks its process is detected, also if its run has ended meanwhile', async () => {
  const block = `'a'.repeat(3e6).indexOf('a'.repeat(1e6) + 'b')`
  const code = codeOf(`async f(ctx) { await ctx.pay(1); ${block} }, g: () => 'loaded'`, 'blocking')
  expect(await run(code, 'g')).toBe('loaded')
  const own = { ...host }
  expect(await endOf(sandbox.run(code, { path: ['f'], args: [], contextAt: 0 }, own, 600))).toBe('slow')
  await expect.poll(() => breaches.at(-1), { timeout: 15_000 }).toEqual({ extension: 'blocking', breach: 'stuck' })
  expect([blamed.at(-2) === own, blamed.at(-1) === own]).toEqual([true, true])
  expect(await run(codeOf(`f: () => 'well'`, 'good'), 'f')).toBe('well')
})

test('a violation names the host of its run; code that cannot be loaded causes none', async () => {
  const own = { ...host }
  const looping = codeOf(`f() { for (;;); }`, 'looping')
  expect(await endOf(sandbox.run(looping, { path: ['f'], args: [], contextAt: undefined }, own, 5000))).toBe('time')
  expect(blamed.at(-1) === own).toBe(true)
  const broken = { extension: 'broken', version: '1', source: async () => 'no code' }
  expect(await endOf(sandbox.run(broken, { path: ['f'], args: [], contextAt: undefined }, own, 5000))).toBe('crash')
  expect([breaches.at(-1)?.extension, blamed.at(-1)]).toEqual(['broken', undefined])
})

test('an answer that is too long for the sandbox ends only the run, and does not count against the guest', async () => {
  const before = breaches.length
  await run(codeOf(`f: () => 1`), 'f')
  const pids = sandbox.pids()
  const long: HostSide = { ...host, call: async () => 'x'.repeat(5_000_000) }
  const code = codeOf(`f: (ctx) => ctx.pay(1)`, 'reading')
  const reading = sandbox.run(code, { path: ['f'], args: [], contextAt: 0 }, long, 5000)
  await expect(reading).rejects.toThrow('too long')
  expect([sandbox.pids(), breaches.length]).toEqual([pids, before])
})

test('of many concurrent calls the host runs a few at a time', async () => {
  let [now, most] = [0, 0]
  const counting: HostSide = {
    ...host,
    async call() {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return null
    },
  }
  const code = codeOf(
    `f: (ctx) => Promise.all(Array.from({ length: 150 }, (_, n) => ctx.pay(n))).then((all) => all.length)`,
  )
  expect(await sandbox.run(code, { path: ['f'], args: [], contextAt: 0 }, counting, 60_000)).toBe(150)
  expect(most).toBe(8)
})
