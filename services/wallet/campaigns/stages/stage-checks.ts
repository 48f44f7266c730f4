import { expect } from 'vitest'
import type { Truth } from '../compare-with-truth.ts'
import { eventually } from '../eventually.ts'
import { listProblems } from './crash-stage.ts'
import type { ServiceProcess } from './service-process.ts'

export interface StageChecks {
  truth(): Promise<Truth>
  /** What the books and the node say against each other; what is on its way between them gets time to arrive. */
  expectAgreement(when: string): Promise<void>
  /** Nothing to complain about: the service's own check, the books, and the books against the node. */
  expectSound(settled?: boolean): Promise<void>
}

interface Checked {
  /** The one that is asked, and its node. */
  readonly service: () => ServiceProcess
  /** Where the books are read. */
  readonly url: () => string
  /** How long what is on its way has to arrive. */
  readonly agreeMs: number
}

export function createChecks({ service, url, agreeMs }: Checked): StageChecks {
  const truth = (): Promise<Truth> => service().steer('GET /truth')
  const problems = async (settled: boolean): Promise<readonly string[]> => {
    const nodeTruth = await truth()
    return await listProblems({ url: url() }, nodeTruth, settled)
  }
  return {
    truth,
    async expectAgreement(when) {
      let found: readonly string[] = []
      const agree = async (): Promise<boolean> => (found = await problems(false)).length === 0
      await eventually('the books and the node agree', agree, agreeMs).catch(() => undefined)
      expect(found, when).toEqual([])
    },
    async expectSound(settled = false) {
      expect((await service().state()).check).toBe('ok')
      expect(await problems(settled)).toEqual([])
    },
  }
}
