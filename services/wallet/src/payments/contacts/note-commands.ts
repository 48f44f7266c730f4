import { notFound } from '@satchel/http/service-error'
import { type Change, defineCommand } from '../../db/database.ts'
import type { PaymentNote } from '../states/payment-note.ts'
import { findPayment } from '../states/payment-store.ts'
import { contactNotFound } from './contact-commands.ts'
import { findContact } from './contact-store.ts'

export interface NoteChange {
  readonly checkingId: string
  /** The user whose contacts may be named. */
  readonly userId: string
  readonly change: {
    readonly note?: string | undefined
    readonly labels?: readonly string[] | undefined
    /** null removes the contact. */
    readonly contactId?: string | null | undefined
  }
}

const NOTHING: PaymentNote = { note: '', labels: [], contactId: undefined }

/** Changes the notes of a payment; absent fields keep their values. An empty note has no row. */
export const notePayment = defineCommand({
  name: 'note-payment',
  run: async (tx, { checkingId, userId, change }: NoteChange): Promise<PaymentNote> => {
    const payment = await findPayment(tx, checkingId)
    if (payment === undefined) throw notFound('Payment not found.', { code: 'payment_not_found' })
    const { contactId } = change
    if (typeof contactId === 'string' && (await findContact(tx, userId, contactId)) === undefined)
      throw contactNotFound()
    const before = payment.noted ?? NOTHING
    const after: PaymentNote = {
      note: change.note ?? before.note,
      labels: change.labels ?? before.labels,
      contactId: contactId === undefined ? before.contactId : (contactId ?? undefined),
    }
    await tx.run({ sql: 'DELETE FROM payment_labels WHERE checking_id = $1', params: [checkingId] })
    await tx.run(isNothing(after) ? deleteNote(checkingId) : putNote(payment, after))
    for (const label of after.labels) await tx.run(insertLabel(payment, label))
    if (typeof contactId === 'string') await tx.run(markUsed(contactId, payment.createdAt))
    return after
  },
})

interface Noted {
  readonly checkingId: string
  readonly walletId: string
  readonly seq: number
}

const isNothing = ({ note, labels, contactId }: PaymentNote): boolean =>
  note === '' && labels.length === 0 && contactId === undefined

const deleteNote = (checkingId: string): Change => ({
  sql: 'DELETE FROM payment_notes WHERE checking_id = $1',
  params: [checkingId],
})

const putNote = ({ checkingId, walletId, seq }: Noted, { note, labels, contactId }: PaymentNote): Change => ({
  sql: `INSERT INTO payment_notes (checking_id, wallet_id, payment_seq, note, labels, words, contact_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (checking_id) DO UPDATE SET
          note = excluded.note, labels = excluded.labels, words = excluded.words, contact_id = excluded.contact_id`,
  params: [checkingId, walletId, seq, note, JSON.stringify(labels), [note, ...labels].join('\n'), contactId ?? null],
  rows: 1,
})

const insertLabel = ({ checkingId, walletId, seq }: Noted, label: string): Change => ({
  sql: 'INSERT INTO payment_labels (wallet_id, label, payment_seq, checking_id) VALUES ($1, $2, $3, $4)',
  params: [walletId, label, seq, checkingId],
  rows: 1,
})

const markUsed = (contactId: string, at: number): Change => ({
  sql: 'UPDATE contacts SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
  params: [contactId, at],
})
