import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const TICK_MICROSECONDS = 10_000

/** User and system time of these processes and all their descendants, ended ones included. Linux only. */
export function cpuOfProcesses(pids: readonly number[]): number {
  const ticks = [...statsOf(pids).values()].reduce((sum, stat) => sum + stat.ticks, 0)
  return ticks * TICK_MICROSECONDS
}

/** Bytes that these processes have sent to disks. Linux only. */
export const writtenBy = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]), 0)

/** A process and all its descendants that still run. */
export const processesOf = (pid: number): number[] => [...statsOf([pid]).keys()]

function statsOf(pids: readonly number[]): Map<number, ProcessStat> {
  const stats = new Map<number, ProcessStat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    if (stat !== undefined) stats.set(Number(name), stat)
  }
  const belongs = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent
    return pids.includes(pid) || (parent !== undefined && belongs(parent))
  }
  return new Map([...stats].filter(([pid]) => belongs(pid)))
}

export function parentOf(pid: number): number {
  const stat = readStat(pid)
  if (stat === undefined) throw new Error(`process ${pid} is gone`)
  return stat.parent
}

interface ProcessStat {
  readonly parent: number
  /** Ticks of the process and of its children that have ended. */
  readonly ticks: number
}

/** Undefined if the process has ended. */
function readStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Fields are counted after the name, which may contain spaces and parentheses.
    const fields = text
      .slice(text.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
    return { parent: fields[1] ?? 0, ticks }
  } catch {
    return undefined
  }
}
