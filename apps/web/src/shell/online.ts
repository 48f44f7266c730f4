import { createStore } from '../store.ts'

/** What the browser knows of the network. */
export const online = createStore(true)

export function watchNetwork(): void {
  const read = (): void => online.set(navigator.onLine)
  read()
  for (const event of ['online', 'offline']) addEventListener(event, read)
}
