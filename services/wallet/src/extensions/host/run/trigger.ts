import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Language } from '@satchel/page/languages'
import type { ShownCredential } from '../../../access/shown-credential.ts'
import type { Sight } from '../stores/stored-row.ts'

/** The trigger of a handler, which decides its reads and spending. */
export type Trigger =
  /** A request with a key or a token. */
  | {
      readonly by: 'owner'
      readonly userId: string
      readonly walletId: string
      /** Where the run grants access: its commit fails if this has ended. */
      readonly shown?: ShownCredential | undefined
    }
  /** A request that needs no credential; `address` is the client's. Of a preview (HEAD) nothing is kept. */
  | {
      readonly by: 'visitor'
      readonly address: string
      readonly language?: Language | undefined
      readonly isPreview?: boolean
    }
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

export function sightOf(trigger: Trigger, { opensWallet = false }: Pick<AnyExtension, 'opensWallet'>): Sight {
  if (trigger.by === 'owner') return { of: 'user', userId: trigger.userId }
  return isByOutsider(trigger) ? { of: 'active', onlyEnabled: opensWallet } : { of: 'everything' }
}

/** Not by the account itself, and not by a payment or a time. */
export const isByOutsider = ({ by }: Trigger): boolean => by === 'visitor' || by === 'relay'
