import { parentPort, workerData } from 'node:worker_threads'
import { askAll, type AskOptions } from './ask-all.ts'

export interface AskOnData extends Omit<AskOptions, 'next' | 'onAnswer'> {
  readonly request: string
}

/** Repeats one request in a separate thread until the parent posts a message; posts back the statuses it has seen. */
async function main(): Promise<void> {
  const { request, ...options } = workerData as AskOnData
  const seen = new Set<number>()
  let goesOn = true
  parentPort?.once('message', () => {
    goesOn = false
  })
  await askAll({ ...options, next: () => (goesOn ? request : undefined), onAnswer: (status) => void seen.add(status) })
  parentPort?.postMessage([...seen].toSorted((first, second) => first - second))
}

await main()
