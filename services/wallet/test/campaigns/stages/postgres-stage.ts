import { onTestFinished } from 'vitest'
import {
  type ClusterSettings,
  createPostgresCluster,
  type PostgresCluster,
} from '../../world/postgres/postgres-cluster.ts'
import { databaseUrl, runOnServer } from '../../world/postgres/postgres-template.ts'
import { openSlowLine, type SlowLine, type SlowLineOptions } from '../../world/servers/slow-line.ts'
import { type BookReader, withBooks } from '../book-reader.ts'
import type { CrashStage } from './crash-stage.ts'
import { createCrew } from './service-crew.ts'
import { CRASHING_SERVICE, type ServiceProcess, type StartOptions } from './service-process.ts'
import { createChecks, type StageChecks } from './stage-checks.ts'
import { createStageClient, logIn, type StageClient } from './stage-client.ts'

/** Service processes on one PostgreSQL server that dies and restarts, or is replaced by another; for one test. */
export interface PostgresStage extends StageClient, StageChecks, Pick<CrashStage, 'service' | 'restart'> {
  readonly token: string
  /** Between the services and the server; the first one of `lines`. */
  readonly line: SlowLine
  readonly lines: readonly SlowLine[]
  readonly server: PostgresCluster
  /** Reads the books from another server from now on. The lines of the services do not change. */
  moveTo(server: PostgresCluster): void
  readonly services: readonly ServiceProcess[]
  startServices(count: number, options?: Partial<StartOptions>): Promise<void>
  killServices(): Promise<void>
  readBooks<T>(read: (books: BookReader) => Promise<T>): Promise<T>
}

export interface PostgresStageOptions {
  readonly settings?: ClusterSettings
  /** On the line, each way. */
  readonly latencyMs?: number
  readonly processes?: number
  /** Hosts in the services' URL, a line for each. */
  readonly hosts?: number
  /** Default true. */
  readonly exactBalance?: boolean
}

const DATABASE = 'satchel'
const AGREE_MS = 10_000

export async function openPostgresStage({
  settings,
  latencyMs = 0,
  processes = 2,
  hosts = 1,
  exactBalance = true,
}: PostgresStageOptions): Promise<PostgresStage> {
  let server = await startServer(settings)
  const lines: SlowLine[] = []
  for (let host = 0; host < hosts; host += 1) lines.push(await openTestLine({ toPort: server.port, latencyMs }))
  const usual = exactBalance ? {} : { entry: CRASHING_SERVICE, env: { EXACT_BALANCE: 'off' } }
  const crew = createCrew(urlThrough(lines), usual)
  await crew.start(processes)
  const token = await logIn(crew.first())
  const url = (): string => databaseUrl(server.url, DATABASE)
  const checks = createChecks({ service: crew.first, url, agreeMs: AGREE_MS })
  return {
    ...createStageClient(crew.first, token),
    ...checks,
    token,
    line: lines[0] as SlowLine,
    lines,
    get server() {
      return server
    },
    moveTo(next) {
      server = next
    },
    get services() {
      return crew.all()
    },
    get service() {
      return crew.first()
    },
    startServices: crew.start,
    killServices: crew.kill,
    readBooks: (read) => withBooks({ url: url() }, read),
    async restart(options) {
      await crew.kill()
      await crew.start(1, options)
      await checks.expectAgreement('after a start')
    },
  }
}

async function startServer(settings?: ClusterSettings): Promise<PostgresCluster> {
  const server = await createPostgresCluster(settings)
  onTestFinished(() => server.remove())
  await server.start()
  await runOnServer(server.url, `CREATE DATABASE ${DATABASE}`)
  return server
}

/** Closed when the test ends. */
export async function openTestLine(options: SlowLineOptions): Promise<SlowLine> {
  const line = await openSlowLine(options)
  onTestFinished(() => line.close())
  return line
}

/** The database through the lines, as the services are given it. */
function urlThrough(lines: readonly SlowLine[]): string {
  const hosts = lines.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const attributes = lines.length > 1 ? '?target_session_attrs=read-write' : ''
  return `postgres://postgres:postgres@${hosts}/${DATABASE}${attributes}`
}
