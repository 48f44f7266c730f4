import type { NostrSubscription } from '@satchel/extension-sdk/nostr'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const strict = { additionalProperties: false } as const
const Hex = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Kind = Type.Integer({ minimum: 0, maximum: 65_535 })

const Subscriptions = Type.Array(
  Type.Object(
    {
      relays: Type.Array(Type.String({ pattern: '^wss?://[!-~]{1,300}$' }), { maxItems: 10 }),
      filter: Type.Object(
        { kinds: Type.Array(Kind), authors: Type.Array(Type.String()), '#p': Type.Array(Type.String()) },
        strict,
      ),
      announce: Type.Array(
        Type.Object(
          { kind: Kind, tags: Type.Array(Type.Array(Type.String())), content: Type.String(), secretKey: Hex },
          strict,
        ),
      ),
    },
    strict,
  ),
)

/** The order of the curve secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const isKey = (hex: string): boolean => {
  const key = BigInt(`0x${hex}`)
  return key > 0n && key < ORDER
}

/**
 * Reads a package's subscriptions; throws for those that relays, or the connections shared by all extensions, could not
 * handle.
 */
export function readSubscriptions(given: unknown): readonly NostrSubscription[] {
  const areKeys = (all: readonly NostrSubscription[]): boolean =>
    all.every(({ announce }) => announce.every(({ secretKey }) => isKey(secretKey)))
  if (Value.Check(Subscriptions, given) && areKeys(given)) return given
  throw new Error('what the package listens to is not a list of subscriptions')
}
