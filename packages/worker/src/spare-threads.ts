import { parse } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const spare = new Map<string, Set<Worker>>()
const idle = new WeakMap<Worker, NodeJS.Timeout>()
/** A thread needs some 10 MB. Concurrent duties use several; one is enough until the next time. */
const IDLE = { oneMs: 60_000, moreMs: 5000 }

/**
 * Returns a thread that runs the script: a returned one, or a new one. The thread has the script's name, as `top -H`
 * shows it. A new thread loads its modules for a tenth of a second of CPU, so a thread is reused: it receives each task
 * as a message.
 */
export function takeThread(script: URL, options?: WorkerOptions): Worker {
  const waiting = spare.get(script.href)
  const thread = [...(waiting ?? [])].at(-1)
  if (thread === undefined) return new Worker(script, { name: parse(script.pathname).name, ...options })
  waiting?.delete(thread)
  forget(thread)
  clearTimeout(idle.get(thread))
  thread.ref()
  return thread
}

/**
 * Takes back a thread that has finished its task and has nothing open. It waits for the next task, and ends if none
 * comes in time, or with the process; sooner, if another one waits.
 */
export function giveBackThread(script: URL, thread: Worker, { oneMs, moreMs } = IDLE): void {
  const waiting = spare.get(script.href) ?? new Set()
  const idleMs = waiting.size === 0 ? oneMs : moreMs
  spare.set(script.href, waiting)
  forget(thread)
  thread.once('exit', () => waiting.delete(thread))
  thread.unref()
  waiting.add(thread)
  const end = (): void => {
    waiting.delete(thread)
    void thread.terminate()
  }
  idle.set(thread, setTimeout(end, idleMs).unref())
}

/** Remove only these: Node has listeners of its own. */
function forget(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}
