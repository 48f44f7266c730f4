import type { Shape } from '@satchel/extension-sdk/shape'

const HASH = { type: 'json', maxBytes: 1000, doc: 'The payment hash: `{type: "Buffer", data: [bytes]}`.' } as const
const BOLT11 = { type: 'text', max: 4000, doc: 'The invoice.' } as const
const SAME = { type: 'text', max: 4000, doc: 'The same.' } as const
const HEX = { type: 'text', max: 64, doc: 'The payment hash, hex.' } as const

/** The protocol's answers, for the manual. */
export const HUB_REPLIES = {
  auth: {
    access_token: { type: 'text', max: 64, doc: 'For `Authorization: Bearer …`, 2 hours.' },
    refresh_token: { type: 'text', max: 64, doc: 'For the next log-in, once, within 14 days.' },
    token_type: { type: 'text', max: 10, doc: 'Always `Bearer`.' },
  },
  made: {
    r_hash: HASH,
    payment_request: BOLT11,
    pay_req: SAME,
    add_index: { type: 'text', max: 20, doc: 'A number that rises.' },
  },
  paid: {
    payment_hash: HASH,
    payment_preimage: { type: 'json', maxBytes: 1000, doc: 'The proof, in the same form.' },
    payment_error: { type: 'text', max: 100, doc: 'Always empty.' },
    payment_route: { type: 'json', maxBytes: 200, doc: '`{total_amt, total_fees}`, satoshis, rounded up.' },
    payment_request: BOLT11,
    pay_req: SAME,
    num_satoshis: { type: 'sat', doc: 'What was paid, satoshis without fees.' },
    description: { type: 'text', max: 1000, doc: 'Of the invoice.' },
    description_hash: { type: 'text', max: 64, doc: 'Of the invoice.' },
  },
  balance: { BTC: { type: 'json', maxBytes: 100, doc: '`{AvailableBalance}`, satoshis, rounded down.' } },
  sent: {
    type: { type: 'text', max: 20, doc: 'Always `paid_invoice`.' },
    r_hash: HASH,
    payment_hash: HASH,
    payment_preimage: { type: 'text', max: 64, doc: 'The proof, hex; empty while it is in flight.' },
    value: { type: 'sat', doc: 'What left the wallet, satoshis with the fee, rounded up.' },
    fee: { type: 'sat', doc: 'The fee in it, satoshis, rounded up.' },
    timestamp: { type: 'int', doc: 'Unix seconds.' },
    memo: { type: 'text', max: 1000, doc: 'What it was for; `Payment in transition` while it is in flight.' },
    keysend: { type: 'bool', doc: 'Always false.' },
    custom_records: { type: 'json', maxBytes: 10, doc: 'Always empty.' },
  },
  received: {
    type: { type: 'text', max: 20, doc: 'Always `user_invoice`.' },
    r_hash: HASH,
    payment_hash: HEX,
    payment_request: BOLT11,
    pay_req: SAME,
    description: { type: 'text', max: 1000, doc: 'What it is for.' },
    timestamp: { type: 'int', doc: 'When it was made: Unix seconds.' },
    expire_time: { type: 'int', doc: 'How many seconds from then on it can be paid.' },
    amt: { type: 'sat', doc: 'Satoshis.' },
    ispaid: { type: 'bool', doc: 'The money has arrived.' },
    keysend: { type: 'bool', doc: 'Always false.' },
  },
  check: { paid: { type: 'bool', doc: 'The money has arrived.' } },
  info: {
    identity_pubkey: { type: 'text', max: 66, doc: 'The key of the node; zeros when it has none.' },
    alias: { type: 'text', max: 50, doc: 'Its name.' },
    uris: { type: 'list', of: { scalar: 'text', max: 100 }, maxItems: 1, doc: 'Always empty: not disclosed.' },
    block_height: { type: 'int', doc: 'Always 0: not disclosed.' },
    synced_to_chain: { type: 'bool', doc: 'Always true.' },
    version: { type: 'text', max: 20, doc: 'Of this server of the protocol.' },
  },
  decoded: {
    destination: { type: 'text', max: 66, doc: 'The key of the payee.' },
    payment_hash: HEX,
    num_satoshis: { type: 'text', max: 20, doc: 'Satoshis, rounded down; `0` when it names no amount.' },
    num_msat: { type: 'text', max: 20, doc: 'Millisatoshis.' },
    timestamp: { type: 'text', max: 20, doc: 'When it was made: Unix seconds.' },
    expiry: { type: 'text', max: 20, doc: 'How many seconds from then on it can be paid.' },
    description: { type: 'text', max: 1000, doc: 'What it is for.' },
    description_hash: { type: 'text', max: 64, doc: 'The hash of what it is for, where it has that instead.' },
  },
} as const satisfies Readonly<Record<string, Shape>>
