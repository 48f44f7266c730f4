import { basename } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const spare = new Map<string, Worker[]>()

/**
 * A thread that runs the script and has its name, as `top -H` shows it: one that was given back, or a new one. Loading its modules takes a new thread a tenth of
 * a second of CPU, so a script does one task after another and gets each by a message.
 */
export function takeThread(script: URL, options?: WorkerOptions): Worker {
  const thread = spare.get(script.href)?.pop()
  if (thread === undefined) return new Worker(script, { name: basename(script.pathname, '.ts'), ...options })
  forget(thread)
  thread.ref()
  return thread
}

/** A thread that is done with its task and keeps nothing open. It waits for the next, or ends with the process. */
export function giveBackThread(script: URL, thread: Worker): void {
  const waiting = spare.get(script.href) ?? []
  spare.set(script.href, waiting)
  forget(thread)
  thread.once('exit', () => waiting.splice(waiting.indexOf(thread), 1))
  thread.unref()
  waiting.push(thread)
}

/** Not all listeners: Node has some of its own. */
function forget(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}
