import type { HttpApp } from './http-app.ts'
import type { ProcessLog } from './log.ts'

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

/**
 * Listens until SIGTERM or SIGINT; then answers the requests in flight and exits 0. A second signal ends the process
 * immediately. Rejects when it cannot listen on the address.
 */
export async function serve(options: ServeOptions): Promise<string> {
  const { app, host, port, log, stop, graceMs = GRACE_MS, repeatMs = REPEAT_MS } = options
  let url: string
  try {
    url = await app.listen({ host, port })
  } catch (error) {
    throw new Error(listenProblem(error as NodeJS.ErrnoException, host, port))
  }
  let stoppingSince: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > repeatMs) process.exit(0)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    const finish = (): never => {
      log.flush()
      process.exit(0)
    }
    // A client that keeps its connection after its last answer is not in flight; only the first sweep is Fastify's.
    setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref()
    setTimeout(finish, graceMs + STOP_MS).unref()
    const report = (error: unknown): void => log.error({ error: String(error) }, 'did not stop cleanly')
    void app.close().catch(report).then(stop).catch(report).then(finish)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return url
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
