import { FAILURE_WORDS } from '@satchel/lightning/port/failure-words'
import { MAX_MSAT } from '@satchel/money/units'
import { Type } from 'typebox'
import { fiatFields, partsOfPrice, shownValues } from './value-fields.ts'

const msat = (description: string) => Type.Integer({ description: `${description} Millisatoshis.`, examples: [0] })
const optionalText = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Null()], { description }))

export const PaymentHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of the preimage, 64 lower-case hex characters.',
  examples: ['0001020304050607080900010203040506070809000102030405060708090102'],
})

const CheckingId = Type.String({
  description: 'Checking id: identifies this payment in later requests.',
  examples: ['01a1ffc7-e326-76c0-8fb7-40061e91bb84'],
})

const Status = Type.Union([Type.Literal('pending'), Type.Literal('success'), Type.Literal('failed')], {
  description: '`success` and `failed` are final; an unpaid invoice is `pending` until it expires.',
})

const facts = {
  checking_id: CheckingId,
  payment_hash: PaymentHash,
  amount: Type.Integer({
    description: 'Amount, satoshis, rounded towards zero; negative = outgoing.',
    examples: [-21],
  }),
  amount_msat: Type.Integer({ description: 'Exact amount, millisatoshis; negative = outgoing.' }),
  any_amount: Type.Optional(
    Type.Boolean({
      description:
        'True: invoice without an amount. Its `amount` is 0 until it is paid, then the amount received. Otherwise absent.',
    }),
  ),
  fee: msat('Routing fee paid; while an outgoing payment is pending, what is reserved for it. Never negative.'),
  memo: Type.String({ description: 'Description that the payer saw.' }),
  status: Status,
  time: Type.Integer({ description: 'Time of creation, Unix seconds.' }),
  bolt11: Type.String({ description: 'Invoice (BOLT 11).' }),
  payment_request: Type.String({ description: 'Same as `bolt11`.' }),
  wallet_id: Type.String({ description: 'Id of its wallet.' }),
  pending: Type.Boolean({ description: 'True while `status` is `pending`.' }),
  created_at: Type.String({ description: 'Time of creation, ISO 8601.' }),
  updated_at: Type.String({
    description: 'Time at which it became final, ISO 8601; until then, the time of creation.',
  }),
  expiry: Type.Integer({ description: 'Validity of the invoice after `time`, seconds.' }),
  expired: Type.Boolean({ description: 'True: the invoice has expired.' }),
  extra: Type.Object({}, { additionalProperties: true, description: 'Object attached at creation.' }),
  ...shownValues,
  note: Type.Optional(Type.String({ description: 'Your note. Absent if there is none.' })),
  labels: Type.Optional(Type.Array(Type.String(), { description: 'Your labels. Absent if there are none.' })),
  contact_id: Type.Optional(Type.String({ description: 'Contact that the payment is linked to.' })),
} as const

export const PaymentItem = Type.Object(
  {
    ...facts,
    tag: Type.String({ description: '`extra.tag`, or empty.' }),
    preimage: optionalText('Proof of payment: only when paid.'),
    failure: optionalText('Reason of the failure, human-readable. Absent unless the payment failed.'),
    failure_code: optionalText(
      `Why the node did not pay it, in one word: ${Object.keys(FAILURE_WORDS).join(', ')}. null for every other reason.`,
    ),
  },
  { $id: 'Payment', description: 'Payment or invoice of a wallet.' },
)

export const PaymentPage = Type.Object(
  {
    data: Type.Array(Type.Unsafe<unknown>({ $ref: 'Payment#' }), { description: 'One page, newest first.' }),
    total: Type.Integer({ description: 'Number of matches.' }),
    next_cursor: Type.Optional(Type.String({ description: '`cursor` of the next page; absent on the last.' })),
  },
  { $id: 'PaymentPage', description: 'A page of payments.' },
)

export const PaymentStatusResult = Type.Object(
  {
    paid: Type.Boolean({ description: 'True: the payment is complete.' }),
    status: Status,
    preimage: optionalText('Proof of payment: only when paid.'),
    details: Type.Object(
      {
        ...facts,
        held: Type.Boolean({ description: 'True: a hold invoice is paid and waits to be settled or cancelled.' }),
      },
      { description: 'The payment.' },
    ),
  },
  { $id: 'PaymentStatus', description: 'The state of a payment.' },
)

export const CreatedPayment = Type.Object(
  {
    payment_hash: PaymentHash,
    checking_id: CheckingId,
    payment_request: Type.Optional(
      Type.String({ description: 'Invoice to pay (BOLT 11). Only when receiving.', examples: ['lnbc10u1p…'] }),
    ),
    bolt11: Type.Optional(Type.String({ description: 'Same as `payment_request`.', examples: ['lnbc10u1p…'] })),
    amount: Type.Optional(
      Type.Integer({
        description: 'Amount, satoshis. When sending, only with `Prefer: return=representation`.',
        examples: [1000],
      }),
    ),
    any_amount: Type.Optional(
      Type.Boolean({ description: 'True: invoice without an amount, and `amount` is 0. Otherwise absent.' }),
    ),
    memo: Type.Optional(Type.String({ description: 'Memo of the request.', examples: ['Coffee'] })),
    expiry: Type.Optional(Type.Integer({ description: 'Validity of the invoice, seconds.', examples: [3600] })),
    status: Type.Optional(Status),
    fee: Type.Optional(msat('Routing fee; only with `Prefer: return=representation`.')),
    fiat: Type.Optional(Type.Object(fiatFields, { description: 'Only if `unit` is a currency: the requested price.' })),
  },
  {
    $id: 'CreatedPayment',
    description: 'Invoice created, or payment sent.',
  },
)

const offeredMsat = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number(MAX_MSAT), description: `${description} Millisatoshis.` })

const LnurlWithdrawOffer = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 8192, description: 'An LNURL in any form.' }),
    Type.Object(
      {
        callback: Type.String({ minLength: 1, maxLength: 2048, description: 'URL that receives the invoice.' }),
        k1: Type.String({ minLength: 1, maxLength: 1024, description: 'Secret that identifies the offer.' }),
        minWithdrawable: Type.Optional(offeredMsat('The least amount.')),
        maxWithdrawable: Type.Optional(offeredMsat('The largest amount.')),
        defaultDescription: Type.Optional(Type.String({ description: 'Default of the memo.' })),
      },
      { description: 'Answer of `lnurlscan`, so that the service is not queried again.' },
    ),
  ],
  { description: 'Receive: withdraw link that gets the invoice immediately and then pays it.' },
)

export const CreatePayment = Type.Object(
  {
    out: Type.Boolean({ description: 'False: create an invoice. True: pay one.', examples: [false] }),
    amount: Type.Optional(
      Type.Number({
        description:
          'Receive: satoshis, a whole number from 1 (with `unit`, units of that currency, fractions allowed). Send: only for invoices without an amount.',
        examples: [1000],
      }),
    ),
    any_amount: Type.Optional(
      Type.Boolean({
        description:
          'Receive: true creates an invoice without an amount; the payer chooses it. Instead of `amount`, and only if `can_receive_any_amount` of `GET /api/v1/status` is true.',
      }),
    ),
    unit: Type.Optional(
      Type.String({
        description:
          'Unit of `amount` when receiving: `sat`, or a currency code, which is converted once, at the current rate, and rounded down to whole satoshis. When sending only `sat`.',
        maxLength: 10,
        default: 'sat',
      }),
    ),
    ...partsOfPrice,
    memo: Type.Optional(
      Type.String({
        description:
          'Description that the payer sees. With `out: true` a note of your own, instead of the description of the invoice. At most 639 bytes of UTF-8.',
      }),
    ),
    expiry: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: 'Receive: validity of the invoice, seconds; default 3600.',
      }),
    ),
    webhook: Type.Optional(
      Type.String({
        maxLength: 2048,
        description:
          'Webhook URL (http or https), called once: when the invoice is paid, or with `out: true` when the payment is final, `success` or `failed`.',
      }),
    ),
    extra: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'JSON of yours: at most 4 kB and 5 levels; `tag` groups payments.',
        },
      ),
    ),
    description_hash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        'x-lower-case': true,
        description:
          'Receive: description hash, committed to instead of the memo: 64 hex characters, not case-sensitive.',
      }),
    ),
    unhashed_description: Type.Optional(
      Type.String({
        maxLength: 65_536,
        description:
          'Text to be hashed as description hash: UTF-8, or its bytes in hex. `description_hash` has priority.',
      }),
    ),
    hold: Type.Optional(Type.Boolean({ description: 'Receive: hold the payment until you settle or cancel it.' })),
    payment_hash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        'x-lower-case': true,
        description: 'Receive: payment hash of your own for a hold invoice, 64 hex characters: you keep the preimage.',
      }),
    ),
    bolt11: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 16_384,
        description: 'Send: invoice to pay, in any form that `decode` accepts.',
      }),
    ),
    lnurl_withdraw: Type.Optional(LnurlWithdrawOffer),
  },
  {
    $id: 'CreatePayment',
    description:
      'Create an invoice, or pay one. Optional fields that are null count as absent; `out` is true if there is only `bolt11`.',
    'x-null-is-absent': true,
    'x-defaulted': ['out'],
  },
)

/** The example of the API documentation; an invented invoice would be rejected. */
export const CREATE_PAYMENT_EXAMPLES = {
  'Make an invoice': { value: { out: false, amount: 1000, memo: 'Coffee' } },
  'Make an invoice over a price': { value: { out: false, amount: 4.5, unit: 'EUR', memo: 'Lunch' } },
  'Make an invoice without an amount': { value: { out: false, any_amount: true, memo: 'Donation' } },
  'Make a hold invoice': { value: { out: false, amount: 1000, memo: 'Deposit', hold: true } },
  'Pay an invoice': { value: { out: true, bolt11: 'lnbc10u1p…' } },
} as const

export const SETTLE_PAYMENT_EXAMPLES = {
  'The service keeps the preimage': { value: {} },
  'You keep the preimage': { value: { preimage: '0'.repeat(64) } },
} as const

export const HoldDecision = Type.Object(
  {
    detail: Type.String({ description: 'Confirmation, as text.', examples: ['Payment settled'] }),
    status: Type.Optional(
      Type.Literal('pending', { description: 'Present while the Lightning node has not confirmed the decision.' }),
    ),
    decision: Type.Optional(
      Type.Union([Type.Literal('settle'), Type.Literal('cancel')], {
        description: 'Besides `status`: the decision, which is final.',
      }),
    ),
  },
  { $id: 'HoldDecision', description: 'Outcome of a held payment.' },
)

export const SettlePayment = Type.Object(
  {
    preimage: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        'x-lower-case': true,
        writeOnly: true,
        description: 'Only for hold invoices made with your own `payment_hash`: 64 hex characters.',
      }),
    ),
  },
  { $id: 'SettlePayment', description: 'Settle a held payment.' },
)
