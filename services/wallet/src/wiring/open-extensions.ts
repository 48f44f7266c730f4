import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Log } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import type { Outbound } from '@satchel/outbound/outbound'
import type { Passwords } from '../accounts/users/passwords.ts'
import type { EmailCodes } from '../accounts/verified-email/email-codes.ts'
import type { VerifiedEmailRoutesDeps } from '../accounts/verified-email/verified-email.routes.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import { VERSION } from '../base/version.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { createDownloads } from '../extensions/host/downloads.ts'
import type { ExtensionDeps, InvoiceAsk, Mail } from '../extensions/host/extension-deps.ts'
import { createExtensionHost } from '../extensions/host/extension-host.ts'
import { queueJobs } from '../extensions/host/stores/job-store.ts'
import type { MailStops } from '../extensions/pages/mail-stop.routes.ts'
import { openExtensionSystem } from '../extensions/system/open-extension-system.ts'
import { createLeadsHere } from '../lnurl/leads-here.ts'
import type { LnurlClient } from '../lnurl/lnurl-client.ts'
import type { OwnAddresses } from '../lnurl/own-addresses.ts'
import type { OwnLinks } from '../lnurl/own-links.ts'
import { hasStoppedMail, setMailStop } from '../notifications/mail/mail-commands.ts'
import { createMailPost } from '../notifications/mail/post-mail.ts'
import { createMailSender } from '../notifications/mail/send-mail.ts'
import type { StopLinks } from '../notifications/mail/stop-links.ts'
import { fetchLnurlInvoice, findPayOffer } from '../payments/lnurl/pay-by-lnurl.ts'
import type { PaymentDeps } from '../payments/states/payment-deps.ts'
import type { Rates } from '../rates/rates.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'

export interface OpenExtensionsDeps {
  readonly stopLinks: StopLinks
  readonly emailCodes: EmailCodes
  readonly config: Config
  readonly db: Database
  readonly payments: PaymentDeps
  readonly rates: Rates
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly outbound: Outbound
  readonly lnurl: LnurlClient
  readonly payoutLnurl: LnurlClient
  readonly ownLinks: OwnLinks
  readonly ownAddresses: OwnAddresses
  readonly nostr: ExtensionDeps['nostr']
  readonly clock: Clock
  readonly log: Log
  readonly builtIns: readonly AnyExtension[]
}

/** Opens the extension system and the host of built-ins and packages. */
export async function openExtensions(deps: OpenExtensionsDeps) {
  const { config, db, payments, rates, vault, outbound, ownAddresses, clock, log, builtIns } = deps
  const { outbound: rules } = config
  const opened = await openExtensionSystem({
    db,
    payments,
    outbound,
    rules,
    config: config.extensions,
    throttled: config.rateLimit !== undefined,
    builtIns,
    version: VERSION,
    clock,
    log,
  })
  const system = opened.deps.present
  const running = (): AnyExtension[] =>
    system
      .list()
      .filter(({ available }) => available)
      .map(({ definition }) => definition)
  const host = await createExtensionHost({
    db,
    payments,
    rates,
    vault,
    passwords: deps.passwords,
    outbound,
    publicUrl: config.publicUrl,
    domains: config.domains,
    ownAddresses,
    nostr: deps.nostr,
    relays: { outbound, rules },
    nostrConfig: config.nostr,
    explorers: config.explorers,
    downloads: createDownloads(config.downloads),
    visitors: config.visitors,
    outsidePerAccount: config.outsidePerAccount,
    clock,
    log,
    throttled: config.rateLimit !== undefined,
    ...openTargets(deps),
    sendMail: openMailPost(deps),
    findExtension: (extId) => running().find(({ manifest }) => manifest.id === extId),
    listExtensions: running,
    needsBudget: (extId) => system.find(extId)?.runtime !== 'built-in',
  })
  return {
    host,
    system,
    opened,
    builtIns,
    mail: { emailCodes: deps.emailCodes, mailCode: openCodeMail(deps), stops: openMailStops(deps) },
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

/** Lightning addresses and LNURLs, as extensions pay them. */
const openTargets = ({ lnurl, payoutLnurl, ownLinks, ownAddresses, clock }: OpenExtensionsDeps) => ({
  isOwnLink: createLeadsHere({ ownLinks, ownAddresses, lnurl: payoutLnurl, clock }),
  findOffer: (target: string, { accountId, isPayout = false }: InvoiceAsk) =>
    findPayOffer(isPayout ? payoutLnurl : lnurl, target, accountId),
  fetchInvoice: (target: string, amountMsat: bigint, { comment = '', accountId, isPayout = false }: InvoiceAsk) =>
    fetchLnurlInvoice(isPayout ? payoutLnurl : lnurl, target, { amountMsat: msat(amountMsat), comment }, accountId),
})

/** Undefined where there is no mail server. */
export function openMailPost({
  config,
  db,
  clock,
  log,
  stopLinks,
}: Pick<OpenExtensionsDeps, 'config' | 'db' | 'clock' | 'log' | 'stopLinks'>): ExtensionDeps['sendMail'] {
  const { mail, publicUrl, administration } = config
  if (mail === undefined) return undefined
  const { limits } = mail
  const { site } = administration
  return createMailPost({ db, clock, log, site, publicUrl, limits, stopLinks, send: createMailSender(mail) })
}

/** Queued like every other mail of an account. */
function openCodeMail({ config, db, clock }: OpenExtensionsDeps): VerifiedEmailRoutesDeps['mailCode'] {
  if (config.mail === undefined) return undefined
  return async ({ user, text, reference }) => {
    const sender = { userId: user.id, reason: 'code' } as const
    const mail: Mail = { to: user.email, subject: 'Your verification code', text, sender }
    const job = { extId: 'account', kind: 'mail', reference, account: user.id, payload: JSON.stringify(mail) } as const
    await db.transact(queueJobs, { jobs: [job], now: clock() })
  }
}

const openMailStops = ({ db, clock, stopLinks }: OpenExtensionsDeps): MailStops => ({
  readLink: (token) => stopLinks.read(token),
  isStopped: (recipient) => hasStoppedMail(db, recipient),
  setStopped: (recipient, stopped) => db.transact(setMailStop, { recipient, stopped, at: unixSeconds(clock) }),
})
