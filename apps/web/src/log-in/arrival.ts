import { createStore } from '../store.ts'

/** The second factor is missing after a correct first one. */
export interface Ticket {
  readonly ticket: string
  readonly ways: readonly string[]
}

/** From the `#` of the URL: one-time secrets and results of a provider's log-in. */
interface Arrival {
  /** For the first set-up. */
  readonly token?: string
  readonly ticket?: Ticket
  /** The provider that was just linked to this account. */
  readonly linked?: string
}

export const arrival = createStore<Arrival>({})

/** Reads the `#` of the URL, also of a link pasted later, and removes secrets from address bar and history at once. */
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

/** Removes the ticket, because it can be used once. */
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
