import { parseJson } from '@satchel/json/parse-json'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import type { Outbound } from '@satchel/outbound/outbound'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

export type FoundName = { readonly pubkey: string; readonly relays: string[] } | { readonly problem: string }

const Names = Type.Object({
  names: Type.Record(Type.String(), Type.Unknown()),
  relays: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

const NAME = /^([a-z0-9._+-]{1,64})@([a-z0-9.-]{1,253}(?::\d{1,5})?)$/
const TIMEOUT_MS = 10_000

/** The key of a name such as alice@example.org, by its host (NIP-05). The request uses the guarded client. */
export async function findNostrName(outbound: Pick<Outbound, 'request'>, address: string): Promise<FoundName> {
  const [, name, host] = NAME.exec(address.trim().toLowerCase()) ?? []
  if (name === undefined || host === undefined)
    return { problem: 'Neither an npub nor a name such as alice@example.org.' }
  const scheme = plainHttpHost(host.replace(/:\d+$/, '')) ? 'http' : 'https'
  const url = `${scheme}://${host}/.well-known/nostr.json?name=${encodeURIComponent(name)}`
  const answer = await outbound.request({ method: 'GET', url, timeoutMs: TIMEOUT_MS })
  if (answer.kind !== 'answered' || answer.status !== 200) return { problem: `${host} does not say who ${name} is.` }
  const found = readNames(String(answer.body))
  const pubkey = found?.names[name]
  if (typeof pubkey !== 'string' || !/^[0-9a-f]{64}$/.test(pubkey)) return { problem: `${host} knows no ${name}.` }
  const relays = found?.relays?.[pubkey]
  return { pubkey, relays: Array.isArray(relays) ? relays.filter((one) => typeof one === 'string') : [] }
}

function readNames(text: string) {
  try {
    const value = parseJson(text)
    return Value.Check(Names, value) ? value : undefined
  } catch {
    return undefined
  }
}
