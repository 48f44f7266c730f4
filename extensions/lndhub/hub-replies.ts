import type { Shape } from '@satchel/extension-sdk/shape'

const HASH = { type: 'json', maxBytes: 1000, doc: 'Payment hash: `{type: "Buffer", data: [bytes]}`.' } as const
const BOLT11 = { type: 'text', max: 4000, doc: 'Invoice (BOLT 11).' } as const
const SAME = { type: 'text', max: 4000, doc: 'Same as `payment_request`.' } as const
const HEX = { type: 'text', max: 64, doc: 'Payment hash, hex.' } as const

/** The protocol's answers, for the manual. */
export const HUB_REPLIES = {
  auth: {
    access_token: { type: 'text', max: 64, doc: 'Access token for `Authorization: Bearer …`, valid for 2 hours.' },
    refresh_token: { type: 'text', max: 64, doc: 'Refresh token for the next log-in, valid once within 14 days.' },
    token_type: { type: 'text', max: 10, doc: 'Constant: `Bearer`.' },
  },
  made: {
    r_hash: HASH,
    payment_request: BOLT11,
    pay_req: SAME,
    add_index: { type: 'text', max: 20, doc: 'Ascending number.' },
  },
  paid: {
    payment_hash: HASH,
    payment_preimage: { type: 'json', maxBytes: 1000, doc: 'Preimage, in the form of `payment_hash`.' },
    payment_error: { type: 'text', max: 100, doc: 'Always empty.' },
    payment_route: { type: 'json', maxBytes: 200, doc: '`{total_amt, total_fees}`, satoshis, rounded up.' },
    payment_request: BOLT11,
    pay_req: SAME,
    num_satoshis: { type: 'sat', doc: 'Amount without fees, satoshis.' },
    description: { type: 'text', max: 1000, doc: 'Description of the invoice.' },
    description_hash: { type: 'text', max: 64, doc: 'Description hash of the invoice.' },
  },
  balance: { BTC: { type: 'json', maxBytes: 100, doc: '`{AvailableBalance}`, satoshis, rounded down.' } },
  sent: {
    type: { type: 'text', max: 20, doc: 'Constant: `paid_invoice`.' },
    r_hash: HASH,
    payment_hash: HASH,
    payment_preimage: { type: 'text', max: 64, doc: 'Preimage, hex; empty while in flight.' },
    value: { type: 'sat', doc: 'Amount with the fee, satoshis, rounded up.' },
    fee: { type: 'sat', doc: 'Fee included in `value`, satoshis, rounded up.' },
    timestamp: { type: 'int', doc: 'Time of the payment, Unix seconds.' },
    memo: { type: 'text', max: 1000, doc: 'Memo of the payment; `Payment in transition` while in flight.' },
    keysend: { type: 'bool', doc: 'Always false.' },
    custom_records: { type: 'json', maxBytes: 10, doc: 'Always empty.' },
  },
  received: {
    type: { type: 'text', max: 20, doc: 'Constant: `user_invoice`.' },
    r_hash: HASH,
    payment_hash: HEX,
    payment_request: BOLT11,
    pay_req: SAME,
    description: { type: 'text', max: 1000, doc: 'Description of the invoice.' },
    timestamp: { type: 'int', doc: 'When the invoice was created, Unix seconds.' },
    expire_time: { type: 'int', doc: 'Validity of the invoice from then on, seconds.' },
    amt: { type: 'sat', doc: 'Amount, satoshis.' },
    ispaid: { type: 'bool', doc: 'True: the invoice is paid.' },
    keysend: { type: 'bool', doc: 'Always false.' },
  },
  check: { paid: { type: 'bool', doc: 'True: the invoice is paid.' } },
  info: {
    identity_pubkey: { type: 'text', max: 66, doc: 'Public key of the node; zeros if it has none.' },
    alias: { type: 'text', max: 50, doc: 'Name of the service.' },
    uris: { type: 'list', of: { scalar: 'text', max: 100 }, maxItems: 1, doc: 'Always empty: not disclosed.' },
    block_height: { type: 'int', doc: 'Always 0: not disclosed.' },
    synced_to_chain: { type: 'bool', doc: 'Always true.' },
    version: { type: 'text', max: 20, doc: 'Version of the LndHub server.' },
  },
  decoded: {
    destination: { type: 'text', max: 66, doc: 'Public key of the payee.' },
    payment_hash: HEX,
    num_satoshis: { type: 'text', max: 20, doc: 'Amount, satoshis, rounded down; `0` if the invoice has none.' },
    num_msat: { type: 'text', max: 20, doc: 'Amount, millisatoshis.' },
    timestamp: { type: 'text', max: 20, doc: 'When the invoice was created, Unix seconds.' },
    expiry: { type: 'text', max: 20, doc: 'Validity of the invoice from then on, seconds.' },
    description: { type: 'text', max: 1000, doc: 'Description of the invoice.' },
    description_hash: { type: 'text', max: 64, doc: 'Description hash, if the invoice has no description.' },
  },
} as const satisfies Readonly<Record<string, Shape>>
