import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import {
  type ClusterSettings,
  createPostgresCluster,
  type PostgresCluster,
} from '../../world/postgres/postgres-cluster.ts'
import { databaseUrl, runOnServer } from '../../world/postgres/postgres-template.ts'
import { openSlowLine, type SlowLine, type SlowLineOptions } from '../../world/servers/slow-line.ts'
import { type BookReader, openBookReader } from '../book-reader.ts'
import { compareWithTruth, type Truth } from '../compare-with-truth.ts'
import type { CrashStage } from './crash-stage.ts'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, type StartOptions, startService } from './service-process.ts'
import { createStageClient, logIn, type StageClient } from './stage-client.ts'

/** Service processes on one PostgreSQL server that dies and comes back, or that another one replaces; for one test. */
export interface PostgresStage extends StageClient, Pick<CrashStage, 'truth' | 'service' | 'restart' | 'expectSound'> {
  readonly token: string
  /** Between the services and the server; the first one of `lines`. */
  readonly line: SlowLine
  readonly lines: readonly SlowLine[]
  readonly server: PostgresCluster
  /** Another server has the books from now on: they are read there. Lines lead where they led. */
  moveTo(server: PostgresCluster): void
  readonly services: readonly ServiceProcess[]
  startServices(count: number, options?: Partial<StartOptions>): Promise<void>
  killServices(): Promise<void>
  readBooks<T>(read: (books: BookReader) => Promise<T>): Promise<T>
  /** What the books and the node say against each other; what is on its way between them gets time to arrive. */
  expectAgreement(when: string): Promise<void>
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

type Place = StartOptions['place']

const DATABASE = 'satchel'
const AGREE_MS = 10_000

export async function openPostgresStage({
  settings,
  latencyMs = 0,
  processes = 2,
  hosts = 1,
  exactBalance = true,
}: PostgresStageOptions) {
  let server = await startServer(settings)
  const lines: SlowLine[] = []
  for (let host = 0; host < hosts; host += 1) lines.push(await openTestLine({ toPort: server.port, latencyMs }))
  const crew = createCrew(createPlace(lines), exactBalance)
  await crew.start(processes)
  const token = await logIn(crew.first())
  const readBooks: PostgresStage['readBooks'] = (read) => withBooks(databaseUrl(server.url, DATABASE), read)
  const truth = (): Promise<Truth> => crew.first().steer('GET /truth')
  const problems = async (settled: boolean): Promise<readonly string[]> => {
    const nodeTruth = await truth()
    return await readBooks((books) => compareWithTruth(books, nodeTruth, { settled }))
  }
  const stage: PostgresStage = {
    ...createStageClient(crew.first, token),
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
    readBooks,
    truth,
    async expectAgreement(when) {
      let found: readonly string[] = []
      const agree = async (): Promise<boolean> => (found = await problems(false)).length === 0
      await eventually('the books and the node agree', agree, AGREE_MS).catch(() => undefined)
      expect(found, when).toEqual([])
    },
    async restart(options) {
      await crew.kill()
      await crew.start(1, options)
      await stage.expectAgreement('after a start')
    },
    async expectSound(settled = false) {
      expect((await crew.first().state()).check).toBe('ok')
      expect(await problems(settled)).toEqual([])
    },
  }
  return stage
}

async function startServer(settings?: ClusterSettings): Promise<PostgresCluster> {
  const server = await createPostgresCluster(settings)
  onTestFinished(() => server.remove())
  await server.start()
  await runOnServer(server.url, `CREATE DATABASE ${DATABASE}`)
  return server
}

/** It is closed with the test. */
export async function openTestLine(options: SlowLineOptions): Promise<SlowLine> {
  const line = await openSlowLine(options)
  onTestFinished(() => line.close())
  return line
}

async function withBooks<T>(url: string, read: (books: BookReader) => Promise<T>): Promise<T> {
  const books = await openBookReader({ url })
  try {
    return await read(books)
  } finally {
    await books.close()
  }
}

function createCrew(place: Place, exactBalance: boolean) {
  const usual = exactBalance ? {} : { entry: 'crashing-service.ts', env: { EXACT_BALANCE: 'off' } }
  let services: ServiceProcess[] = []
  const kill = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.kill()))
    services = []
  }
  onTestFinished(kill)
  return {
    all: (): readonly ServiceProcess[] => services,
    first: () => services[0] as ServiceProcess,
    async start(count: number, options: Partial<StartOptions> = {}): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        services.push(await startService({ place, ...usual, ...options }))
      }
    },
    kill,
  }
}

/** What the services are started with: the database through the lines, a data folder that they share. */
function createPlace(lines: readonly SlowLine[]): Place {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-wallet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const hosts = lines.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const attributes = lines.length > 1 ? '?target_session_attrs=read-write' : ''
  return { url: `postgres://postgres:postgres@${hosts}/${DATABASE}${attributes}`, folder }
}
