import { describe, expect, test } from 'vitest'
import { codeOf, type End, endOf, NOW, openTestSandbox } from '../world/open-test-sandbox.ts'
import { GuestFailure } from './guest-failure.ts'
import type { HostSide } from './host-side.ts'
import type { GuestCode } from './load-code.ts'
import { openSandbox } from './sandbox.ts'

const { sandbox, host, run } = openTestSandbox()

describe('the sandbox', () => {
  test('runs a function with its arguments and its context, and returns its result', async () => {
    const code = codeOf(`async f(given, ctx) { return { given, paid: await ctx.pay({ sat: 1 }), sealed: ctx.seal('x'),
      now: ctx.now(), url: ctx.url('/p/1'), max: ctx.maxSat } }`)
    expect(await run(code, 'f', [{ a: [1, null] }], 1)).toEqual({
      given: { a: [1, null] },
      paid: ['pay', { sat: 1 }],
      sealed: 'seal x',
      now: NOW,
      url: 'https://pay.example/shop/p/1',
      max: 7,
    })
  })

  test('a call that is not granted does not exist, and processes, files and network do not either', async () => {
    const code = codeOf(`f: (ctx) => [typeof ctx.http, typeof ctx.notify, typeof process, typeof require, typeof fetch,
      typeof setTimeout, typeof WebAssembly, typeof satchelHost, typeof navigator, typeof globalThis.Worker]`)
    expect(await run(code, 'f', [], 0)).toEqual(Array.from({ length: 10 }, () => 'undefined'))
  })

  test('a run sees no change that another run has made', async () => {
    const code = codeOf(`f() { globalThis.seen = (globalThis.seen ?? 0) + 1; Object.prototype.mark ??= 0;
      Object.prototype.mark += 1; return [globalThis.seen, ({}).mark] }`)
    for (let n = 0; n < 5; n += 1) expect(await run(code, 'f')).toEqual([1, 1])
    expect(await Promise.all(Array.from({ length: 8 }, () => run(code, 'f')))).toEqual(
      Array.from({ length: 8 }, () => [1, 1]),
    )
  })

  test('random numbers differ between runs, and the clock stands still between answers of the host', async () => {
    const code = codeOf(`f: () => [Math.random(), crypto.randomUUID()], now: () => Date.now()`)
    const [first, second] = [await run(code, 'f'), await run(code, 'f')]
    expect(first).not.toEqual(second)
    expect(await run(code, 'now')).toBe(NOW)
  })

  test('a rejection by the host can be caught, with its status; any other error of the host is passed through', async () => {
    const code = codeOf(`async f(ctx) { try { await ctx.pay('refuse') } catch (error) {
      return [error[Symbol.for('satchel.rejection')], error.status, error.detail] } }, async g(ctx) { await ctx.pay('break') },
      async h(ctx) { try { await ctx.pay('break') } catch (error) { return error.message } }`)
    expect(await run(code, 'f', [], 0)).toEqual([true, 409, 'not now'])
    await expect(run(code, 'g', [], 0)).rejects.toThrow(RangeError)
    expect(await run(code, 'h', [], 0)).toBe('the host could not do this')
  })

  test('an error of a guest has its own stack, without file names of this service', async () => {
    const error = await run(codeOf(`f() { throw new TypeError('odd') }`), 'f').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GuestFailure)
    expect((error as GuestFailure).error).toMatchObject({ kind: 'thrown', message: 'odd' })
    expect(JSON.stringify((error as GuestFailure).error)).not.toContain('file:')
  })

  test('it has the formats and URL classes of a browser', async () => {
    const code = codeOf(`f: () => [new Intl.NumberFormat('de').format(1234.5),
      new URL('https://a.example/b?c=1').searchParams.get('c'), new TextEncoder().encode('ä').length, atob('eA=='),
      new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric' }).format(0)]`)
    expect(await run(code, 'f')).toEqual(['1.234,5', '1', 2, 'x', '1970'])
  })

  test('URLSearchParams are created from pairs, from an object, from a text and from others', async () => {
    const code = codeOf(`f() {
      const url = new URL('https://a.example/b')
      url.searchParams.append('c', 'd e')
      const all = [[['c', 'd e'], ['f', '1']], { c: 'd e', f: 1 }, '?c=d+e&f=1', new URLSearchParams('c=d+e&f=1'), undefined]
      return [...all.map((init) => String(new URLSearchParams(init))), url.href, [...new URLSearchParams({ g: 'h' })]] }`)
    const both = 'c=d+e&f=1'
    expect(await run(code, 'f')).toEqual([both, both, both, both, '', 'https://a.example/b?c=d+e', [['g', 'h']]])
  })

  test('calls that are not awaited are executed before the run ends', async () => {
    const made: string[] = []
    const slow: HostSide = { ...host, call: async (name) => void made.push(name) }
    const code = codeOf(`f(ctx) { void ctx.pay(1); return 'done' }`)
    expect(await sandbox.run(code, { path: ['f'], args: [], contextAt: 0 }, slow, 5000)).toBe('done')
    expect(made).toEqual(['pay'])
  })

  test('code that cannot be loaded ends each run with the reason', async () => {
    const broken: GuestCode = { extension: 'broken', version: '1', source: async () => 'export default {' }
    await expect(run(broken, 'f')).rejects.toThrow('its code cannot be loaded: invalid property name')
    const importing: GuestCode = { extension: 'broken', version: '2', source: async () => `import x from 'node:fs'` }
    await expect(run(importing, 'f')).rejects.toThrow('it imports nothing')
  })

  test('another version replaces the loaded one', async () => {
    expect(await run(codeOf(`f: () => 1`), 'f')).toBe(1)
    expect(await run(codeOf(`f: () => 2`), 'f')).toBe(2)
  })

  test('the process ends after a time without runs, and starts again when needed', async () => {
    const resting = openSandbox({ onBreach: () => undefined, restMs: 20 })
    const ask = (): Promise<unknown> => resting.run(codeOf(`f: () => 'here'`), { path: ['f'], args: [] }, host, 60_000)
    expect([await ask(), resting.pids().length]).toEqual(['here', 1])
    await expect.poll(() => resting.pids()).toEqual([])
    expect(await ask()).toBe('here')
    await resting.stop()
  })

  test('an extension whose run was ended, or that uses much CPU time, runs in another process', async () => {
    const heavy = openSandbox({ onBreach: () => undefined, now: () => 0 })
    const ask = (code: GuestCode): Promise<unknown> =>
      heavy.run(code, { path: ['f'], args: [] }, host, 60_000).catch(() => 'ended')
    const here = codeOf(`f: () => 'here'`, 'good')
    await ask(here)
    const [good = 0] = heavy.pids()
    await ask(codeOf(`f() { for (;;); }`, 'hanging'))
    expect(heavy.pids()).toEqual([good])
    await ask(codeOf(`f: () => 'again'`, 'hanging'))
    const [, other = 0] = heavy.pids()
    process.kill(other, 'SIGKILL')
    await expect.poll(() => heavy.pids()).toEqual([good])
    const busy = codeOf(`f() { for (let n = 0; n < 4e6; n += 1); return 'done' }`, 'busy')
    for (let n = 0; n < 1000 && heavy.pids().length === 1; n += 1) await ask(busy)
    expect(heavy.pids()).toHaveLength(2)
    expect(await ask(here)).toBe('here')
    await heavy.stop()
  })

  test('counts what each extension uses', async () => {
    const code = codeOf(`async f(ctx) { await ctx.pay(1); await ctx.pay(2) }`, 'counted')
    await run(code, 'f', [], 0)
    await endOf(run(codeOf(`f() { for (;;); }`, 'counted'), 'f'))
    expect(sandbox.uses().get('counted')).toMatchObject({ runs: 2, calls: 2, ended: 1 })
  })

  test('a function without a context runs while the maximum of runs of its extension waits for it', async () => {
    const code = codeOf(`f: (ctx) => ctx.pay(1), limit: () => 'here'`, 'nested')
    const nesting: HostSide = { ...host, call: () => run(code, 'limit') }
    const nested = () => sandbox.run(code, { path: ['f'], args: [], contextAt: 0 }, nesting, 5000)
    expect(await Promise.all(Array.from({ length: 8 }, nested))).toEqual(Array.from({ length: 8 }, () => 'here'))
  })

  test('while a run blocks, a few more runs of its extension wait, and further ones are rejected', async () => {
    const answers: (() => void)[] = []
    const holding: HostSide = { ...host, call: () => new Promise((resolve) => answers.push(() => resolve(null))) }
    const code = codeOf(`async f(ctx) { await ctx.pay(1); return 'done' }`, 'busy')
    const hold = () => sandbox.run(code, { path: ['f'], args: [], contextAt: 0 }, holding, 60_000)
    const held = Array.from({ length: 204 }, hold)
    expect(await endOf(hold())).toBe('busy')
    expect(await run(codeOf(`f: () => 'here'`, 'other'), 'f')).toBe('here')
    const all = Promise.all(held)
    let ended = false
    void all.then(() => (ended = true))
    while (!ended) {
      for (const answer of answers.splice(0)) answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await all).toHaveLength(204)
  })
})

/** What hostile code tries, and how it may end. `lost`: its process had to be killed. */
const HOSTILE: readonly (readonly [what: string, body: string, ends: readonly End[]])[] = [
  ['a loop', 'for (;;);', ['time']],
  ['a loop that catches everything', 'for (;;) { try { for (;;); } catch {} }', ['time']],
  ['a loop in a finally', 'try { for (;;); } finally { for (;;); }', ['time']],
  ['endless recursion', 'const g = () => g() + 1; return g()', ['thrown', 'crash']],
  ['recursion through a getter', 'const o = { get a() { return this.a } }; return o.a', ['thrown', 'crash']],
  ['recursion through toString', 'const o = { toString() { return `${o}` } }; return `${o}`', ['thrown', 'crash']],
  ['recursion in JSON', 'const o = { toJSON: () => ({ o }) }; return JSON.stringify(o)', ['thrown', 'crash']],
  ['deep JSON', 'return JSON.parse("[".repeat(1e6)).length', ['thrown', 'crash']],
  ['a deeply nested source', 'return eval("(".repeat(1e5) + ")".repeat(1e5))', ['thrown', 'crash']],
  ['a flood of promises', 'const p = () => Promise.resolve().then(p); return p()', ['time', 'lost', 'memory']],
  [
    'a wide flood of promises',
    'const p = () => { for (;;) Promise.resolve().then(p) }; return p()',
    ['time', 'memory'],
  ],
  ['thenables without end', 'const t = { then: (r) => r(t) }; return t', ['time', 'lost', 'memory']],
  [
    'async generators without end',
    'return (async () => { async function* g() { for (;;) yield 1 } for await (const x of g()); })()',
    ['time', 'lost'],
  ],
  ['a promise that never ends', 'return new Promise(() => undefined)', ['stuck']],
  ['a growing array', 'const a = []; for (;;) a.push(a.length, {})', ['memory', 'time']],
  ['a growing string', 'let s = "x"; for (;;) s += s', ['memory', 'time', 'crash', 'thrown']],
  ['a gigantic string', 'return "x".repeat(2 ** 29).length', ['memory']],
  ['a gigantic array', 'return new Array(2 ** 28).fill(1).length', ['memory', 'time', 'lost']],
  ['a gigantic buffer', 'return new Uint8Array(2 ** 30).length', ['memory']],
  ['many buffers', 'const a = []; for (;;) a.push(new Uint8Array(65536))', ['memory', 'time']],
  ['a growing map', 'const m = new Map(); for (let n = 0; ; n += 1) m.set(n, {})', ['memory', 'time']],
  ['a growing object', 'const o = {}; for (let n = 0; ; n += 1) o["k" + n] = n', ['memory', 'time']],
  ['symbols without end', 'const a = []; for (;;) a.push(Symbol.for(String(a.length)))', ['memory', 'time']],
  ['a gigantic number', 'return (2n ** (2n ** 24n)).toString().length', ['time', 'memory', 'lost', 'thrown']],
  ['a regular expression that backtracks', 'return /^(a+)+$/.test("a".repeat(40) + "b")', ['time']],
  ['another one', 'return /(x+x+)+y/.test("x".repeat(40))', ['time']],
  [
    'a search in a long string',
    'const s = "a".repeat(3e6); let n = 0; for (let i = 0; i < 1e4; i += 1) n += s.indexOf("a".repeat(1e6) + "b"); return n',
    ['time', 'lost', 'memory'],
  ],
  [
    'sorting with an odd order',
    'return Array.from({ length: 1e6 }, (_, n) => n).sort(() => Math.random() - 0.5).length',
    ['time', 'memory', 'lost', 'calls', 'size'],
  ],
  [
    'a proxy without end',
    'const p = new Proxy({}, { get: () => p, has: () => true }); let o = p; for (;;) o = o.x',
    ['time'],
  ],
  [
    'joining an array in itself',
    'const a = []; a[0] = a; a.length = 2 ** 31; return a.join("x".repeat(1e6)).length',
    ['memory', 'time', 'lost', 'thrown'],
  ],
  ['concatenating without end', 'let a = [1]; for (;;) a = a.concat(a)', ['memory', 'time', 'lost']],
  ['a sparse array', 'const a = []; a[2 ** 32 - 2] = 1; return a.indexOf(2)', ['time', 'lost']],
  ['padding', 'return "x".padStart(2 ** 30).length', ['memory', 'thrown']],
  ['splitting', 'return "x".repeat(2e6).split("").length', ['memory', 'time', 'lost']],
  ['replacing', 'return "x".repeat(2e6).replaceAll("x", "yyyyyyyyyyyyyyyyyyyy").length', ['memory', 'time', 'lost']],
  ['calls of the host without end', 'for (;;) ctx.pay(1)', ['calls']],
  ['calls that catch the refusal', 'for (;;) { try { ctx.pay(1) } catch {} }', ['calls', 'time']],
  ['questions without end', 'for (;;) ctx.seal("x")', ['calls']],
  ['a gigantic call', 'return ctx.pay("x".repeat(300_000))', ['size']],
  ['a gigantic question', 'return ctx.seal("x".repeat(300_000))', ['size']],
  ['a flood of the log', 'for (;;) console.log("x".repeat(10_000))', ['size']],
  ['a result of too many levels', 'let a = 1; for (let n = 0; n < 501; n += 1) a = [a]; return a', ['size']],
  ['a call of too many levels', 'let a = 1; for (let n = 0; n < 501; n += 1) a = [a]; ctx.pay(a)', ['size']],
  ['an object of too many keys', 'return Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, 1]))', ['size']],
  ['a gigantic result', 'return "x".repeat(2_000_000)', ['size']],
  ['nonsense in place of a call', "JSON.stringify = () => 'null'; return ctx.pay(1)", ['crash']],
  ['a call without a name', "JSON.stringify = () => '{}'; return ctx.pay(1)", ['crash']],
  ['nonsense in place of a notice', "JSON.stringify = () => '[]'; console.log(1); return 1", ['crash']],
  ['an error that never was', `JSON.stringify = () => '{"error":{"kind":"host","number":"length"}}'`, ['thrown']],
  ['a gigantic error', 'throw new Error("x".repeat(2_000_000))', ['thrown', 'crash']],
]

describe('hostile code', () => {
  test.each(HOSTILE)('%s is contained', async (_what, body, ends) => {
    expect(ends).toContain(await endOf(run(codeOf(`f(ctx) { ${body} }`, 'hostile'), 'f', [], 0)))
    expect(await run(codeOf(`f: () => 'well'`, 'good'), 'f')).toBe('well')
  })

  const ESCAPES: readonly (readonly [string, string])[] = [
    [
      'the constructor of a function',
      `return typeof (() => 1).constructor('return typeof process')() + (() => 1).constructor('return typeof process')()`,
    ],
    ['the constructor of the context', `return ctx.constructor.constructor('return typeof process')()`],
    ['the constructor of a call', `return ctx.pay.constructor('return typeof process')()`],
    ['the constructor of an async function', `return (async () => 1).constructor('return typeof process')()`],
    [
      'the error of a call',
      `return (async () => { try { await ctx.pay('break') } catch (e) { return e.constructor.constructor('return typeof process')() } })()`,
    ],
    [
      'the stack of an error',
      `Error.prepareStackTrace = (e, frames) => frames; return typeof new Error().stack?.[0]?.getThis`,
    ],
    ['indirect eval', `return (0, eval)('typeof process')`],
    [
      'the prototype of an argument',
      `Object.getPrototypeOf(given).polluted = 1; return typeof ({}).constructor.constructor('return process')`,
    ],
    ['import', `return import('node:fs').then(() => 'in', () => 'undefined')`],
    ['a getter on what it returns', `return { get then() { return undefined }, value: 'undefined' }.value`],
    ['the global object', `return typeof globalThis.process + typeof globalThis.global`],
    ['a symbol of the realm', `return typeof Symbol.for('nodejs.util.inspect.custom').process`],
  ]
  test.each(ESCAPES)('cannot escape by %s', async (_what, body) => {
    const code = codeOf(`f(given, ctx) { ${body} }`, 'escaping')
    const seen = await run(code, 'f', [{}], 1)
    expect(JSON.stringify(seen)).not.toMatch(/object|"in"/)
  })

  test('replaced globals affect only its own runs', async () => {
    const code = codeOf(
      `f() { globalThis.satchelEnter = globalThis.satchelAnswer = () => { throw 1 }; JSON.stringify = () => 'x'; return 'y' }, g: () => 'z'`,
      'breaking',
    )
    await run(code, 'f').catch(() => undefined)
    expect(await run(code, 'g')).toBe('z')
  })

  test('a function that is not its own, inherited or of another kind, cannot be called', async () => {
    const code = codeOf('f: () => 1')
    for (const path of [['toString'], ['__proto__'], ['constructor'], ['f', 'call'], ['missing', 'handle']]) {
      await expect(sandbox.run(code, { path, args: [] }, host, 5000)).rejects.toThrow(GuestFailure)
    }
  })

  test('the process has no environment, reads no file but the engine, and starts again after it was killed', async () => {
    expect(await run(codeOf(`f: () => 1`), 'f')).toBe(1)
    const pids = sandbox.pids()
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await expect.poll(() => run(codeOf(`f: () => 2`), 'f').catch(() => undefined)).toBe(2)
    expect(pids).not.toContain(sandbox.pids()[0])
  })
})
