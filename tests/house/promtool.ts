import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What Prometheus' own tool prints about its rules; rejects if it finds a problem. */
export const promtool = async (...args: string[]): Promise<string> => (await run('promtool', args)).stdout

/** Debian's package `prometheus` has it; `.ci/run` installs that. */
export const hasPromtool = await promtool('--version').then(
  () => true,
  () => false,
)
