import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** 0 to 9; not set in runs of all rows. */
    matrixTenth?: number
  }
}

/** `MATRIX=4` in the environment chooses this tenth, `MATRIX=whole` all. */
export function setup(project: TestProject): void {
  const chosen = process.env['MATRIX'] ?? String(Math.floor(Math.random() * 10))
  if (chosen === 'whole') return
  if (!/^\d$/.test(chosen)) throw new Error(`MATRIX is 0 to 9 or whole, not ${chosen}`)
  project.provide('matrixTenth', Number(chosen))
  process.stdout.write(
    `tests/contract/matrix: tenth ${chosen} of the rows; again with MATRIX=${chosen}, all with MATRIX=whole\n`,
  )
}
