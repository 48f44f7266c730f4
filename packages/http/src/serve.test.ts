import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '../world/open-test-app.ts'
import { SILENT_LOG } from './log.ts'
import { serve } from './serve.ts'

const QUIET = { log: { ...SILENT_LOG, flush() {} }, stop: async () => {} }

test('a port in use is named in the message', async () => {
  const [first, second] = [await openTestApp(() => {}), await openTestApp(() => {})]
  onTestFinished(() => first.close())
  await first.listen({ host: '127.0.0.1', port: 0 })
  const { port } = first.server.address() as AddressInfo
  await expect(serve({ app: second, host: '127.0.0.1', port, ...QUIET })).rejects.toThrow(
    `PORT: ${port} is already in use on 127.0.0.1`,
  )
})

test('an address of another machine is named in the message', async () => {
  const app = await openTestApp(() => {})
  await expect(serve({ app, host: '203.0.113.1', port: 0, ...QUIET })).rejects.toThrow(
    'HOST: 203.0.113.1 is not an address of this machine',
  )
})

/**
 * A service whose one route answers only after the signal has arrived, and `/stuck` never. Each step is a line on
 * standard output.
 */
const SERVICE = (home: string, stop: string, times: string): string => `
import { openTestApp, OPEN } from '${home}world/open-test-app.ts'
import { createLog } from '${home}src/log.ts'
import { serve } from '${home}src/serve.ts'

const say = (line) => process.stdout.write(line + '\\n')
const stopping = Promise.withResolvers()
const lines = createLog('test')
const log = { ...lines, info: (facts, message) => { lines.info(facts, message); if (message === 'stopping') setImmediate(stopping.resolve) } }
const app = await openTestApp((routes) => {
  routes.get('/slow', OPEN, async () => { say('in flight'); await stopping.promise; return { done: true } })
  routes.get('/stuck', OPEN, async () => { say('in flight'); await new Promise(() => {}) })
})
say(await serve({ app, host: '127.0.0.1', port: 0, log, ...${times}, stop: async () => { say('stopped'); ${stop} } }))
`

interface Service {
  readonly child: ChildProcess
  readonly url: string
  readonly lines: string[]
  /** Resolves when a line has been written from now on. */
  nextLine(): Promise<string>
  readonly exit: Promise<{ code: number | null; signal: string | null }>
}

async function startService({
  stop = '',
  ...times
}: {
  stop?: string
  graceMs?: number
  repeatMs?: number
} = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-serve-'))
  const script = join(folder, 'service.mjs')
  writeFileSync(script, SERVICE(new URL('..', import.meta.url).href, stop, JSON.stringify(times)))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  reader.on('line', (line) => lines.push(line))
  const nextLine = (): Promise<string> => new Promise((resolve) => reader.once('line', resolve))
  return { child, url: await nextLine(), lines, nextLine, exit }
}

const ask = (url: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => get(url, { agent }, resolve).on('error', reject))

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a request in flight finish, stops the rest and exits 0',
  async (signal) => {
    const { child, url, lines, nextLine, exit } = await startService()
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const inFlight = nextLine()
    const answer = ask(`${url}/slow`, agent)
    expect(await inFlight).toBe('in flight')
    const signalled = performance.now()
    child.kill(signal)
    expect(await text(await answer)).toBe('{"done":true}')
    expect(await exit).toEqual({ code: 0, signal: null })
    // Far below the grace that a request without an end gets: the client's open connection must not hold it up.
    expect(performance.now() - signalled).toBeLessThan(5_000)
    expect(lines.slice(1, 3)).toEqual(['in flight', 'stopped'])
    expect(JSON.parse(lines[3] ?? '')).toMatchObject({ level: 'info', service: 'test', signal, msg: 'stopping' })
  },
)

test('a connection on which no request came does not delay the stop', async () => {
  const { child, url, exit } = await startService()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  // The request is answered after the service has seen the connection.
  await fetch(url).then((answer) => answer.text())
  const signalled = performance.now()
  child.kill('SIGTERM')
  expect(await exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - signalled).toBeLessThan(5_000)
})

test('a request that never ends is cut off after the grace period, and the service stops in order', async () => {
  const { child, url, lines, nextLine, exit } = await startService({ graceMs: 100 })
  const inFlight = nextLine()
  const cutOff = expect(ask(`${url}/stuck`, new Agent())).rejects.toThrow('socket hang up')
  await inFlight
  child.kill('SIGTERM')
  expect(await exit).toEqual({ code: 0, signal: null })
  await cutOff
  expect(lines).toContain('stopped')
})

test('signals of a group of processes, which come together, are one signal', async () => {
  const { child, url, nextLine, exit, lines } = await startService()
  const inFlight = nextLine()
  const answer = ask(`${url}/slow`, new Agent())
  await inFlight
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await text(await answer)).toBe('{"done":true}')
  expect(await exit).toEqual({ code: 0, signal: null })
  expect(lines).toContain('stopped')
})

test('a second signal ends the process immediately, with 0', async () => {
  const { child, url, nextLine, exit, lines } = await startService({ repeatMs: 0 })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const inFlight = nextLine()
  const answer = ask(`${url}/stuck`, agent)
  answer.catch(() => undefined)
  await inFlight
  child.kill('SIGTERM')
  child.kill('SIGINT')
  expect(await exit).toEqual({ code: 0, signal: null })
  await expect(answer).rejects.toThrow()
  expect(lines).not.toContain('stopped')
})

test('a stop that fails is logged and still ends with 0', async () => {
  const { child, lines, exit } = await startService({ stop: `throw new Error('disk is full')` })
  child.kill('SIGTERM')
  expect(await exit).toEqual({ code: 0, signal: null })
  expect(lines.at(-1)).toContain('did not stop cleanly')
  expect(lines.at(-1)).toContain('disk is full')
})
