import { inject } from 'vitest'

/** A tenth of the rows, another one in each run (choose-tenth.ts); the campaigns run all. */
export const ofThisRun = <T>(rows: readonly T[]): readonly T[] => {
  const tenth = inject('matrixTenth')
  return tenth === undefined ? rows : rows.filter((_row, index) => index % 10 === tenth)
}
