import type { Socket } from 'node:net'
import type { HttpApp } from './http-app.ts'
import type { ProcessLog } from './log.ts'
import { sourceStack } from './source-stack.ts'

export interface ServeOptions {
  readonly app: HttpApp
  readonly host: string
  readonly port: number
  readonly log: ProcessLog
  /** Runs after the last request was answered: close files, stop timers. */
  readonly stop: () => Promise<void>
  /** How long requests in flight may take after the signal; unset = 8 s. */
  readonly graceMs?: number
  /** A second signal within this time counts as the first one, forwarded by another process; unset = 1 s. */
  readonly repeatMs?: number
}

/** Requests in flight get this long before they are cut off, and `stop` this long after that (rule S103: within 10 s). */
const GRACE_MS = 8_000
const STOP_MS = 1_000
const SWEEP_MS = 50
const REPEAT_MS = 1_000
/** Exit code of a process that a signal ends before its services run. */
const ENDED_BY_SIGNAL = 128 + 15

interface Served extends ServeOptions {
  readonly sockets: ReadonlySet<Socket>
}

/** What this process serves, in the order of the starts. */
const served: Served[] = []
let begun = 0
let stoppingSince: number | undefined

/**
 * Runs the start of a service of this process, which ends in `serve`. If it fails, the process logs why, stops its
 * other services and exits 1.
 */
export async function runService(name: string, start: () => Promise<unknown>): Promise<void> {
  listenForSignals()
  begun += 1
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${name} cannot start:\n  ${error instanceof Error ? error.message : String(error)}\n`)
    stopAll({ failed: name }, 1)
  }
}

/**
 * Listens until SIGTERM or SIGINT; then answers the requests in flight and exits 0. The service that was served last stops
 * first. A second signal ends the process immediately. Rejects when it cannot listen on the address.
 */
export async function serve(options: ServeOptions): Promise<string> {
  const { app, host, port } = options
  listenForSignals()
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  try {
    const url = await app.listen({ host, port })
    served.push({ ...options, sockets })
    return url
  } catch (error) {
    throw new Error(listenProblem(error as NodeJS.ErrnoException, host, port))
  }
}

function listenForSignals(): void {
  if (process.listeners('SIGTERM').includes(onSignal)) return
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // Node prints it, and ends the process.
  process.on('uncaughtExceptionMonitor', (error) => {
    if (error.stack !== undefined) error.stack = sourceStack(error.stack)
  })
}

function onSignal(signal: NodeJS.Signals): void {
  const repeatMs = served[0]?.repeatMs ?? REPEAT_MS
  if (stoppingSince === undefined) stopAll({ signal }, served.length < begun ? ENDED_BY_SIGNAL : 0)
  else if (performance.now() - stoppingSince > repeatMs) process.exit()
}

/** Ends the process after its services, the last one first: until its last answer it may ask those before it. */
function stopAll(why: object, code: number): void {
  if (stoppingSince !== undefined) return
  stoppingSince = performance.now()
  process.exitCode = code
  const graceMs = served[0]?.graceMs ?? GRACE_MS
  setTimeout(() => served.forEach(({ app }) => app.server.closeAllConnections()), graceMs).unref()
  setTimeout(() => process.exit(), graceMs + STOP_MS).unref()
  const stopLast = async (): Promise<void> => {
    const last = served.at(-1)
    if (last === undefined) return process.exit()
    await stop(last, why)
    served.pop()
    return stopLast()
  }
  void stopLast()
}

async function stop({ app, log, stop: stopRest, sockets }: Served, why: object): Promise<void> {
  log.info(why, 'stopping')
  // A client that keeps its connection after its last answer is not in flight; only the first sweep is Fastify's.
  const sweep = setInterval(() => {
    app.server.closeIdleConnections()
    // Node counts a connection as busy until its first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, SWEEP_MS)
  const report = (error: unknown): void => log.error({ error: String(error) }, 'did not stop cleanly')
  await app.close().catch(report).then(stopRest).catch(report)
  clearInterval(sweep)
  log.flush()
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is already in use on ${host}`
    case 'EACCES':
      return `PORT: not allowed to listen on ${host}:${port}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is not an address of this machine`
    default:
      return `HOST, PORT: cannot listen on ${host}:${port} (${error.message})`
  }
}
