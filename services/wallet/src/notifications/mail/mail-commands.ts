import { rateLimited, type ServiceError } from '@satchel/http/service-error'
import { type Change, defineCommand, type Reader } from '../../db/database.ts'

export interface MailCount {
  readonly subject: string
  readonly max: number
}

export interface CountedMail {
  readonly day: number
  readonly counts: readonly MailCount[]
}

/** Counts one mail for all of these limits, or throws 429 and counts none. */
export const reserveMail = defineCommand({
  name: 'reserve-mail',
  run: async (tx, { day, counts }: CountedMail): Promise<void> => {
    for (const { subject, max } of counts) {
      if (max === 0) throw capReached()
      await tx.run({
        sql: `INSERT INTO mail_counts (day, subject, sent) VALUES ($1, $2, 1)
            ON CONFLICT (day, subject) DO UPDATE SET sent = mail_counts.sent + 1 WHERE mail_counts.sent < $3`,
        params: [day, subject, max],
        rows: 1,
        otherwise: capReached,
      })
    }
    await tx.run({ sql: 'DELETE FROM mail_counts WHERE day < $1', params: [day - 1] })
  },
})

const capReached = (): ServiceError =>
  rateLimited('The daily limit of mails is reached; retry tomorrow.', { code: 'mail_limit_reached' })

/** Uncounts a mail that the mail server did not accept. */
export const releaseMail = defineCommand({
  name: 'release-mail',
  run: async (tx, { day, counts }: CountedMail): Promise<void> => {
    for (const { subject } of counts) {
      const sql = 'UPDATE mail_counts SET sent = sent - 1 WHERE day = $1 AND subject = $2 AND sent > 0'
      await tx.run({ sql, params: [day, subject] })
    }
  },
})

/** Stops mail to a recipient, or allows it again. */
export const setMailStop = defineCommand({
  name: 'set-mail-stop',
  run: async (tx, { recipient, stopped, at }: { recipient: string; stopped: boolean; at: number }): Promise<void> => {
    await tx.run(stopped ? insertStop(recipient, at) : deleteStop(recipient))
  },
})

const insertStop = (recipient: string, at: number): Change => ({
  sql: 'INSERT INTO mail_stops (recipient, at) VALUES ($1, $2) ON CONFLICT (recipient) DO NOTHING',
  params: [recipient, at],
})

const deleteStop = (recipient: string): Change => ({
  sql: 'DELETE FROM mail_stops WHERE recipient = $1',
  params: [recipient],
})

export const hasStoppedMail = async (reader: Reader, recipient: string): Promise<boolean> =>
  (await reader.first('SELECT recipient FROM mail_stops WHERE recipient = $1', [recipient], () => true)) ?? false

export const MAIL_COMMANDS = [reserveMail, releaseMail, setMailStop] as const
