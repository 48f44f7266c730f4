import { expect, onTestFinished, test } from 'vitest'
import { openPostgresLoad } from '../campaigns/load/postgres-load.ts'
import { seededRandom } from '../campaigns/seeded-random.ts'
import { endAllOpen } from '../campaigns/stages/end-all-open.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { listMissing } from './cluster-node.ts'
import { openClusterStage } from './cluster-stage.ts'

const ROUNDS = Number(process.env['FAILOVERS'] ?? 1)
/** The promise, counted from the failure. */
const BACK_MS = 30_000

interface Accident {
  readonly what: string
  /** Causes the failure; returns a function that repairs the machine. */
  readonly happens: (cluster: Cluster) => Promise<() => void>
}

const ACCIDENTS: readonly Accident[] = [
  {
    what: 'a switchover',
    happens: async (cluster) => {
      await cluster.switchOver()
      return () => undefined
    },
  },
  {
    what: 'kill -9 of all that runs on the primary',
    happens: async (cluster) => {
      const primary = await cluster.leader()
      primary.die()
      return primary.start
    },
  },
  {
    what: 'a cut network of the primary',
    happens: async (cluster) => {
      const primary = await cluster.leader()
      primary.unplug()
      return primary.plugIn
    },
  },
]

/** The production set-up of docs/guide/high-availability.md, with the files of `ops/cluster`. */
test(
  'three PostgreSQL under Patroni fail over under load of two processes: nothing acknowledged is lost, and both receive and send within 30 s',
  async () => {
    expect(listMissing(), 'needed: see docs/testing.md').toEqual([])
    const cluster = await openCluster()
    onTestFinished(cluster.close)
    const stage = await openClusterStage(cluster, 2)
    const { through, load } = await openPostgresLoad(stage, seededRandom('cluster'))
    const backMs: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const { what, happens } of ACCIDENTS) {
        const [before, promotions, answers] = [await cluster.leader(), await cluster.promotions(), load.answers]
        let repair = (): void => undefined
        let accidentMs = 0
        const accident = async (): Promise<void> => {
          const since = performance.now()
          repair = await happens(cluster)
          accidentMs = performance.now() - since
        }
        const workedAgainMs = await through(accident, `after ${what}`)
        const back = accidentMs + workedAgainMs
        backMs.push(back)
        repair()
        await cluster.whole()
        const after = await cluster.leader()
        process.stdout.write(
          `${what}: ${before.name} → ${after.name}, receiving and sending again after ${Math.round(back)} ms, ` +
            `${load.answers - answers} answers, ${load.record.size} acknowledgements kept\n`,
        )
        expect(await cluster.promotions(), before.said()).toBeGreaterThan(promotions)
      }
    }
    await endAllOpen(stage)
    expect(await stage.readBooks((books) => load.record.broken(books, []))).toEqual([])
    expect(load.wrong).toEqual([])
    expect(Math.max(...backMs)).toBeLessThan(BACK_MS)
  },
  600_000 + ROUNDS * 300_000,
)
