import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type BookReader, openBookReader } from '../campaigns/book-reader.ts'
import { compareWithTruth, type Truth } from '../campaigns/compare-with-truth.ts'
import { eventually } from '../campaigns/eventually.ts'
import type { LoadedStage } from '../campaigns/load/postgres-load.ts'
import { type ServiceProcess, type StartOptions, startService } from '../campaigns/stages/service-process.ts'
import { createStageClient, logIn } from '../campaigns/stages/stage-client.ts'
import type { Cluster } from './cluster.ts'

/** Service processes on a cluster; for one test. */
export interface ClusterStage extends LoadedStage {
  truth(): Promise<Truth>
  /** Kills all and starts one. */
  restart(options?: Partial<StartOptions>): Promise<void>
  expectSound(settled?: boolean): Promise<void>
}

/** A machine may just have come back: what is on its way gets time to arrive. */
const AGREE_MS = 30_000

export async function openClusterStage({ url }: Pick<Cluster, 'url'>, processes: number): Promise<ClusterStage> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-wallet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const place = { url, folder }
  let services: ServiceProcess[] = []
  const killAll = async (): Promise<void> => void (await Promise.all(services.map((service) => service.kill())))
  onTestFinished(killAll)
  for (let count = 0; count < processes; count += 1) services.push(await startService({ place }))
  const first = (): ServiceProcess => services[0] as ServiceProcess
  const token = await logIn(first())
  const truth = (): Promise<Truth> => first().steer('GET /truth')
  const readBooks = async <T>(read: (books: BookReader) => Promise<T>): Promise<T> => {
    const books = await openBookReader({ url })
    try {
      return await read(books)
    } finally {
      await books.close()
    }
  }
  const problems = async (settled: boolean): Promise<readonly string[]> => {
    const nodeTruth = await truth()
    return await readBooks((books) => compareWithTruth(books, nodeTruth, { settled }))
  }
  const stage: ClusterStage = {
    ...createStageClient(first, token),
    token,
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
      await killAll()
      services = [await startService({ place, ...options })]
      await stage.expectAgreement('after a start')
    },
    async expectSound(settled = false) {
      expect((await first().state()).check).toBe('ok')
      expect(await problems(settled)).toEqual([])
    },
  }
  return stage
}
