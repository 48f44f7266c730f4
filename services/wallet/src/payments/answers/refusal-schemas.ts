import { CodedErrorBody, InvalidBody } from '@satchel/http/error-body'
import { Type } from 'typebox'

const SEND_STATUS = Type.Optional(
  Type.Union([Type.Literal('pending'), Type.Literal('success'), Type.Literal('failed')], {
    description:
      'For a request to pay: `failed` if nothing was or will be sent for it; `success` or `pending` if this wallet has paid the invoice or is paying it. Absent if not known.',
  }),
)

export const RefusedPayment = Type.Object(
  { ...CodedErrorBody.properties, status: SEND_STATUS },
  { $id: 'RefusedPayment', additionalProperties: true, description: 'Reason why a payment was not made.' },
)

export const InvalidPayment = Type.Object(
  { ...InvalidBody.properties, status: SEND_STATUS },
  { $id: 'InvalidPayment', description: 'The problems of a request for a payment.' },
)
