import { parentPort, workerData } from 'node:worker_threads'
import { askAll, type AskOptions } from './ask-all.ts'

export type AskOnData = Omit<AskOptions, 'next' | 'onAnswer'> &
  ({ readonly request: string } | { readonly requests: readonly string[] })

/** Repeats one request, or sends some once each, in a separate thread until the parent posts a message; posts back the statuses it has seen. */
async function main(): Promise<void> {
  const data = workerData as AskOnData
  const requests = 'requests' in data ? data.requests.values() : undefined
  const next = (): string | undefined => ('request' in data ? data.request : requests?.next().value)
  const seen = new Set<number>()
  let goesOn = true
  parentPort?.once('message', () => {
    goesOn = false
  })
  await askAll({ ...data, next: () => (goesOn ? next() : undefined), onAnswer: (status) => void seen.add(status) })
  parentPort?.postMessage([...seen].toSorted((first, second) => first - second))
}

await main()
