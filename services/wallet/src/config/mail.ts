import { text, whole } from '@satchel/configuration/variables/variable'
import { readAll, type Reader } from '@satchel/http/environment'

/** The server that sends what extensions write by mail. */
export interface MailConfig {
  /** `smtp://user:password@host:587`, or `smtps://…:465`. */
  readonly url: string
  /** What recipients see as the sender. */
  readonly from: string
  readonly limits: MailLimits
}

/** Mails of a day, UTC. */
export interface MailLimits {
  readonly perAccount: number
  /** To one recipient, whichever accounts they come from; an account's own reports do not count. */
  readonly perAddress: number
  readonly overall: number
}

export const MAIL = {
  url: text('SERVICE_SMTP_URL', '`smtp://user:password@host:587`, for mail of extensions.', { secret: 'password' }),
  from: text('SERVICE_MAIL_FROM', 'Sender address.'),
}

export const MAIL_LIMITS = {
  perAccount: whole('SERVICE_MAIL_PER_ACCOUNT', [200, 0, 1_000_000], 'Mails of one account in a day.'),
  perAddress: whole('SERVICE_MAIL_PER_ADDRESS', [10, 0, 1_000_000], 'Mails to one recipient in a day.'),
  overall: whole('SERVICE_MAIL_PER_DAY', [2000, 0, 1_000_000_000], 'Mails of all accounts in a day.'),
}

/** Undefined when there is none: then mails are not sent. */
export function readMail(read: Reader, problems: string[]): MailConfig | undefined {
  const { url, from } = readAll(read, MAIL)
  const limits = readAll(read, MAIL_LIMITS)
  if (url === undefined) return undefined
  const scheme = URL.canParse(url) ? new URL(url).protocol : ''
  if (scheme !== 'smtp:' && scheme !== 'smtps:') {
    problems.push('SERVICE_SMTP_URL: must be smtp://user:password@host:port or smtps://…')
  }
  if (from === undefined || !/^[^\p{Cc}]*[^\s@<>]+@[^\s@<>]+>?$/u.test(from)) {
    problems.push('SERVICE_MAIL_FROM: must be an address, with SERVICE_SMTP_URL')
  }
  return { url, from: from ?? '', limits }
}
