import { withBooks } from '../campaigns/book-reader.ts'
import type { LoadedStage } from '../campaigns/load/postgres-load.ts'
import type { CrashStage } from '../campaigns/stages/crash-stage.ts'
import { createCrew } from '../campaigns/stages/service-crew.ts'
import { createChecks } from '../campaigns/stages/stage-checks.ts'
import { createStageClient, logIn } from '../campaigns/stages/stage-client.ts'
import type { Cluster } from './cluster.ts'

/** Service processes on a cluster; for one test. */
export type ClusterStage = LoadedStage & Pick<CrashStage, 'truth' | 'restart' | 'expectSound'>

/** A machine may just have restarted: this is the time for what is in transit to arrive. */
const AGREE_MS = 30_000

export async function openClusterStage({ url }: Pick<Cluster, 'url'>, processes: number): Promise<ClusterStage> {
  const crew = createCrew(url)
  await crew.start(processes)
  const token = await logIn(crew.first())
  const checks = createChecks({ service: crew.first, url: () => url, agreeMs: AGREE_MS })
  return {
    ...createStageClient(crew.first, token),
    ...checks,
    token,
    get services() {
      return crew.all()
    },
    get service() {
      return crew.first()
    },
    readBooks: (read) => withBooks({ url }, read),
    async restart(options) {
      await crew.kill()
      await crew.start(1, options)
      await checks.expectAgreement('after a start')
    },
  }
}
