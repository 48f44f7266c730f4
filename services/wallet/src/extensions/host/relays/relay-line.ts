import type { NostrEvent, NostrSubscription } from '@satchel/extension-sdk/nostr'
import type { ExtensionDeps } from '../extension-deps.ts'
import { signEvent } from '../nostr/nostr-signer.ts'
import { openRelay, RELAY_DEADLINES, type Relay } from '../nostr/relay-client.ts'
import { shown, TOO_LONG } from './publish-event.ts'

/** A connection to one relay, with subscriptions. */
export interface RelayLine {
  /** Connects when due, and subscribes to exactly these. Returns immediately. */
  follow(wanted: readonly NostrSubscription[]): void
  /** As `publishEvent`; undefined = there is no connection at present. */
  publish(event: NostrEvent): Promise<string | undefined> | undefined
  close(): void
}

/** Also the maximum difference of clocks. */
export const CLOCKS_DIFFER_SECONDS = 60

const SUBSCRIPTION = 'satchel'
const MIN_DELAY_MS = 1000
/** Plus up to 50 % jitter: a relay is connected within 30 s after it is reachable again. */
const MAX_DELAY_MS = 12_000
/** A connection that lasted this long resets the backoff. */
const GOOD_AFTER_MS = 60_000

/**
 * Keeps one connection to a relay: each new connection repeats the announcements, and updates the subscriptions. A
 * closed connection is reopened, with exponential backoff and jitter. It also closes after an event for which `onEvent`
 * returns false.
 */
export function createRelayLine(
  deps: Pick<ExtensionDeps, 'relays' | 'clock' | 'log' | 'nostrConfig'>,
  url: string,
  onEvent: (event: unknown) => Promise<boolean>,
): RelayLine {
  let wanted: readonly NostrSubscription[] = []
  let relay: Relay | undefined
  let state: 'closed' | 'opening' | 'open' | 'ended' = 'closed'
  let [tries, dueAt, openedAt] = [0, 0, 0]
  const talk = createTalk(deps.nostrConfig.lookBackSeconds + CLOCKS_DIFFER_SECONDS)
  const published = createPublished(deps.relays.timeoutMs ?? RELAY_DEADLINES.timeoutMs)

  const speak = (): void => {
    const now = Math.floor(deps.clock() / 1000)
    if (relay !== undefined) talk.say(relay, wanted, now)
  }
  const receive = ([type, name, more, why]: readonly unknown[]): void => {
    if (type === 'EVENT' && name === SUBSCRIPTION) {
      const from = relay
      void onEvent(more).then((mayGoOn) => mayGoOn || from?.close())
    } else if (type === 'OK')
      published.tell(String(name), more === true ? undefined : `The relay refused it: ${shown(why)}`)
    else if (type === 'CLOSED' && name === SUBSCRIPTION) relay?.close()
  }
  const hungUp = (problem: string): void => {
    if (state === 'closed' || state === 'ended') return
    if (state === 'open' && deps.clock() - openedAt >= GOOD_AFTER_MS) tries = 0
    relay = undefined
    state = 'closed'
    published.tellAll(problem)
    const delay = Math.min(MIN_DELAY_MS * 2 ** tries, MAX_DELAY_MS)
    dueAt = deps.clock() + delay * (0.5 + Math.random())
    tries += 1
    deps.log.info({ relay: new URL(url).host, problem }, 'a relay is not connected; it is tried again')
  }
  /** A clock that was ahead and steps back does not lengthen a delay. */
  const isDue = (): boolean => {
    const leftMs = dueAt - deps.clock()
    return leftMs <= 0 || leftMs > MAX_DELAY_MS * 1.5
  }
  const open = async (): Promise<void> => {
    state = 'opening'
    const opened = await openRelay(deps.relays, url, {
      staysOpen: true,
      onMessage: receive,
      onClose: () => hungUp('The relay has hung up.'),
    })
    if ('problem' in opened) return hungUp(opened.problem)
    if (state !== 'opening') return opened.relay.close()
    state = 'open'
    openedAt = deps.clock()
    relay = opened.relay
    talk.forget()
    speak()
  }
  return {
    follow(subscriptions) {
      wanted = subscriptions
      if (state === 'open') speak()
      else if (state === 'closed' && isDue()) void open()
    },
    publish: (event) => relay && published.publish(relay, event),
    close() {
      const last = relay
      hungUp('It is not listened to any more.')
      state = 'ended'
      last?.close()
    },
  }
}

/** Subscribes again only when the filters have changed, and sends each announcement once per connection. */
function createTalk(lookBackSeconds: number) {
  let listensTo = ''
  const announced = new Set<string>()
  return {
    say(relay: Relay, wanted: readonly NostrSubscription[], now: number): void {
      const filters = wanted.map(({ filter }) => filter)
      if (JSON.stringify(filters) !== listensTo) {
        listensTo = JSON.stringify(filters)
        const since = now - lookBackSeconds
        relay.send(['REQ', SUBSCRIPTION, ...filters.map((filter) => ({ ...filter, since }))])
      }
      // Subscribed first: an app may answer the announcement immediately.
      for (const one of wanted.flatMap(({ announce }) => announce)) {
        const name = JSON.stringify(one)
        if (announced.has(name)) continue
        announced.add(name)
        relay.send(['EVENT', signEvent({ ...one, createdAt: now }, one.secretKey)])
      }
    },
    forget(): void {
      listensTo = ''
      announced.clear()
    },
  }
}

/** Events that the relay has not answered yet. */
function createPublished(timeoutMs: number) {
  const waiting = new Map<string, (problem: string | undefined) => void>()
  return {
    publish(relay: Relay, event: NostrEvent): Promise<string | undefined> {
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      const deadline = setTimeout(() => resolve(TOO_LONG), timeoutMs)
      waiting.set(event.id, resolve)
      relay.send(['EVENT', event])
      return promise.finally(() => {
        clearTimeout(deadline)
        waiting.delete(event.id)
      })
    },
    tell: (id: string, problem: string | undefined): void => waiting.get(id)?.(problem),
    tellAll(problem: string): void {
      for (const tell of waiting.values()) tell(problem)
    },
  }
}
