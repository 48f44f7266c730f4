import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** CPU time of a process, in milliseconds; undefined on systems that do not report it (Linux does). */
export function cpuTimeOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = [Number(fields[11]), Number(fields[12])]
    return (user + system) * TICK_MS
  } catch {
    return undefined
  }
}
