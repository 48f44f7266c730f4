/** The note that the owner of a wallet wrote about a payment afterwards. */
export interface PaymentNote {
  readonly note: string
  readonly labels: readonly string[]
  readonly contactId: string | undefined
}

/** For a SELECT from `payments`, without a separate query: JSON has no line breaks, so line breaks separate the parts. */
export const SHOWN_NOTE = `(SELECT n.labels || '\n' || COALESCE(n.contact_id, '') || '\n' || n.note FROM payment_notes n
  WHERE n.checking_id = payments.checking_id) AS noted`

/** Reads that column; null or absent = nothing was written. */
export function readShownNote(text: string | null | undefined): PaymentNote | undefined {
  const [, labels, contactId = '', note = ''] = PARTS.exec(text ?? '') ?? []
  if (labels === undefined) return undefined
  return { note, labels: JSON.parse(labels) as string[], contactId: contactId === '' ? undefined : contactId }
}

const PARTS = /^(.*)\n(.*)\n([^]*)$/
