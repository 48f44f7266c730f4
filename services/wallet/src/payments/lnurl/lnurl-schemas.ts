import { MAX_MSAT, MAX_SAT } from '@satchel/money/units'
import { Type } from 'typebox'

const LONGEST_LNURL = 8192

export const LnurlText = Type.String({
  minLength: 1,
  maxLength: LONGEST_LNURL,
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
      description: 'The action that it offers: pay, be paid, log in; channels are opened by node operators.',
    }),
    tag: Type.String({ description: 'The same as LNURL says it.', examples: ['payRequest'] }),
    domain: Type.String({
      description: 'The domain of the service: show it before anything is sent.',
      examples: ['pay.example'],
    }),
    callback: text('For the next step, if the LNURL is not to be asked again.'),
    minSendable: amountMsat('pay: the least amount. Millisatoshis.'),
    maxSendable: amountMsat('pay: the largest amount. Millisatoshis.'),
    minWithdrawable: amountMsat('withdraw: the least amount. Millisatoshis.'),
    maxWithdrawable: amountMsat('withdraw: the largest amount. Millisatoshis.'),
    fixed: Type.Optional(Type.Boolean({ description: 'pay, withdraw: both amounts are the same.' })),
    metadata: text('pay: what it is for, as it was sent.'),
    description: text('pay, withdraw: what it is for, in words.'),
    description_hash: text('pay: what the invoice will commit to, 64 hex characters.'),
    image: text('pay: a picture, as a `data:` URL.'),
    targetUser: text('pay: the Lightning address, as the service itself writes it.'),
    commentAllowed: Type.Optional(
      Type.Integer({ description: 'pay: the longest comment in characters; 0 = none is taken.' }),
    ),
    disposable: Type.Optional(Type.Boolean({ description: 'pay: false when the link is worth keeping.' })),
    allowsNostr: Type.Optional(Type.Boolean({ description: 'pay: takes zaps.' })),
    nostrPubkey: text('pay: who signs the receipts of zaps.'),
    k1: text('withdraw, auth: names the offer.'),
    defaultDescription: text('withdraw: what the invoice will say unless you say something else.'),
    action: text('auth: `register`, `login`, `link` or `auth`.'),
  },
  { $id: 'LnurlOffer', description: 'The offer of an LNURL.' },
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
      description: 'Millisatoshis: 1000 are one satoshi.',
      examples: [21_000],
    }),
    comment: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The payee reads it; as long as the service takes it.' }),
    ),
    description_hash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        'x-lower-case': true,
        description:
          'With `callback`: the `description_hash` that `lnurlscan` answered. An invoice that commits to something else is not paid.',
      }),
    ),
    webhook: webhook('the payment is final, `success` or `failed`'),
  },
  { $id: 'LnurlPayment', description: 'Whom to pay, and how much: `lnurl` or `callback` must be there.' },
)

export const LnurlPaid = Type.Object(
  {
    payment_hash: Type.String({ description: '64 hex characters.' }),
    checking_id: Type.String({ description: 'For asking about the payment later.' }),
    success_action: Type.Union(
      [
        Type.Object(
          {
            tag: Type.String({ description: '`message`, `url` or `aes`.', examples: ['message'] }),
            message: text('message: to be shown.'),
            description: text('url, aes: the text to show with it.'),
            url: text('url: a page of the same service.'),
            ciphertext: text('aes: as it was sent.'),
            iv: text('aes: as it was sent.'),
            plaintext: Type.Optional(
              Type.Union([Type.String(), Type.Null()], {
                description: 'aes: the secret, as soon as it is paid; null when it cannot be read.',
              }),
            ),
          },
          { description: 'Show it when the payment is through.' },
        ),
        Type.Null(),
      ],
      { description: 'The message or link that the service shows the payer after the payment; null = none.' },
    ),
    status: Type.Optional(
      Type.Union([Type.Literal('pending'), Type.Literal('success'), Type.Literal('failed')], {
        description: 'Only with `Prefer: return=representation`.',
      }),
    ),
    amount: Type.Optional(
      Type.Integer({ description: 'Satoshis, negative; only with `Prefer: return=representation`.' }),
    ),
    fee: Type.Optional(Type.Integer({ description: 'Millisatoshis; only with `Prefer: return=representation`.' })),
  },
  { $id: 'LnurlPaid', description: 'A payment that was sent to an LNURL.' },
)

export const LnurlWithdrawal = Type.Object(
  {
    lnurl: LnurlText,
    amount: Type.Integer({ minimum: 1, maximum: Number(MAX_SAT), description: 'Satoshis.', examples: [21] }),
    memo: Type.Optional(Type.String({ description: 'At most 639 bytes of UTF-8; unset = as the service proposes.' })),
    webhook: webhook('the invoice is paid'),
  },
  { $id: 'LnurlWithdrawal', description: 'The service that is to pay, and the amount.' },
)

export const LnurlLogin = Type.Object(
  {
    lnurl: Type.Optional(LnurlText),
    callback: Type.Optional(CallbackUrl),
  },
  { $id: 'LnurlLogin', description: 'The service to log in to: `lnurl` or `callback` is required.' },
)

export const LnurlLoggedIn = Type.Object(
  {
    success: Type.Boolean({ description: 'Always true.' }),
    detail: Type.String({ description: 'Where, for people.', examples: ['Logged in at forum.example'] }),
    domain: Type.String({ description: 'Where.', examples: ['forum.example'] }),
    key: Type.String({
      description: 'The identity of the wallet at the service: a public key, the same at every log-in.',
    }),
  },
  { $id: 'LnurlLoggedIn', description: 'The service took the signature.' },
)

export const LNURL_COMPONENTS = [LnurlOffer, LnurlPayment, LnurlPaid, LnurlWithdrawal, LnurlLogin, LnurlLoggedIn]
