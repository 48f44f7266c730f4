import { text, whole } from '@satchel/configuration/variables/variable'
import { type Reader, readAll } from '@satchel/http/environment'

export const MAIL = {
  url: text('SERVICE_SMTP_URL', '`smtp://user:password@host:587`, for mail of extensions.', { secret: 'password' }),
  from: text('SERVICE_MAIL_FROM', 'Sender address.'),
  /** Limits per day, UTC; an account's own reports do not count. */
  limits: {
    perAccount: whole('SERVICE_MAIL_PER_ACCOUNT', [200, 0, 1_000_000], 'Mails of one account in a day.'),
    perAddress: whole('SERVICE_MAIL_PER_ADDRESS', [10, 0, 1_000_000], 'Mails to one recipient in a day.'),
    overall: whole('SERVICE_MAIL_PER_DAY', [2000, 0, 1_000_000_000], 'Mails of all accounts in a day.'),
  },
}

export type MailConfig = NonNullable<ReturnType<typeof readMail>>
export type MailLimits = MailConfig['limits']

/** Undefined: mails are not sent. */
export function readMail(read: Reader, problems: string[]) {
  const { url, from, limits } = readAll(read, MAIL)
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
