import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Answer, type Connections, sendRequests } from './send-requests.ts'

/** Another client, which sends requests beside those that are measured. */
export interface Neighbour extends Omit<Connections, 'ports'> {
  /** Repeated, unless there are several: then each is sent once. */
  readonly requests: readonly string[]
  /** The neighbour must receive each of these, and no other. */
  readonly statuses: readonly number[]
}

/**
 * Sends in a separate thread, so that the measured client does not wait for its CPU. Resolves with the function that stops
 * it, as soon as it has received each of its statuses.
 */
export async function startNeighbour(port: number, neighbour: Neighbour): Promise<() => Promise<void>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { ports: [port], ...neighbour } })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('stop')
    const [statuses] = (await once(worker, 'message')) as [number[]]
    if (statuses.join() !== neighbour.statuses.join()) throw new Error(`the neighbour received ${statuses.join()}`)
  }
}

async function runWorker({ requests, statuses, ...settings }: Neighbour & Connections): Promise<void> {
  const received = new Set<number>()
  let isStopped = false
  let sent = 0
  parentPort?.once('message', () => {
    isStopped = true
  })
  const onAnswer = ({ status }: Answer): void => {
    if (received.has(status)) return
    received.add(status)
    if (received.size === statuses.length) parentPort?.postMessage('running')
  }
  await sendRequests(settings, () => {
    const text = requests.length === 1 ? requests[0] : requests[sent]
    sent += 1
    return isStopped || text === undefined ? undefined : { text, onAnswer }
  })
  parentPort?.postMessage([...received].toSorted((first, second) => first - second))
}

if (!isMainThread) await runWorker(workerData as Neighbour & Connections)
