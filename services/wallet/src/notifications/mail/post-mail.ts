import type { Log } from '@satchel/http/log'
import { ServiceError } from '@satchel/http/service-error'
import { findUser } from '../../accounts/users/user-store.ts'
import { findVerifiedEmail } from '../../accounts/verified-email/verified-email-store.ts'
import type { Clock } from '../../base/clock.ts'
import type { MailLimits } from '../../config/mail.ts'
import type { Database } from '../../db/database.ts'
import { hasStoppedMail, type MailCount, releaseMail, reserveMail } from './mail-commands.ts'
import { type MailReason, mailFooter } from './mail-footer.ts'
import { accountKey, recipientKey } from './mail-subjects.ts'
import type { Mail } from './send-mail.ts'
import type { StopLinks } from './stop-links.ts'

export interface AccountMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Unset: the service itself writes to its super users. */
  readonly sender?:
    | { readonly userId: string; readonly reason: MailReason; readonly language?: string | undefined }
    | undefined
}

export interface PostMailDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly site: { readonly name: string }
  readonly publicUrl: string
  readonly limits: MailLimits
  readonly stopLinks: StopLinks
  readonly send: (mail: Mail) => Promise<void>
}

const DAY_MS = 86_400_000

/**
 * Sends a mail if its account may send it, else drops it. Reports go only to the account's own verified address, bills
 * come only from verified accounts, recipients can stop mail, and there are daily limits. Rejects when the mail server
 * does not accept the mail: the caller retries later.
 */
export function createMailPost(deps: PostMailDeps): (mail: AccountMail) => Promise<void> {
  const { db, clock, log, stopLinks, send } = deps
  return async ({ sender, ...mail }) => {
    if (sender === undefined) return send(mail)
    const drop = (why: string): void =>
      log.warn({ account: sender.userId, reason: sender.reason, why }, 'a mail was not sent')
    const user = await findUser(db, sender.userId)
    if (user === undefined) return drop('the account is gone')
    const recipient = recipientKey(mail.to)
    if (await hasStoppedMail(db, recipient)) return drop('the recipient has stopped mail')
    const verified = await findVerifiedEmail(db, sender.userId)
    if (!mayWrite(sender.reason, verified, mail.to)) return drop('the address of the account is not verified')
    const counts = countsOf(deps.limits, sender, { recipient, isVerified: verified !== undefined })
    const counted = { day: Math.floor(clock() / DAY_MS), counts }
    try {
      await db.transact(reserveMail, counted)
    } catch (error) {
      if (error instanceof ServiceError && error.status === 429) return drop('a cap of the day is reached')
      throw error
    }
    try {
      const stopLink = stopLinks.linkFor(mail.to)
      const { reason, language } = sender
      const site = `${deps.site.name} (${deps.publicUrl})`
      const footer = mailFooter({ language, site, account: user.username, reason, stopLink })
      const text = `${mail.text.trimEnd()}\n\n${footer}\n`
      await send({ ...mail, text, stopLink })
    } catch (error) {
      await db.transact(releaseMail, counted)
      throw error
    }
  }
}

function mayWrite(reason: MailReason, verified: string | undefined, to: string): boolean {
  if (reason === 'order' || reason === 'code') return true
  return verified !== undefined && (reason === 'invoice' || verified.toLowerCase() === to.toLowerCase())
}

type Sender = NonNullable<AccountMail['sender']>

/** Codes have a separate limit: an unverified account can have them mailed to any address. */
function countsOf(
  { perAccount, perAddress, overall }: MailLimits,
  { userId, reason }: Sender,
  { recipient, isVerified }: { readonly recipient: string; readonly isVerified: boolean },
): MailCount[] {
  const isCode = reason === 'code'
  const maxOfAccount = isCode ? MAX_CODES : isVerified ? perAccount : MAX_UNVERIFIED
  return [
    { subject: accountKey(isCode ? `${userId} codes` : userId), max: Math.min(maxOfAccount, perAccount) },
    ...(reason === 'report' ? [] : [{ subject: recipient, max: perAddress }]),
    { subject: 'all', max: overall },
  ]
}

const MAX_CODES = 5
/** Mails to buyers of an account without a verified address: an attacker can open such accounts and sell to itself. */
const MAX_UNVERIFIED = 20
