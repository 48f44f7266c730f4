import { hash } from 'node:crypto'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import type { LnbitsRow } from './lnbits-tables.ts'
import { hex } from './small-lnbits.ts'

const DAY = 86_400
const INVOICES = 200

export interface LargeLnbits {
  readonly payments: number
  readonly wallets: number
  /** Unix seconds. */
  readonly now: number
}

/** The core of an installation of any size. The payments are made one by one, while they are read. */
export function largeCore(size: LargeLnbits) {
  const numbers = Array.from({ length: size.wallets }, (_, number) => number)
  return {
    accounts: numbers.filter((number) => number % 2 === 0).map((number) => account(number, size)),
    wallets: numbers.map((number) => wallet(number, size)),
    system_settings: [{ id: 'super_user', value: JSON.stringify(hex('user 0')), tag: 'core' }],
    apipayments: payments(size),
  }
}

const account = (number: number, { now }: LargeLnbits): LnbitsRow => ({
  id: hex(`user ${number}`),
  username: `user${number}`,
  extra: '{}',
  activated: true,
  created_at: now - 1000 * DAY + number,
  updated_at: now - DAY,
})

const wallet = (number: number, { now }: LargeLnbits): LnbitsRow => ({
  id: hex(`wallet ${number}`),
  name: `Wallet ${number}`,
  user: hex(`user ${number - (number % 2)}`),
  adminkey: hex(`wallet ${number} admin`),
  inkey: hex(`wallet ${number} invoice`),
  currency: 'USD',
  deleted: false,
  extra: '{}',
  wallet_type: 'lightning',
  created_at: now - 999 * DAY,
  updated_at: now - DAY,
})

/** Of twenty rows, eight are external receipts, four external sends, six the sides of three internal payments, one expired and one failed. */
const KINDS = [
  ...Array.from({ length: 8 }, () => 'receive' as const),
  ...Array.from({ length: 4 }, () => 'send' as const),
  ...Array.from({ length: 3 }, () => 'inside' as const),
  'expired' as const,
  'failed' as const,
]

function* payments(size: LargeLnbits): Generator<LnbitsRow> {
  const invoices = Array.from({ length: INVOICES }, (_, number) => invoice(number, size))
  const first = size.now - 900 * DAY
  for (let made = 0, number = 0; made < size.payments; number += 1) {
    const preimage = hash('sha256', `preimage ${number}`)
    const facts = {
      preimage,
      payment_hash: hash('sha256', Buffer.from(preimage, 'hex')),
      bolt11: invoices[number % INVOICES] ?? '',
      // One wallet has a tenth of all rows.
      wallet: number % 10 === 0 ? 0 : number % size.wallets,
      at: first + Math.floor((made / size.payments) * 899 * DAY),
    }
    const rows = rowsOf(KINDS[number % KINDS.length] ?? 'receive', facts, size)
    yield* rows
    made += rows.length
  }
}

interface Facts {
  readonly preimage: string
  readonly payment_hash: string
  readonly bolt11: string
  readonly wallet: number
  readonly at: number
}

function rowsOf(kind: (typeof KINDS)[number], facts: Facts, { wallets }: LargeLnbits): LnbitsRow[] {
  switch (kind) {
    case 'receive':
      return [row(facts, 1_000_000)]
    case 'send':
      return [row(facts, -50_000, { fee: -1234 })]
    case 'inside':
      return [
        row({ ...facts, wallet: (facts.wallet + 1) % wallets }, 20_000, { tag: 'lnurlp', extra: LINK }),
        row(facts, -20_000, { checking_id: `internal_${facts.payment_hash}` }),
      ]
    case 'expired':
      return [row(facts, 30_000, { status: 'pending', preimage: null })]
    case 'failed':
      return [row(facts, -30_000, { status: 'failed', preimage: null })]
  }
}

const LINK = JSON.stringify({ tag: 'lnurlp', link: 'abc123', comment: ['Thank you'] })

const row = ({ payment_hash, preimage, bolt11, wallet: number, at }: Facts, amount: number, more: LnbitsRow = {}) => ({
  checking_id: payment_hash,
  amount,
  fee: 0,
  wallet_id: hex(`wallet ${number}`),
  memo: 'A coffee and a cake',
  status: 'success',
  preimage,
  payment_hash,
  bolt11,
  extra: '{}',
  expiry: at + 3600,
  time: at,
  created_at: at,
  updated_at: at + 5,
  ...more,
})

/** Signed ones are shared: an import reads of them what the columns do not say, and checks no signature. */
function invoice(number: number, { now }: LargeLnbits): string {
  const fields = {
    network: 'bcrt' as const,
    amountMsat: 30_000n,
    paymentHash: hash('sha256', `invoice ${number}`),
    paymentSecret: 'ab'.repeat(32),
    description: 'A coffee and a cake',
    timestamp: now - 900 * DAY + number,
    expirySeconds: 3600,
  }
  return writeInvoice(fields, Buffer.alloc(32, 7))
}
