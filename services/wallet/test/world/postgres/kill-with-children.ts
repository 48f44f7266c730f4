import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** `kill -9` of a process and its children as one event: none of them acts after another one has died. */
export async function killWithChildren(pid: number): Promise<void> {
  // Stopped first, so that it starts no further child.
  send(pid, 'SIGSTOP')
  const children = listProcesses().filter((found) => found.parent === pid)
  for (const child of children) send(child.pid, 'SIGKILL')
  send(pid, 'SIGKILL')
  while (listProcesses().some((found) => found.alive && children.some((child) => child.pid === found.pid)))
    await delay(5)
}

interface FoundProcess {
  readonly pid: number
  readonly parent: number
  readonly alive: boolean
}

/** From Linux's /proc. */
function listProcesses(): FoundProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
}

function readProcess(pid: number): FoundProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, may contain anything.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), alive: state !== 'Z' && state !== 'X' }
  } catch {
    return undefined
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}
