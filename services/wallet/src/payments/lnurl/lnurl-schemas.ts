import { MAX_MSAT, MAX_SAT } from '@satchel/money/units'
import { Type } from 'typebox'

const MAX_LNURL_LENGTH = 8192

export const LnurlText = Type.String({
  minLength: 1,
  maxLength: MAX_LNURL_LENGTH,
  description:
    'A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL.',
  examples: ['alice@pay.example'],
})

const CallbackUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Instead of `lnurl`: the `callback` that `lnurlscan` answered.',
})

const amountMsat = (description: string) => Type.Optional(Type.Integer({ description }))
const text = (description: string) => Type.Optional(Type.String({ description }))

/** Fields under their LNURL names, for programs that know them, and fields derived from these. */
export const LnurlOffer = Type.Object(
  {
    kind: Type.Union([Type.Literal('pay'), Type.Literal('withdraw'), Type.Literal('auth'), Type.Literal('channel')], {
      description: 'Kind of the offer: pay, withdraw, log in, or open a channel (for node operators).',
    }),
    tag: Type.String({ description: 'Kind of the offer, in the words of LNURL.', examples: ['payRequest'] }),
    domain: Type.String({
      description: 'Domain of the service: show it before you send anything.',
      examples: ['pay.example'],
    }),
    callback: text('URL for the next request of LNURL; send it back to skip reading the LNURL again.'),
    minSendable: amountMsat('pay: minimum amount, millisatoshis.'),
    maxSendable: amountMsat('pay: maximum amount, millisatoshis.'),
    minWithdrawable: amountMsat('withdraw: minimum amount, millisatoshis.'),
    maxWithdrawable: amountMsat('withdraw: maximum amount, millisatoshis.'),
    fixed: Type.Optional(Type.Boolean({ description: 'pay, withdraw: true if minimum and maximum are equal.' })),
    metadata: text('pay: what it is for, as it was sent.'),
    description: text('pay, withdraw: what it is for, in words.'),
    description_hash: text('pay: what the invoice will commit to, 64 hex characters.'),
    image: text('pay: a picture, as a `data:` URL.'),
    targetUser: text('pay: the Lightning address, as the service itself writes it.'),
    commentAllowed: Type.Optional(
      Type.Integer({ description: 'pay: maximum length of a comment, characters; 0 = no comments.' }),
    ),
    disposable: Type.Optional(Type.Boolean({ description: 'pay: false if the link should be stored.' })),
    allowsNostr: Type.Optional(Type.Boolean({ description: 'pay: accepts zaps.' })),
    nostrPubkey: text('pay: who signs the receipts of zaps.'),
    k1: text('withdraw, auth: names the offer.'),
    defaultDescription: text('withdraw: what the invoice will say unless you say something else.'),
    action: text('auth: `register`, `login`, `link` or `auth`.'),
  },
  { $id: 'LnurlOffer', description: 'Offer of an LNURL.' },
)

const webhook = (when: string) =>
  Type.Optional(Type.String({ maxLength: 2048, description: `http(s) URL that is called once: when ${when}.` }))

export const LnurlPayment = Type.Object(
  {
    lnurl: Type.Optional(LnurlText),
    callback: Type.Optional(CallbackUrl),
    amount: Type.Integer({
      minimum: 1,
      maximum: Number(MAX_MSAT),
      description: 'Amount, millisatoshis (1000 = 1 satoshi).',
      examples: [21_000],
    }),
    comment: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Comment for the payee; at most as long as the service accepts.' }),
    ),
    description_hash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        'x-lower-case': true,
        description: 'With `callback`: the `description_hash` of `lnurlscan`. An invoice with another one is not paid.',
      }),
    ),
    webhook: webhook('the payment is final, `success` or `failed`'),
  },
  { $id: 'LnurlPayment', description: 'Payee and amount: `lnurl` or `callback` is required.' },
)

export const LnurlPaid = Type.Object(
  {
    payment_hash: Type.String({ description: 'Payment hash, 64 hex characters.' }),
    checking_id: Type.String({ description: 'Checking id, for later requests.' }),
    success_action: Type.Union(
      [
        Type.Object(
          {
            tag: Type.String({ description: '`message`, `url` or `aes`.', examples: ['message'] }),
            message: text('message: text to show to the payer.'),
            description: text('url, aes: text to show with the page or the decrypted text.'),
            url: text('url: a page of the same service.'),
            ciphertext: text('aes: encrypted text of the payee, base64.'),
            iv: text('aes: initialization vector, base64.'),
            plaintext: Type.Optional(
              Type.Union([Type.String(), Type.Null()], {
                description: 'aes: decrypted secret once paid; null if it cannot be decrypted.',
              }),
            ),
          },
          { description: 'Show it after the payment.' },
        ),
        Type.Null(),
      ],
      { description: 'Message or link that the service shows the payer after the payment; null = none.' },
    ),
    status: Type.Optional(
      Type.Union([Type.Literal('pending'), Type.Literal('success'), Type.Literal('failed')], {
        description: 'Only with `Prefer: return=representation`.',
      }),
    ),
    amount: Type.Optional(
      Type.Integer({ description: 'Amount, satoshis, negative; only with `Prefer: return=representation`.' }),
    ),
    fee: Type.Optional(Type.Integer({ description: 'Fee, millisatoshis; only with `Prefer: return=representation`.' })),
  },
  { $id: 'LnurlPaid', description: 'Payment sent to an LNURL.' },
)

export const LnurlWithdrawal = Type.Object(
  {
    lnurl: LnurlText,
    amount: Type.Integer({ minimum: 1, maximum: Number(MAX_SAT), description: 'Amount, satoshis.', examples: [21] }),
    memo: Type.Optional(
      Type.String({ description: 'Memo, at most 639 bytes of UTF-8; absent = as the service proposes.' }),
    ),
    webhook: webhook('the invoice is paid'),
  },
  { $id: 'LnurlWithdrawal', description: 'Service that pays, and amount.' },
)

export const LnurlLogin = Type.Object(
  {
    lnurl: Type.Optional(LnurlText),
    callback: Type.Optional(CallbackUrl),
  },
  { $id: 'LnurlLogin', description: 'Service to log in to: `lnurl` or `callback` is required.' },
)

export const LnurlLoggedIn = Type.Object(
  {
    success: Type.Boolean({ description: 'Always true.' }),
    detail: Type.String({ description: 'Domain of the service, as text.', examples: ['Logged in at forum.example'] }),
    domain: Type.String({ description: 'Domain of the service.', examples: ['forum.example'] }),
    key: Type.String({
      description: 'Public key of the wallet at the service, the same at each log-in.',
    }),
  },
  { $id: 'LnurlLoggedIn', description: 'The service accepted the signature.' },
)

export const LNURL_COMPONENTS = [LnurlOffer, LnurlPayment, LnurlPaid, LnurlWithdrawal, LnurlLogin, LnurlLoggedIn]
