import { setPriority } from 'node:os'

const NICENESS = 10

/** Gives the process a low CPU priority. Does nothing where the system forbids it, as hardened units do. */
export function runBehind(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // Keeps its priority.
  }
}
