import { parseJson } from '@satchel/json/parse-json'
import { type Filter, matchFilters } from 'nostr-tools/filter'
import type { Event } from 'nostr-tools/pure'

export type Say = (message: readonly unknown[]) => void

/** One app that is connected to our relay. */
export interface RelayVisitor {
  /** Handles one NIP-01 message of the app. `ends`: the app has sent a forged event, and its connection ends. */
  receive(text: string): Promise<'ends' | undefined>
  /** Sends the event if a subscription matches. */
  tell(event: Event): void
}

/** The reason for rejecting an event with a wrong signature. */
export const WRONG_SIGNATURE = 'invalid: the signature is wrong'

export interface RelayDesk {
  /** Why the event is rejected; undefined = it is accepted. */
  accept(event: unknown): Promise<string | undefined>
  /** The info event of the connection whose wallet has this key. */
  infoOf(pubkey: string): Event | undefined
}

const MAX_SUBSCRIPTIONS = 50
const MAX_FILTERS = 5
/** Room for the keys of some connections; an app has one. */
const MAX_REQUEST_CHARACTERS = 2048
const MAX_NAME_CHARACTERS = 64
const KEY = /^[0-9a-f]{64}$/
const LISTS = new Set(['ids', 'authors', 'kinds'])
const NUMBERS = new Set(['since', 'until', 'limit'])

/** Speaks NIP-01 with one app. Its subscriptions must name keys, so it cannot watch other apps here. */
export function createRelayVisitor(say: Say, { accept, infoOf }: RelayDesk): RelayVisitor {
  const subscriptions = new Map<string, readonly Filter[]>()
  const publish = async (event: unknown): Promise<'ends' | undefined> => {
    const problem = await accept(event).catch(() => 'error: try again')
    say(['OK', idOf(event), problem === undefined, problem ?? ''])
    return problem === WRONG_SIGNATURE ? 'ends' : undefined
  }
  const listen = (name: string, given: readonly unknown[], length: number): void => {
    const isNew = !subscriptions.has(name)
    const problem =
      length > MAX_REQUEST_CHARACTERS || given.length > MAX_FILTERS || given.length === 0
        ? 'invalid: too many filters, or none'
        : !given.every(isFilter)
          ? 'restricted: each filter must name authors, or keys in #p'
          : isNew && subscriptions.size >= MAX_SUBSCRIPTIONS
            ? 'rate-limited: too many subscriptions'
            : undefined
    if (problem !== undefined) {
      subscriptions.delete(name)
      return say(['CLOSED', name, problem])
    }
    const filters = given as readonly Filter[]
    subscriptions.set(name, filters)
    const infos = new Set(filters.flatMap(({ authors = [] }) => authors.map(infoOf)))
    for (const info of infos) if (info !== undefined && matchFilters([...filters], info)) say(['EVENT', name, info])
    say(['EOSE', name])
  }
  return {
    async receive(text) {
      const [type, first, ...rest] = readMessage(text)
      if (type === 'EVENT') return publish(first)
      const name = typeof first === 'string' && first !== '' && first.length <= MAX_NAME_CHARACTERS ? first : undefined
      if (name !== undefined && type === 'REQ') listen(name, rest, text.length)
      else if (name !== undefined && type === 'CLOSE') subscriptions.delete(name)
      else say(['NOTICE', 'invalid: EVENT, REQ and CLOSE are understood here'])
      return undefined
    },
    tell(event) {
      for (const [name, filters] of subscriptions) {
        if (matchFilters([...filters], event)) say(['EVENT', name, event])
      }
    },
  }
}

function readMessage(text: string): readonly unknown[] {
  try {
    const value = parseJson(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const idOf = (event: unknown): string => {
  const id = typeof event === 'object' && event !== null && 'id' in event ? event.id : ''
  return typeof id === 'string' ? id.slice(0, MAX_NAME_CHARACTERS) : ''
}

/** Whether the filter is valid and has at least one key. */
function isFilter(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  const filter = given as Readonly<Record<string, unknown>>
  const isGood = Object.entries(filter).every(([name, value]) =>
    NUMBERS.has(name)
      ? typeof value === 'number'
      : (LISTS.has(name) || /^#[a-zA-Z]$/.test(name)) &&
        Array.isArray(value) &&
        value.every((one) => typeof one === (name === 'kinds' ? 'number' : 'string')),
  )
  return isGood && (hasKey(filter['authors']) || hasKey(filter['#p']))
}

const hasKey = (keys: unknown): boolean =>
  Array.isArray(keys) && keys.length > 0 && keys.every((key) => KEY.test(String(key)))
