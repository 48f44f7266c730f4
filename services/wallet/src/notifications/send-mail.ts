import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config/mail.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface MailDeadlines {
  /** For the name lookup, the connection, the greeting, and for each silence of the server after that. */
  readonly stepMs: number
  /** For all of it: a server that sends a byte now and then is never silent. */
  readonly totalMs: number
}

const DEADLINES: MailDeadlines = { stepMs: 5000, totalMs: 10_000 }

/**
 * Sends through the operator's server. Rejects when the server does not accept the mail, or not in time: the caller
 * retries later. A mail that was accepted too late may then arrive twice.
 */
export function createMailSender({ url, from }: MailConfig, deadlines = DEADLINES): (mail: Mail) => Promise<void> {
  const { stepMs, totalMs } = deadlines
  const transport = createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    // A server that does not close its end keeps no connection of ours.
    socketCloseTimeout: 0,
  })
  return async ({ to, subject, text }) => {
    // One recipient by its address alone: a name or a list in it would be somebody else's wish.
    const recipient = { name: '', address: to }
    await transport.sendMail({ from, to: recipient, subject, text, signal: AbortSignal.timeout(totalMs) })
  }
}
