import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { notFound } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerIdOf, walletIdsOf, walletOf } from '../../access/access-rules.ts'
import { toNoteJson } from '../answers/payment-json.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findWalletPayment } from '../states/wallet-payment-store.ts'
import { ChangedNote, LabelCount, PaymentNoteBody } from './contact-schemas.ts'
import { listLabels } from './label-store.ts'
import { notePayment } from './note-commands.ts'

/** Notes, labels and contacts of payments. */
export function noteRoutes(app: HttpApp, { db }: Pick<PaymentDeps, 'db'>): void {
  app.put(
    '/api/v1/payments/:checking_id/note',
    { config: { access: 'note-payments' }, schema: NOTE },
    async (request) => {
      const { note, labels, contact_id: contactId } = request.body
      const checkingId = await findCheckingId(request)
      const change = { note: note?.trim(), labels: labels && toLabels(labels), contactId }
      return toNoteJson(await db.transact(notePayment, { checkingId, userId: callerIdOf(request), change }))
    },
  )
  app.get('/api/v1/payments/labels', { config: { access: 'view-payments-of-all' }, schema: LABELS }, (request) =>
    listLabels(db, walletIdsOf(request)),
  )

  async function findCheckingId(request: FastifyRequest): Promise<string> {
    const id = (request.params as { checking_id: string }).checking_id.toLowerCase()
    const payment = await findWalletPayment(db, walletOf(request).id, id)
    if (payment === undefined) throw notFound('Payment not found.', { code: 'payment_not_found' })
    return payment.checkingId
  }
}

/** Removes duplicates after Unicode normalization. */
const toLabels = (given: readonly string[]): string[] => [
  ...new Set(given.map((label) => label.normalize('NFC').trim()).filter((label) => label !== '')),
]

const NOTE = {
  operationId: 'notePayment',
  tags: ['payments'],
  summary: 'Change the note of a payment',
  description:
    'Note, labels and contact for yourself: the other side never sees them, but everyone who may view the payments of the wallet does. Omitted fields keep their values. `contact_id` is a contact of the caller; with a wallet key, of the owner.',
  params: Type.Object({
    checking_id: Type.String({
      maxLength: 256,
      pattern: '^[^\\u0000]*$',
      description: 'Checking id or payment hash.',
    }),
  }),
  body: ChangedNote,
  response: {
    200: schemaRef(PaymentNoteBody, 'The note after the change.'),
  },
} as const

const LABELS = {
  operationId: 'listPaymentLabels',
  tags: ['payments'],
  summary: 'List the labels of payments',
  description: 'By frequency, at most 1,000.',
  response: { 200: Type.Array(schemaRef(LabelCount), { description: 'The labels.' }) },
} as const
