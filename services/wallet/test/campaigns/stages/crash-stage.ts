import { expect } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import type { Answer } from '../../world/open-world.ts'
import { createTestDatabase, type TestDatabase } from '../../world/test-database.ts'
import { withBooks } from '../book-reader.ts'
import { compareWithTruth, type Truth } from '../compare-with-truth.ts'
import { eventually } from '../eventually.ts'
import { CRASHING_SERVICE, type ServiceProcess, type StartOptions, startService } from './service-process.ts'
import { createStageClient, logIn, type StageClient } from './stage-client.ts'

/** One database, one node, and a service that is killed and restarted on them. */
export interface CrashStage extends StageClient {
  readonly dialect: Dialect
  readonly place: TestDatabase
  readonly service: ServiceProcess
  /** The stored state of the invoice with this hash, read from the database, with or without a running process. */
  stateOf(hash: string): Promise<string | undefined>
  eventsOf(checkingId: string): Promise<string[]>
  /** Arms the process, runs `act`, and waits until the process is dead. Returns the caller's answer, if one arrived. */
  dies(at: string, act: () => Promise<Answer>): Promise<Answer | undefined>
  /** Runs `act` and kills the process as soon as the condition holds. Returns the caller's answer, if one arrived. */
  killedWhen(condition: () => Promise<boolean>, act: () => Promise<Answer>): Promise<Answer | undefined>
  /** Restarts after a kill, by default with the real `main.ts`, and checks what must hold immediately. */
  restart(options?: Partial<StartOptions>): Promise<void>
  truth(): Promise<Truth>
  /** Expects no finding from the service's own check, in the books, and between books and node. */
  expectSound(settled?: boolean): Promise<void>
  close(): Promise<void>
}

export async function openCrashStage(
  dialect: Dialect,
  options: Partial<StartOptions> = { entry: CRASHING_SERVICE },
): Promise<CrashStage> {
  const place = await createTestDatabase(dialect)
  let service = await startService({ place, ...options })
  const stage: CrashStage = {
    ...createStageClient(() => service, await logIn(service)),
    dialect,
    place,
    get service() {
      return service
    },
    async stateOf(hash) {
      const sql = `SELECT state FROM payments WHERE payment_hash = $1 AND direction = 'in'`
      return (await readBooks<{ state: string }>(place, sql, hash))[0]?.state
    },
    async eventsOf(id) {
      const sql = 'SELECT kind FROM events WHERE checking_id = $1 ORDER BY id'
      return (await readBooks<{ kind: string }>(place, sql, id)).map(({ kind }) => kind)
    },
    async dies(at, act) {
      await service.armed(at)
      const answer = act().catch(() => undefined)
      await eventually(`the process dies ${at}`, () => Promise.race([service.ended.then(() => true), soon()]))
      return await answer
    },
    async killedWhen(condition, act) {
      const answer = act().catch(() => undefined)
      await eventually('the moment of the kill', condition)
      await service.kill()
      return await answer
    },
    async restart(more = {}) {
      await service.kill()
      await expectBooksAtRest(place)
      service = await startService({ place, ...more })
      await stage.expectSound()
    },
    truth: () => service.sendControl<Truth>('GET /truth'),
    async expectSound(settled = false) {
      expect((await service.state()).check).toBe('ok')
      await expectNoProblems(place, await stage.truth(), settled)
    },
    async close() {
      await service.kill()
      await place.drop()
    },
  }
  return stage
}

/** Committed state must also be right while no process runs; then it cannot be compared with the node. */
export const expectBooksAtRest = (place: TestDatabase): Promise<void> =>
  expectNoProblems(place, NO_NEWS, false, (problem) => !problem.includes('the node'))

const NO_NEWS: Truth = { balance_msat: 0, sent: [], failed: [], open: [], received: [], held: [] }

async function expectNoProblems(
  place: TestDatabase,
  truth: Truth,
  settled: boolean,
  counts: (problem: string) => boolean = () => true,
): Promise<void> {
  expect((await listProblems(place, truth, settled)).filter(counts)).toEqual([])
}

export const listProblems = (
  place: Pick<TestDatabase, 'url'>,
  truth: Truth,
  settled: boolean,
): Promise<readonly string[]> => withBooks(place, (books) => compareWithTruth(books, truth, { settled }))

const readBooks = <Row extends object>(place: TestDatabase, sql: string, param: string): Promise<Row[]> =>
  withBooks(place, (books) => books.rows<Row>(sql, [param]))

const soon = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(false), 20))
