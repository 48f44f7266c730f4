import { createStore } from '../store.ts'

/** What is still missing after a log-in that was right so far. */
export interface Ticket {
  readonly ticket: string
  readonly ways: readonly string[]
}

/** What stood behind the `#` of the address: one-time secrets, and what a visit to a provider has led to. */
interface Arrival {
  /** Of the first set-up. */
  readonly token?: string
  readonly ticket?: Ticket
  /** The provider that may log this account in from now on. */
  readonly linked?: string
}

export const arrival = createStore<Arrival>({})

/** At the start, and when a link is pasted into the open page: secrets leave the address bar and the history at once. */
export function watchArrival(): void {
  take()
  addEventListener('hashchange', take)
}

function take(): void {
  const fields = new URLSearchParams(location.hash.slice(1))
  const read = (name: string): string => fields.get(name) ?? ''
  if (!['token', 'ticket', 'linked'].some((name) => fields.has(name))) return
  history.replaceState(history.state, '', location.pathname + location.search)
  arrival.set({
    ...(fields.has('token') && { token: read('token') }),
    ...(fields.has('ticket') && { ticket: { ticket: read('ticket'), ways: read('second_factor').split(',') } }),
    ...(fields.has('linked') && { linked: read('linked') }),
  })
}

/** Each counts once. */
export function takeTicket(): Ticket | undefined {
  const { ticket, ...rest } = arrival.get()
  if (ticket !== undefined) arrival.set(rest)
  return ticket
}

export function takeLinked(): string | undefined {
  const { linked, ...rest } = arrival.get()
  if (linked !== undefined) arrival.set(rest)
  return linked
}
