import { expect } from 'vitest'
import type { Truth } from '../compare-with-truth.ts'
import { eventually } from '../eventually.ts'
import { listProblems } from './crash-stage.ts'
import type { ServiceProcess } from './service-process.ts'

export interface StageChecks {
  truth(): Promise<Truth>
  /** Lists differences between the books and the node, after waiting for what is in transit. */
  expectAgreement(when: string): Promise<void>
  /** Expects no finding from the service's own check, in the books, and between books and node. */
  expectSound(settled?: boolean): Promise<void>
}

interface Checked {
  /** The process that answers, and its node. */
  readonly service: () => ServiceProcess
  /** The URL of the database with the books. */
  readonly url: () => string
  /** The time for what is in transit to arrive. */
  readonly agreeMs: number
}

export function createChecks({ service, url, agreeMs }: Checked): StageChecks {
  const truth = (): Promise<Truth> => service().sendControl('GET /truth')
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
