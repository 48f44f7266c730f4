import { type Fields, listOf, textOf } from './read-fields.ts'

/** One attempt in `listpays`, over all of its parts. */
export interface ClnPay {
  readonly status: 'complete' | 'pending' | 'failed'
  /** The label that the caller of the pay command gave; `xpay` takes a label from 26.06 on. */
  readonly label: string | undefined
  /** Index of the attempt's first part, counted over all parts of all payments. Not shown before 24.11. */
  readonly createdIndex: number | undefined
  /** Unix seconds. */
  readonly createdAt: number | undefined
  readonly fields: Fields
}

/** Throws on an unknown form: such an answer proves nothing. */
export const listPaysOf = (listpays: Fields): readonly ClnPay[] =>
  listOf(listpays, 'pays').map((fields) => ({
    fields,
    status: statusOf(fields),
    label: typeof fields['label'] === 'string' ? fields['label'] : undefined,
    createdIndex: wholeOf(fields['created_index']),
    createdAt: wholeOf(fields['created_at']),
  }))

const wholeOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined)

function statusOf(fields: Fields): ClnPay['status'] {
  const status = textOf(fields, 'status')
  if (status === 'complete' || status === 'pending' || status === 'failed') return status
  throw new Error(`the node has a payment that is ${status}`)
}
