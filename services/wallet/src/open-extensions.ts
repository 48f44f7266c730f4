import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Log } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import type { Outbound } from '@satchel/outbound/outbound'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createDownloads } from './extensions/host/downloads.ts'
import type { ExtensionDeps } from './extensions/host/extension-deps.ts'
import { createExtensionHost } from './extensions/host/extension-host.ts'
import { openExtensionSystem } from './extensions/system/open-extension-system.ts'
import type { LnurlClient } from './lnurl/lnurl-client.ts'
import { createMailSender } from './notifications/send-mail.ts'
import { fetchLnurlInvoice, findPayOffer } from './payments/pay-by-lnurl.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import type { Rates } from './rates/rates.ts'
import type { KeyVault } from './wallets/wallet-keys.ts'
import { VERSION } from './wallet-http.ts'

export interface OpenExtensionsDeps {
  readonly config: Config
  readonly db: Database
  readonly payments: PaymentDeps
  readonly rates: Rates
  readonly vault: KeyVault
  readonly outbound: Outbound
  readonly lnurl: LnurlClient
  readonly nostr: ExtensionDeps['nostr']
  readonly clock: Clock
  readonly log: Log
  readonly builtIns: readonly AnyExtension[]
}

/** What the built-ins and the installed packages run on: which there are, and what runs them. */
export async function openExtensions(deps: OpenExtensionsDeps) {
  const { config, db, payments, rates, vault, outbound, lnurl, clock, log, builtIns } = deps
  const { outbound: rules } = config
  const opened = await openExtensionSystem({
    db,
    payments,
    outbound,
    rules,
    config: config.extensions,
    builtIns,
    version: VERSION,
    clock,
    log,
  })
  const system = opened.deps.present
  const running = (): AnyExtension[] =>
    system
      .list()
      .filter(({ available, runtime }) => available && runtime !== 'js')
      .map(({ definition }) => definition)
  const host = await createExtensionHost({
    db,
    payments,
    rates,
    vault,
    outbound,
    publicUrl: config.publicUrl,
    domains: config.domains,
    nostr: deps.nostr,
    relays: { outbound, rules },
    nostrConfig: config.nostr,
    explorers: config.explorers,
    downloads: createDownloads(config.downloads),
    clock,
    log,
    throttled: config.rateLimit !== undefined,
    findOffer: (target, accountId) => findPayOffer(lnurl, target, accountId),
    fetchInvoice: (target, amountMsat, comment = '', accountId) =>
      fetchLnurlInvoice(lnurl, target, { amountMsat: msat(amountMsat), comment }, accountId),
    sendMail: config.mail && createMailSender(config.mail),
    findExtension: (extId) => running().find(({ manifest }) => manifest.id === extId),
    listExtensions: running,
  })
  return {
    host,
    system,
    opened,
    builtIns,
    start(): void {
      host.start()
      opened.start()
    },
    async stop(): Promise<void> {
      await host.stop()
      await opened.stop()
    },
  }
}
