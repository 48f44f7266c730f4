import { verifyEvent } from '@satchel/bolt11/verify-event'
import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import { decode } from 'nostr-tools/nip19'
import { wrapEvent } from 'nostr-tools/nip59'
import type { Event } from 'nostr-tools/pure'
import { findNostrName } from './find-nostr-name.ts'

/** The calls to a relay. Neither rejects. */
export interface RelayCalls {
  /** Undefined: the relay has accepted it; else why not. */
  publish(event: Event, relay: string): Promise<string | undefined>
  /** The relay's events, as received; empty when it does not answer. */
  read(filter: object, relay: string): Promise<readonly Event[]>
}

export interface NostrPostDeps {
  readonly outbound: Outbound
  readonly relays: RelayCalls
  /** Relays for looking up lists of relays, and for users without a list. */
  readonly defaultRelays: readonly string[]
  /** Whether a relay of this address may be used. */
  readonly mayUse: (relay: string) => boolean
  /** The key of this installation, in hex: the sender of all messages. */
  readonly sender: { readonly pubkey: string; readonly secretKey: string }
  readonly log: Log
}

export interface NostrLetter {
  readonly pubkey: string
  readonly relays: readonly string[]
  readonly text: string
  /** Unix seconds: a message that is sent again is the same one. */
  readonly createdAt: number
}

export interface NostrPost {
  /** In hex. */
  readonly senderKey: string
  /** Resolves an npub, an nprofile or a name such as alice@example.org; a problem text is safe to show. */
  resolve(
    address: string,
  ): Promise<{ readonly pubkey: string; readonly relays: string[] } | { readonly problem: string }>
  /** The relays where a user reads direct messages, by their newest list (NIP-17, kind 10050). */
  findRelays(pubkey: string, hints: readonly string[]): Promise<string[]>
  /** Resolves to whether a relay has accepted it. */
  send(letter: NostrLetter): Promise<boolean>
}

const RELAY_LIST = 10_050
const CHAT_MESSAGE = 14
const MAX_RELAYS = 5

/** Direct messages over Nostr: encrypted for their reader, in an envelope without the sender (NIP-17, NIP-59). */
export function createNostrPost(deps: NostrPostDeps): NostrPost {
  const { relays, defaultRelays, sender, log } = deps
  const usable = (some: readonly string[]): string[] => [...new Set(some)].filter(deps.mayUse).slice(0, MAX_RELAYS)
  const findRelays = async (pubkey: string, hints: readonly string[]): Promise<string[]> => {
    const asked = usable([...defaultRelays, ...hints])
    const filter = { kinds: [RELAY_LIST], authors: [pubkey], limit: 1 }
    const lists = (await Promise.all(asked.map((relay) => relays.read(filter, relay)))).flat()
    const newest = lists
      .filter((list) => list.kind === RELAY_LIST && list.pubkey === pubkey && verifyEvent(list))
      .toSorted((a, b) => b.created_at - a.created_at)[0]
    const named = usable((newest?.tags ?? []).flatMap(([name, url = '']) => (name === 'relay' ? [url] : [])))
    return named.length > 0 ? named : asked
  }
  return {
    senderKey: sender.pubkey,
    findRelays,
    async resolve(address) {
      const found = readKey(address) ?? (await findNostrName(deps.outbound, address))
      if ('problem' in found) return found
      return { pubkey: found.pubkey, relays: await findRelays(found.pubkey, found.relays) }
    },
    async send({ pubkey, relays: to, text, createdAt }) {
      const message = { kind: CHAT_MESSAGE, created_at: createdAt, tags: [['p', pubkey]], content: text }
      const envelope = wrapEvent(message, Buffer.from(sender.secretKey, 'hex'), pubkey)
      const problems = await Promise.all(to.map((relay) => relays.publish(envelope, relay)))
      const taken = problems.some((problem) => problem === undefined)
      if (!taken) log.info({ problems }, 'no relay accepted a message')
      return taken
    },
  }
}

/** Undefined: not a key. */
function readKey(address: string): { readonly pubkey: string; readonly relays: string[] } | undefined {
  const text = address.replace(/^nostr:/i, '').toLowerCase()
  if (!/^(npub|nprofile)1/.test(text)) return undefined
  try {
    const read = decode(text)
    if (read.type === 'npub') return { pubkey: read.data, relays: [] }
    return read.type === 'nprofile' ? { pubkey: read.data.pubkey, relays: read.data.relays ?? [] } : undefined
  } catch {
    return undefined
  }
}
