import type { WalletHandle } from './wallet-handle.ts'

export interface MailOptions {
  /** Whose account sends it. Needed where the run is not for a wallet of its own. */
  readonly wallet?: WalletHandle
  /**
   * `report` (default): to the account's own verified address. `order`: the answer to what the recipient has bought and
   * paid. `invoice`: to whom a verified account bills.
   */
  readonly reason?: 'report' | 'order' | 'invoice'
  /** What the account has written itself: left out unless its address is verified. */
  readonly words?: string
}
