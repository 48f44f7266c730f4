import { setPriority } from 'node:os'

const NICENESS = 10

/** The process gets the CPU time that others leave. Does nothing where the system forbids it, as hardened units do. */
export function runBehind(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It runs as it did.
  }
}
