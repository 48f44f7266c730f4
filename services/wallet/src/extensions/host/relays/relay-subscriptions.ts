import { verifyEvent } from '@satchel/bolt11/verify-event'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { type NostrEvent, type NostrSubscription, OWN_RELAY } from '@satchel/extension-sdk/nostr'
import { matchFilter } from 'nostr-tools/filter'
import type { Event } from 'nostr-tools/pure'
import { within } from '../../../base/within.ts'
import { OLD_RELAY, OWN_RELAY_PATH } from '../../../config/nostr.ts'
import type { OwnAddresses } from '../../../lnurl/own-addresses.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { readEvent } from '../nostr/read-event.ts'
import type { MinuteQuota } from '../run/minute-quota.ts'
import type { RunExtension } from '../run/run-extension.ts'
import { queueJobs } from '../stores/job-store.ts'
import { findSubscriptionVersion } from '../stores/subscription-version.ts'
import type { OwnRelay } from './own-relay.ts'
import { CLOCKS_DIFFER_SECONDS, createRelayLine, type RelayLine } from './relay-line.ts'
import { createRelayTurns } from './relay-turns.ts'
import { WRONG_SIGNATURE } from './relay-visitor.ts'

export interface RelaySubscriptions {
  /** Asks extensions for their subscriptions where that is due, and connects; does not wait for relays. */
  begin(): Promise<void>
  /** Like `publishEvent`, over an open connection; undefined = there is none to this relay. */
  publish(event: NostrEvent, relayUrl: string): Promise<string | undefined> | undefined
  stop(): Promise<void>
}

export interface RelaySubscriptionsParts {
  readonly run: RunExtension
  readonly quota: MinuteQuota
  /** Undefined = it is off. */
  readonly ownRelay: OwnRelay | undefined
  readonly onQueued: () => void
}

/** The job payload of an event. */
export interface EventJob {
  readonly event: NostrEvent
  readonly tooMany: boolean
}

/** The last known subscriptions of an extension. */
interface Known {
  readonly wanted: readonly NostrSubscription[]
  readonly version: bigint
  readonly askedAt: number
  /** When the full burst of questions is allowed again, Unix milliseconds. */
  readonly spentUntil: number
}

/** Whether the event is neither older than the look-back window nor from a clock that is far ahead. */
function isTimely({ created_at: at }: NostrEvent, { clock, nostrConfig }: ExtensionDeps): boolean {
  const now = Math.floor(clock() / 1000)
  return at >= now - nostrConfig.lookBackSeconds - CLOCKS_DIFFER_SECONDS && at <= now + CLOCKS_DIFFER_SECONDS
}

/** Changed items raise the version, in any process; this interval covers the rest, such as deleted accounts. */
const ASK_AGAIN_MS = 30_000
/** A burst, and then one a second, so that items that change together are read together. */
const ASKED = { atOnce: 5, everyMs: 1000 }
/** After this time the previous subscriptions stay in use until the extension answers. */
const ANSWERS_WITHIN_MS = 2000
/** `heard`: of one key, `relayed`: by one relay. */
const MAX_A_MINUTE = { answered: 120, heard: 240, relayed: 3000 }
const MAX_REMEMBERED = 10_000

/**
 * Subscribes to relays for the extensions that ask for it. An event becomes a job with the event's id as unique name,
 * so that the first process to receive it claims it. Its effects are committed once, with the end of the job.
 */
export function createRelaySubscriptions(
  deps: ExtensionDeps,
  { run, quota, ownRelay, onQueued }: RelaySubscriptionsParts,
): RelaySubscriptions {
  const { known, askAll } = createQuestions(deps, run)
  const nameOf = createRelayNames(deps.ownAddresses)
  const lines = new Map<string, RelayLine>()
  const seen = new Set<string>()
  const turn = createRelayTurns()
  const inFlight = new Set<Promise<unknown>>()
  /** Why the event is rejected; undefined = it is or was stored. */
  const receive = async (relayUrl: string, received: unknown): Promise<string | undefined> => {
    const event = readEvent(received)
    if (event === undefined) return 'invalid: not an event'
    if (seen.has(event.id)) return undefined
    if (!isTimely(event, deps)) return 'invalid: created_at is too old or in the future'
    const extIds = listListeners(known, { relayUrl, event, nameOf })
    if (extIds.length === 0) return 'blocked: no extension listens to this event'
    // Check before the signature is verified, count after it: forged events use up no quota of a key.
    if (extIds.every((extId) => quota.count(heardBy(extId, event)) >= MAX_A_MINUTE.heard)) return TOO_MANY
    if (!verifyEvent(event)) return WRONG_SIGNATURE
    const jobs = toJobs(event, extIds, quota)
    if (jobs.length === 0) return TOO_MANY
    if (seen.size >= MAX_REMEMBERED) seen.clear()
    seen.add(event.id)
    await deps.db.transact(queueJobs, { jobs, now: deps.clock() }).catch((error: unknown) => {
      seen.delete(event.id)
      throw error
    })
    onQueued()
    return undefined
  }
  /** Whether the relay may send more. */
  const onEvent = (relayUrl: string) => (received: unknown) => {
    const mine = receiveInTurn(relayUrl, received)
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'an event of a relay could not be stored')
        return undefined
      })
      .finally(() => inFlight.delete(mine))
    inFlight.add(mine)
    return mine.then((problem) => problem !== WRONG_SIGNATURE)
  }
  const receiveInTurn = async (relayUrl: string, received: unknown): Promise<string | undefined> => {
    if (!isWithin(quota, `relayed by ${relayUrl}`, MAX_A_MINUTE.relayed)) return TOO_MANY
    await turn(relayUrl)
    return receive(relayUrl, received)
  }
  /** Our own relay must know whether a request was stored, because it answers the app. Undefined = it is off. */
  const openLine = (url: string): RelayLine | undefined =>
    url === OWN_RELAY ? ownRelay?.line((event) => receive(url, event)) : createRelayLine(deps, url, onEvent(url))
  return {
    async begin() {
      await askAll()
      followWanted(lines, byRelay([...known.values()], nameOf), openLine)
    },
    publish(event, relayUrl) {
      if (nameOf(relayUrl) !== OWN_RELAY) return lines.get(relayUrl)?.publish(event)
      return ownRelay?.publish(event) ?? Promise.resolve('SERVICE_NOSTR_OWN_RELAY is off.')
    },
    async stop() {
      for (const line of lines.values()) line.close()
      await Promise.all(inFlight)
    },
  }
}

function followWanted(
  lines: Map<string, RelayLine>,
  wanted: ReadonlyMap<string, NostrSubscription[]>,
  openLine: (url: string) => RelayLine | undefined,
): void {
  for (const [url, line] of lines) {
    if (wanted.has(url)) continue
    line.close()
    lines.delete(url)
  }
  for (const [url, subscriptions] of wanted) {
    const line = lines.get(url) ?? openLine(url)
    if (line === undefined) continue
    lines.set(url, line)
    line.follow(subscriptions)
  }
}

/** The known subscriptions of each extension. */
function createQuestions(deps: ExtensionDeps, run: RunExtension) {
  const known = new Map<string, Known>()
  const ask = async (extension: AnyExtension): Promise<void> => {
    const extId = extension.manifest.id
    const before = known.get(extId)
    const now = deps.clock()
    // Read first: later changes are asked for next time.
    const version = await findSubscriptionVersion(deps.db, extId)
    if (before !== undefined && before.version === version && now - before.askedAt < ASK_AGAIN_MS) return
    const spentUntil = Math.max(before?.spentUntil ?? 0, now)
    if (spentUntil - now >= ASKED.atOnce * ASKED.everyMs) return
    const wanted = await run(extension, { trigger: { by: 'relay' } }, async (ctx) =>
      extension.nostr === undefined ? [] : extension.nostr.subscriptions(ctx),
    )
    known.set(extId, { wanted, version, askedAt: now, spentUntil: spentUntil + ASKED.everyMs })
  }
  const asking = new Map<string, Promise<void>>()
  /** Must not reject, because the other extensions' work follows. */
  const askInTime = async (extension: AnyExtension): Promise<void> => {
    const extId = extension.manifest.id
    const asked =
      asking.get(extId) ??
      ask(extension)
        .catch((error: unknown) => {
          const now = deps.clock()
          const { wanted = [], version = -1n } = known.get(extId) ?? {}
          // Ask it again at the normal interval, not immediately.
          known.set(extId, { wanted, version, askedAt: now, spentUntil: now + 2 * ASKED.atOnce * ASKED.everyMs })
          deps.log.warn({ extension: extId, err: error }, 'an extension failed to list its subscriptions')
        })
        .finally(() => asking.delete(extId))
    asking.set(extId, asked)
    await within(ANSWERS_WITHIN_MS, asked)
  }
  return {
    known,
    /** Asks the extensions whose subscriptions may have changed. */
    async askAll() {
      const listening = deps.listExtensions().filter(mayListen)
      for (const extId of known.keys()) {
        if (!listening.some(({ manifest }) => manifest.id === extId)) known.delete(extId)
      }
      await Promise.all(listening.map(askInTime))
    },
  }
}

/** The extensions that listen to the event at this relay. */
const listListeners = (
  known: ReadonlyMap<string, Known>,
  { relayUrl, event, nameOf }: { relayUrl: string; event: Event; nameOf: (url: string) => string },
): string[] =>
  [...known]
    .filter(([, { wanted }]) =>
      wanted.some(
        ({ relays, filter }) => relays.some((one) => nameOf(one) === relayUrl) && matchFilter(filter as never, event),
      ),
    )
    .map(([extId]) => extId)

/** One job for each extension that listens, unless the event's author exceeds the quota. */
function toJobs(event: Event, extIds: readonly string[], quota: MinuteQuota) {
  const { id, pubkey, kind, created_at, tags, content, sig } = event
  return extIds
    .filter((extId) => isWithin(quota, heardBy(extId, event), MAX_A_MINUTE.heard))
    .map((extId) => {
      const tooMany = !isWithin(quota, `answered by ${extId} ${pubkey}`, MAX_A_MINUTE.answered)
      const job: EventJob = { event: { id, pubkey, kind, created_at, tags, content, sig }, tooMany }
      return { extId, kind: 'event' as const, reference: id, payload: JSON.stringify(job), account: pubkey }
    })
}

const TOO_MANY = 'rate-limited: too many requests'

/** The name of a quota. */
const heardBy = (extId: string, { pubkey }: Event): string => `heard by ${extId} ${pubkey}`

const mayListen = ({ manifest, nostr }: AnyExtension): boolean =>
  nostr !== undefined && manifest.permissions.some(({ id }) => id === 'nostr')

/** Our own relay has one name, by whichever of our addresses an extension knows it. */
function createRelayNames({ pathOf }: Pick<OwnAddresses, 'pathOf'>) {
  return (url: string): string => {
    const path = pathOf(url.replace(/^ws(?=s?:)/i, 'http'))
    return path === OWN_RELAY_PATH || OLD_RELAY.test(path ?? '') ? OWN_RELAY : url
  }
}

function byRelay(known: readonly Known[], nameOf: (url: string) => string): ReadonlyMap<string, NostrSubscription[]> {
  const wanted = new Map<string, NostrSubscription[]>()
  for (const subscription of known.flatMap((one) => one.wanted)) {
    for (const url of new Set(subscription.relays.map(nameOf)))
      wanted.set(url, [...(wanted.get(url) ?? []), subscription])
  }
  return wanted
}

function isWithin(quota: MinuteQuota, name: string, most: number): boolean {
  try {
    quota.take(name, most, '')
    return true
  } catch {
    return false
  }
}
