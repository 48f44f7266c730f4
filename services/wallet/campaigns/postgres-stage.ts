import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ClusterSettings, createPostgresCluster, type PostgresCluster } from '../world/postgres-cluster.ts'
import { databaseUrl, runOnServer } from '../world/postgres-template.ts'
import { openSlowLine, type SlowLine } from '../world/slow-line.ts'
import type { TestDatabase } from '../world/test-database.ts'
import { type BookReader, openBookReader } from './book-reader.ts'
import { compareWithTruth, type Truth } from './compare-with-truth.ts'
import type { CrashStage } from './crash-stage.ts'
import { eventually } from './eventually.ts'
import { type ServiceProcess, type StartOptions, startService } from './service-process.ts'
import { createStageClient, logIn, type StageClient } from './stage-client.ts'

/** Service processes on one PostgreSQL server that dies and comes back, or that another one replaces. */
export interface PostgresStage
  extends StageClient,
    Pick<CrashStage, 'truth' | 'service' | 'restart' | 'expectSound' | 'close'> {
  readonly token: string
  /** Between the services and the server. */
  readonly line: SlowLine
  readonly server: PostgresCluster
  /** From now on the line leads there, and the books are read there; connections that exist are left alone. */
  moveTo(server: PostgresCluster): void
  readonly services: readonly ServiceProcess[]
  readBooks<T>(read: (books: BookReader) => Promise<T>): Promise<T>
  /** What the books and the node say against each other; what is on its way between them gets time to arrive. */
  expectAgreement(when: string): Promise<void>
}

export interface PostgresStageOptions {
  readonly settings?: ClusterSettings
  /** On the line, each way. */
  readonly latencyMs?: number
  readonly processes?: number
  /** Of the services; the URL of the database may be another one than the line's. */
  readonly env?: Readonly<Record<string, string>>
}

const DATABASE = 'satchel'
const AGREE_MS = 10_000

export async function openPostgresStage({ settings, latencyMs = 0, processes = 2, env = {} }: PostgresStageOptions) {
  let server = await createPostgresCluster(settings)
  await server.start()
  await runOnServer(server.url, `CREATE DATABASE ${DATABASE}`)
  const line = await openSlowLine({ toPort: server.port, latencyMs })
  const place = createPlace(line.port)
  let services: ServiceProcess[] = []
  const start = async (count: number, options: Partial<StartOptions> = {}): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      services.push(await startService({ place, ...options, env: { ...env, ...options.env } }))
    }
  }
  const killServices = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.kill()))
    services = []
  }
  const first = (): ServiceProcess => services[0] as ServiceProcess
  await start(processes)
  const token = await logIn(first())
  const readBooks: PostgresStage['readBooks'] = async (read) => {
    const books = await openBookReader({ ...place, url: databaseUrl(server.url, DATABASE) })
    try {
      return await read(books)
    } finally {
      await books.close()
    }
  }
  const truth = (): Promise<Truth> => first().steer('GET /truth')
  const problems = async (settled: boolean): Promise<readonly string[]> => {
    const told = await truth()
    return await readBooks((books) => compareWithTruth(books, told, { settled }))
  }
  const stage: PostgresStage = {
    ...createStageClient(first, token),
    token,
    line,
    get server() {
      return server
    },
    moveTo(next) {
      server = next
      line.retarget(next.port)
    },
    get services() {
      return services
    },
    get service() {
      return first()
    },
    readBooks,
    truth,
    async expectAgreement(when) {
      let found: readonly string[] = []
      const agree = async (): Promise<boolean> => (found = await problems(false)).length === 0
      await eventually('the books and the node agree', agree, AGREE_MS).catch(() => undefined)
      expect(found, when).toEqual([])
    },
    async restart(options = {}) {
      await killServices()
      await start(1, options)
      await stage.expectAgreement('after a start')
    },
    async expectSound(settled = false) {
      expect((await first().state()).check).toBe('ok')
      expect(await problems(settled)).toEqual([])
    },
    async close() {
      await killServices()
      await line.close()
      await server.remove()
      await place.drop()
    },
  }
  return stage
}

/** What the services are started with: the database through the line, a data folder that they share. */
function createPlace(port: number): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-wallet-'))
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/${DATABASE}`,
    folder,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
