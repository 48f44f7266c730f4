import type { Troubles } from '../port/node-trouble.ts'

export interface NodeDate {
  /** Unix milliseconds of our clock: the node's answer was written between the two. */
  readonly askedAt: number
  readonly answeredAt: number
  /** Unix seconds of the node's clock. */
  readonly nodeSeconds: number
}

/** Invoices expire, and requests are signed, by the minute. */
const MAX_APART_SECONDS = 60

/** Behind a proxy it may be the proxy's clock. */
export function noteClock(troubles: Troubles, { askedAt, answeredAt, nodeSeconds }: NodeDate): void {
  const ahead = Math.floor(nodeSeconds - answeredAt / 1000)
  const behind = Math.floor(askedAt / 1000 - nodeSeconds)
  const apart = Math.max(ahead, behind)
  const way = ahead > 0 ? 'ahead of' : 'behind'
  troubles.note(
    'clock',
    apart <= MAX_APART_SECONDS
      ? undefined
      : {
          kind: 'clock_apart',
          detail: `the clock of the node is ${apart} seconds ${way} that of this service: set both by NTP`,
        },
  )
}
