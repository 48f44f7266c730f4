import { basename } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const spare = new Map<string, Worker[]>()

/**
 * Returns a thread that runs the script: a returned one, or a new one. The thread has the script's name, as `top -H`
 * shows it. A new thread loads its modules for a tenth of a second of CPU, so a thread is reused: it receives each task
 * as a message.
 */
export function takeThread(script: URL, options?: WorkerOptions): Worker {
  const thread = spare.get(script.href)?.pop()
  if (thread === undefined) return new Worker(script, { name: basename(script.pathname, '.ts'), ...options })
  forget(thread)
  thread.ref()
  return thread
}

/**
 * Takes back a thread that has finished its task and keeps nothing open. It waits for the next task, or ends with the
 * process.
 */
export function giveBackThread(script: URL, thread: Worker): void {
  const waiting = spare.get(script.href) ?? []
  spare.set(script.href, waiting)
  forget(thread)
  thread.once('exit', () => waiting.splice(waiting.indexOf(thread), 1))
  thread.unref()
  waiting.push(thread)
}

/** Remove only these: Node has listeners of its own. */
function forget(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}
