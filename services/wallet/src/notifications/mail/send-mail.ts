import type { Transporter } from 'nodemailer'
import type { MailConfig } from '../../config/mail.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** The link by which the recipient stops such mail. */
  readonly stopLink?: string | undefined
}

export interface MailDeadlines {
  /** Timeout of the DNS lookup, the connection, the greeting, and of each later silence of the server. */
  readonly stepMs: number
  /** Total timeout: a server that sends single bytes is never silent. */
  readonly totalMs: number
}

const DEADLINES: MailDeadlines = { stepMs: 5000, totalMs: 10_000 }

/**
 * Sends through the operator's server. Rejects when the server does not accept the mail, or not in time: the caller
 * retries later. A mail that was accepted too late may then arrive twice.
 */
export function createMailSender(
  { url, from }: Pick<MailConfig, 'url' | 'from'>,
  deadlines = DEADLINES,
): (mail: Mail) => Promise<void> {
  const { stepMs, totalMs } = deadlines
  let transport: Transporter | undefined
  // The library is loaded with the first mail, not at every start.
  const openTransport = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      disableFileAccess: true,
      disableUrlAccess: true,
      dnsTimeout: stepMs,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      // Do not wait for a server that does not close its end.
      socketCloseTimeout: 0,
    })
  }
  return async ({ to, subject, text, stopLink }) => {
    // One recipient, as a bare address: a name or a list could come from an attacker.
    const recipient = { name: '', address: to }
    const headers = stopLink === undefined ? {} : stopHeaders(stopLink)
    transport ??= await openTransport()
    await transport.sendMail({ from, to: recipient, subject, text, headers, signal: AbortSignal.timeout(totalMs) })
  }
}

/** RFC 2369, and RFC 8058 for a button of the mail program. */
const stopHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
