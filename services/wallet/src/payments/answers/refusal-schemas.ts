import { CodedErrorBody, InvalidBody } from '@satchel/http/error-body'
import { Type } from 'typebox'

const SEND_STATUS = Type.Optional(
  Type.Union([Type.Literal('pending'), Type.Literal('success'), Type.Literal('failed')], {
    description:
      'Of a request to pay: `failed` when nothing was or will be sent for it; `success` or `pending` when this wallet has paid the invoice or is paying it. Absent when that is not known.',
  }),
)

export const RefusedPayment = Type.Object(
  { ...CodedErrorBody.properties, status: SEND_STATUS },
  { $id: 'RefusedPayment', additionalProperties: true, description: 'Why a payment was not made.' },
)

export const InvalidPayment = Type.Object(
  { ...InvalidBody.properties, status: SEND_STATUS },
  { $id: 'InvalidPayment', description: 'The problems of a request for a payment.' },
)
