import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config/mail.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** Sends through the operator's server. Rejects when that does not take the mail: it is sent again later. */
export function createMailSender({ url, from }: MailConfig): (mail: Mail) => Promise<void> {
  const transport = createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true })
  return async ({ to, subject, text }) => {
    // One recipient by its address alone: a name or a list in it would be somebody else's wish.
    await transport.sendMail({ to: { name: '', address: to }, subject, text })
  }
}
