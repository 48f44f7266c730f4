import type { WalletHandle } from './wallet-handle.ts'

export interface MailOptions {
  /** On whose behalf it is sent. Required in runs without a wallet, such as jobs. */
  readonly wallet?: WalletHandle
  /**
   * `report` (default): to the account's own verified address. `order`: to a buyer who has paid. `invoice`: a bill from a
   * verified account.
   */
  readonly reason?: 'report' | 'order' | 'invoice'
  /** Of its texts. Default: that of the run's visitor; of the account where there is none, and for a `report`. */
  readonly language?: string | undefined
  /** Text written by the account's user: omitted unless the account has a verified address. */
  readonly customText?: string
}
