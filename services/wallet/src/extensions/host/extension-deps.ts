import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import type { Passwords } from '../../accounts/users/passwords.ts'
import type { Explorers } from '../../config/explorers.ts'
import type { NostrConfig } from '../../config/nostr.ts'
import type { VisitorsConfig } from '../../config/visitors.ts'
import type { Database } from '../../db/database.ts'
import type { OwnAddresses } from '../../lnurl/own-addresses.ts'
import type { PaymentDeps } from '../../payments/states/payment-deps.ts'
import type { Rates } from '../../rates/rates.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import type { Downloads } from './downloads.ts'
import type { NostrSigner } from './nostr/nostr-signer.ts'
import type { RelayDeps } from './nostr/relay-client.ts'

/** The dependencies of the extension host. */
export interface ExtensionDeps {
  readonly db: Database
  readonly payments: PaymentDeps
  readonly rates: Rates
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly outbound: Outbound
  readonly publicUrl: string
  /** Hosts this service answers at, the public one first. */
  readonly domains: readonly string[]
  readonly ownAddresses: OwnAddresses
  readonly nostr: NostrSigner
  readonly relays: RelayDeps
  readonly nostrConfig: NostrConfig
  readonly explorers: Explorers
  readonly downloads: Downloads
  readonly visitors: VisitorsConfig
  /** Concurrent requests to other servers for one account. */
  readonly outsidePerAccount: number
  readonly clock: () => number
  readonly log: Log
  /** False: no request limits at all (SERVICE_RATE_LIMIT_NO=0). */
  readonly throttled: boolean
  /**
   * Reads the offer of a Lightning address or LNURL; rejects with a sentence if it is none. Links of this installation
   * count against the asking account.
   */
  readonly findOffer: (
    target: string,
    ask: Omit<InvoiceAsk, 'comment'>,
  ) => Promise<{
    /** Host of its URL, with the port unless it is the default one. */
    readonly host: string
    /** The URL that returns invoices. */
    readonly callback: string
    readonly leastMsat: bigint
    readonly mostMsat: bigint
    readonly commentAllowed: number
  }>
  /** Requests an invoice from a Lightning address or LNURL; rejects with a sentence when it cannot be paid. */
  readonly fetchInvoice: (target: string, amountMsat: bigint, ask: InvoiceAsk) => Promise<string>
  /** Whether the URL of an LNURL or a callback is one of this service, so that its invoices are paid inside. */
  readonly isOwnLink: (url: string) => Promise<boolean>
  /** Sends a mail; undefined = no mail server. */
  readonly sendMail: ((mail: Mail) => Promise<void>) | undefined
  /** Finds an extension that is installed and not switched off. */
  readonly findExtension: (id: string) => AnyExtension | undefined
  readonly listExtensions: () => readonly AnyExtension[]
  /** Whether it spends only under a budget of the owner: the spend ceiling of foreign code cannot be trusted. */
  readonly needsBudget: (extId: string) => boolean
}

export interface InvoiceAsk {
  readonly accountId: string
  readonly comment?: string | undefined
  /** A payout of an extension: own links answer it without limits for visitors. */
  readonly isPayout?: boolean
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Unset: the service itself writes to its super users. */
  readonly sender?:
    | {
        readonly userId: string
        readonly reason: 'report' | 'order' | 'invoice' | 'code'
        readonly language?: string | undefined
      }
    | undefined
}
