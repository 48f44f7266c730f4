import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait, or start processes: a quarter to half a minute each. */
const SLOWEST = [
  'slow-start',
  'node-goes-back',
  'canary',
  'main',
  'lnd-unasked',
  'sandbox',
  'nwc',
  'hold-claim',
  'misbehaving-exchanges',
  'node-history',
  'strikes',
  'main-database-lost',
].map((name) => `/${name}.test.ts`)

/** A long file that began last would run alone at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOWEST.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
