import type { Change, Tx } from '../db/database.ts'
import type { AccessEvent } from './access-events.ts'
import { ENDINGS, type Scope } from './endings.ts'
import { effectOf, type KeptWithNewKeys, WAYS_IN, type WayIn } from './ways-in.ts'

/** The events, by scope. Both others change permissions, which each request reads. */
export const EVENTS_OF = {
  account: [
    'new-password',
    'log-out-everywhere',
    'reset-by-link',
    'second-factor-removed',
    'role-lowered',
    'account-disabled',
    'account-enabled',
    'account-deleted',
    'account-promoted',
  ],
  wallet: ['new-wallet-keys', 'wallet-closed'],
  share: ['share-ended'],
} as const satisfies Readonly<Record<Scope, readonly AccessEvent[]>>

export type Ending =
  | {
      readonly event: (typeof EVENTS_OF.account)[number]
      readonly userId: string
      /** The session that asks, which stays. */
      readonly keptSessionId?: string | undefined
    }
  | { readonly event: 'wallet-closed'; readonly walletId: string }
  | {
      readonly event: 'new-wallet-keys'
      readonly walletId: string
      /** Kinds of access that its owner keeps. */
      readonly kept: readonly KeptWithNewKeys[]
    }
  | { readonly event: (typeof EVENTS_OF.share)[number]; readonly shareId: string }

/**
 * Ends every kind of access that the event ends, in the transaction of the event. All events that remove access call
 * it, so that none of them forgets one. Its command must invalidate the cache `wallets` if keys end.
 */
export async function endAccess(tx: Tx, ending: Ending): Promise<void> {
  for (const change of endingsOf(ending)) await tx.run(change)
}

/** What it changes. */
export function endingsOf(ending: Ending): readonly Change[] {
  const ways = (Object.keys(WAYS_IN) as WayIn[]).filter((way) => doesEnd(way, ending))
  return [...ways.flatMap((way) => changesFor(way, ending)), ...keepSession(ending)]
}

/** The session is good for the new token version. */
function keepSession(ending: Ending): readonly Change[] {
  if (!('userId' in ending) || ending.keptSessionId === undefined) return []
  const sql = `UPDATE sessions SET token_version = (SELECT token_version FROM users WHERE id = $1)
    WHERE id = $2 AND user_id = $1`
  return [{ sql, params: [ending.userId, ending.keptSessionId] }]
}

function doesEnd(way: WayIn, ending: Ending): boolean {
  const { effect } = effectOf(way, ending.event)
  if (effect !== 'choice') return effect === 'ends'
  return !('kept' in ending) || !ending.kept.some((kept) => kept === keptAs(way))
}

/** A guest's keys are kept with the share, and the tokens of a login with the login. */
function keptAs(way: WayIn): WayIn {
  const { wallet } = ENDINGS[way]
  return wallet !== undefined && 'with' in wallet ? wallet.with : way
}

function changesFor(way: WayIn, ending: Ending): readonly Change[] {
  const endings = ENDINGS[way]
  if ('userId' in ending) {
    const { event, userId, keptSessionId } = ending
    return typeof endings.account === 'function' ? endings.account({ event, userId, keptSessionId }) : []
  }
  if ('shareId' in ending) return typeof endings.share === 'function' ? endings.share(ending) : []
  return typeof endings.wallet === 'function' ? endings.wallet(ending) : []
}
