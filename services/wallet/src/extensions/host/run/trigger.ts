import type { Sight } from '../stores/stored-row.ts'

/** Why a handler runs, and so what it may see and spend. */
export type Trigger =
  /** A request with a key or a token. */
  | { readonly by: 'owner'; readonly userId: string; readonly walletId: string }
  /** A request that needs no credential; `address` is the client's. */
  | { readonly by: 'visitor'; readonly address: string }
  /** This wallet has received a payment; its amount may be forwarded. */
  | {
      readonly by: 'settlement'
      readonly walletId: string
      readonly userId: string
      readonly msat: bigint
      readonly checkingId: string
    }
  /** An event has arrived over a relay. */
  | { readonly by: 'relay' }
  /** A time has come, or a payout has ended. */
  | { readonly by: 'host' }

export function sightOf(trigger: Trigger): Sight {
  if (trigger.by === 'owner') return { of: 'user', userId: trigger.userId }
  return { of: trigger.by === 'visitor' || trigger.by === 'relay' ? 'active' : 'everything' }
}
