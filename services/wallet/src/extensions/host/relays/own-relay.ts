import type { NostrEvent, NostrSubscription } from '@satchel/extension-sdk/nostr'
import type { Event } from 'nostr-tools/pure'
import type { ExtensionDeps } from '../extension-deps.ts'
import { signEvent } from '../nostr/nostr-signer.ts'
import { createPushHub } from '../stores/push-hub.ts'
import { pushRelayEvent, RELAY_CHANNEL } from '../stores/push-relay-event.ts'
import type { RelayLine } from './relay-line.ts'
import { createRelayVisitor, type RelayVisitor, type Say } from './relay-visitor.ts'

/** A relay in the service, for its own wallet connections only (NIP-01). */
export interface OwnRelay {
  /**
   * The service's end, like that of any relay. `onEvent` returns why an event is rejected; undefined = it is stored.
   */
  line(onEvent: TakeEvent): RelayLine
  /** Sends the event to the subscribers in every process. */
  publish(event: NostrEvent): Promise<undefined>
  /** The other end: an app. */
  welcome(say: Say): Promise<RelayVisitor & { leave(): void }>
  stop(): void
}

type TakeEvent = (event: unknown) => Promise<string | undefined>

const INFO = 13_194
const ANSWERS = [23_195, 23_196, 23_197]

/**
 * Accepts requests that an app signs for a connected wallet, and forwards the service's answers. A client without a
 * wallet connection can neither publish nor read.
 */
export function createOwnRelay(deps: Pick<ExtensionDeps, 'db' | 'clock' | 'log'>): OwnRelay {
  const hub = createPushHub(deps.db, deps.clock, deps.log)
  const visitors = new Set<RelayVisitor>()
  const infos = createInfos()
  let take: TakeEvent = async () => 'blocked: no extension listens to this event'
  let listening: Promise<unknown> | undefined
  const now = (): number => Math.floor(deps.clock() / 1000)
  const tell = (event: Event): void => visitors.forEach((visitor) => visitor.tell(event))

  return {
    line(onEvent) {
      take = onEvent
      return {
        follow(subscriptions) {
          for (const info of infos.follow(subscriptions, now())) tell(info)
        },
        publish: (event) => publish(event),
        close() {
          infos.follow([], now())
        },
      }
    },
    publish,
    async welcome(say) {
      const visitor = createRelayVisitor(say, { accept: (event) => take(event), infoOf: infos.find })
      await (listening ??= listen())
      visitors.add(visitor)
      return { ...visitor, leave: () => void visitors.delete(visitor) }
    },
    stop: () => void hub.stop(),
  }

  /** Listens from the first visitor on: earlier events are for none of them. */
  function listen(): Promise<unknown> {
    const begun = hub.listen(RELAY_CHANNEL.extId, RELAY_CHANNEL.channel, undefined, ({ body }) =>
      tell(JSON.parse(body) as Event),
    )
    begun.catch(() => {
      // The database was unreachable: the next visitor retries.
      listening = undefined
    })
    return begun
  }

  async function publish(event: NostrEvent): Promise<undefined> {
    if (ANSWERS.includes(event.kind)) {
      await deps.db.transact(pushRelayEvent, { body: JSON.stringify(event), at: now() })
    }
    return undefined
  }
}

/** One per connection, as last announced. */
function createInfos() {
  let byPubkey = new Map<string, { readonly name: string; readonly event: Event }>()
  return {
    find: (pubkey: string): Event | undefined => byPubkey.get(pubkey)?.event,
    /** Answers those that are new. */
    follow(subscriptions: readonly NostrSubscription[], createdAt: number): readonly Event[] {
      const before = new Map([...byPubkey.values()].map(({ name, event }) => [name, event]))
      const all = subscriptions
        .flatMap(({ announce }) => announce)
        .filter(({ kind }) => kind === INFO)
        .map((one) => {
          const name = JSON.stringify(one)
          const event = before.get(name) ?? (signEvent({ ...one, createdAt }, one.secretKey) as Event)
          return { name, event }
        })
      byPubkey = new Map(all.map((one) => [one.event.pubkey, one]))
      return all.filter(({ name }) => !before.has(name)).map(({ event }) => event)
    },
  }
}
