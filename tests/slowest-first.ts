import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They start processes and wait for them, or ask every route hundreds of times: half a minute each. */
const SLOWEST = [
  'main-database-lost',
  'walk-schemas',
  'killed-sender',
  'permission-matrix',
  'bad-bodies',
  'main',
  'canary',
  'packages',
  'first-install',
  'free-reservations',
  'resume',
  'backup-postgres',
].map((name) => `/${name}.test.ts`)

/** A long file that began last would run alone at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOWEST.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
