import type { Log } from '@satchel/http/log'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Outbound } from '@satchel/outbound/outbound'
import type { Database } from '../../db/database.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import type { Rates } from '../../rates/rates.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'

/** What the host of the extensions stands on. */
export interface ExtensionDeps {
  readonly db: Database
  readonly payments: PaymentDeps
  readonly rates: Rates
  readonly vault: KeyVault
  readonly outbound: Outbound
  readonly publicUrl: string
  readonly clock: () => number
  readonly log: Log
  /** False: no request limits at all (SERVICE_RATE_LIMIT_NO=0). */
  readonly throttled: boolean
  /** What a Lightning address or LNURL asks to be paid with; rejects with a sentence when it cannot be paid. */
  readonly fetchInvoice: (target: string, amountMsat: bigint, comment?: string) => Promise<string>
  /** Where mail goes; undefined = nowhere. */
  readonly sendMail: ((mail: Mail) => Promise<void>) | undefined
  /** Everything that is there and not switched off. */
  readonly findExtension: (id: string) => AnyExtension | undefined
  readonly listExtensions: () => readonly AnyExtension[]
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}
