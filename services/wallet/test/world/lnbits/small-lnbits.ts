import { hash, pbkdf2Sync } from 'node:crypto'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import { hashSync } from 'bcryptjs'
import type { LnbitsRow } from './lnbits-tables.ts'

/** 32 hex digits that follow from a word: an id or a key. */
export const hex = (word: string): string => hash('sha256', word, 'hex').slice(0, 32)
const preimageOf = (word: string): string => hash('sha256', `preimage ${word}`, 'hex')
/** The hash of the payment with this word. */
export const hashOf = (word: string): string => hash('sha256', Buffer.from(preimageOf(word), 'hex'), 'hex')

export const PASSWORD = 'Grüße, mein Passwort'
const DAY = 86_400

/** The key of the node, and the one by which LNbits signs what an administrator credits. */
const NODE_KEY = Buffer.alloc(32, 7)
const THROW_AWAY_KEY = pbkdf2Sync('ToTheMoon1', 'FakeWallet', 2048, 32, 'sha256')

interface PaymentFacts {
  readonly fee?: number
  readonly status?: string
  readonly memo?: string
  readonly id?: string
  readonly hash?: string
  readonly preimage?: string | null
  readonly extra?: string | null
  readonly tag?: string | null
  readonly labels?: string
  readonly made?: number
  readonly expires?: number
  /** The signer of the invoice. */
  readonly signer?: 'node' | 'lnbits'
}

/** Rows of `apipayments`; amounts in millisatoshis with LNbits' signs. */
export function paymentWriter(now: number) {
  let number = 0
  return (wallet: string, word: string, amount: number, facts: PaymentFacts = {}): LnbitsRow => {
    number += 1
    const { fee = 0, status = 'success', memo = word, made = now - 30 * DAY + number * 60, expires = 3600 } = facts
    const paymentHash = facts.hash ?? hashOf(word)
    const { signer = memo.startsWith('Admin ') ? 'lnbits' : 'node' } = facts
    const invoice = {
      network: 'bcrt' as const,
      amountMsat: BigInt(Math.abs(amount) || 1),
      paymentHash,
      paymentSecret: 'ab'.repeat(32),
      description: word.slice(0, 20),
      timestamp: made,
      expirySeconds: expires,
    } as const
    return {
      checking_id: facts.id ?? paymentHash,
      amount,
      fee,
      wallet_id: hex(wallet),
      memo,
      status,
      tag: facts.tag ?? null,
      preimage: facts.preimage === undefined ? (status === 'success' ? preimageOf(word) : null) : facts.preimage,
      payment_hash: paymentHash,
      bolt11: writeInvoice(invoice, signer === 'node' ? NODE_KEY : THROW_AWAY_KEY),
      extra: facts.extra === undefined ? '{}' : facts.extra,
      labels: facts.labels ?? null,
      // PostgreSQL has the wall clock of another zone there.
      expiry: made + expires - 4 * 3600,
      time: made,
      created_at: made,
      updated_at: made + 5,
    }
  }
}

/** An account. */
export const user = (word: string, more: LnbitsRow = {}): LnbitsRow => ({
  id: hex(word),
  username: word,
  password_hash: null,
  extra: '{}',
  access_control_list: '[]',
  activated: true,
  created_at: 1_700_000_000 + word.length,
  updated_at: 1_700_000_000,
  ...more,
})

/** A wallet with keys of its own. */
export const wallet = (word: string, owner: string, more: LnbitsRow = {}): LnbitsRow => ({
  id: hex(word),
  name: word,
  user: hex(owner),
  adminkey: hex(`${word} admin`),
  inkey: hex(`${word} invoice`),
  currency: 'USD',
  deleted: false,
  extra: '{}',
  wallet_type: 'lightning',
  created_at: 1_700_000_500,
  ...more,
})

const invite = (username: string) => ({
  request_id: 'r',
  username,
  shared_with_wallet_id: null,
  permissions: ['view-payments'],
  status: 'invite_sent',
  comment: '',
})

const shared = (id: string, permissions: readonly string[]): string =>
  JSON.stringify({
    shared_with: [
      {
        request_id: 'r',
        username: 'carol',
        shared_with_wallet_id: hex(id),
        permissions,
        status: 'approved',
        comment: '',
      },
    ],
  })

/** The secret of its tokens, and the ids of two of them. */
export const TOKEN_SECRET = hex('auth secret')
export const TOKEN_IDS = [hex('first token'), hex('second token')] as const

/** An access list as LNbits' own page creates it, with every path. */
const ACL = {
  id: hex('acl'),
  name: 'Till',
  endpoints: [
    { path: '/api/v1/wallet', name: 'Wallet', read: true, write: false },
    { path: '/api/v1/payments', name: 'Payments', read: true, write: true },
    { path: '/lnurlp/api/v1', name: 'Pay links', read: true, write: false },
    { path: '/withdraw/api/v1', name: 'Vouchers', read: false, write: false },
    { path: '/users/api/v1', name: 'Users', read: true, write: true },
    { path: '/api/v1/fiat', name: 'Fiat', read: true, write: true },
  ],
  token_id_list: TOKEN_IDS.map((id, index) => ({ id, name: `Till ${index + 1}`, expires_at: null })),
}

const PEOPLE = {
  accounts: [
    user('root', { created_at: 1_690_000_000 }),
    user('admin'),
    // The newer row is stored first, because the order of rows says nothing about their age.
    user('second', { username: 'Bob', pubkey: 'a'.repeat(64) }),
    user('bob', { email: 'bob@example.com', pubkey: 'a'.repeat(64), extra: '{"display_name": "Robert"}' }),
    user('carol', { password_hash: hashSync(PASSWORD, 4), access_control_list: JSON.stringify([ACL]) }),
    user('nameless', { username: null }),
    user('asleep', { activated: false, password_hash: hashSync(PASSWORD, 4) }),
  ],
  wallets: [
    wallet('shop', 'bob', { extra: shared('mirror', ['view-payments', 'receive-payments']) }),
    wallet('purse', 'carol', {
      lightning_address: 'ThriftyKitten1',
      currency: 'EUR',
      extra: '{"icon": "savings", "color": "green", "pinned": true}',
    }),
    // The name of a pay link.
    wallet('empty', 'root', {
      inkey: null,
      lightning_address: 'coffee',
      extra: JSON.stringify({ shared_with: [invite('Bob'), invite('BOB@example.com'), invite('a stranger')] }),
    }),
    wallet('halves', 'root', { created_at: 1_700_000_600 }),
    wallet('gone', 'bob', { deleted: true, lightning_address: 'gone' }),
    wallet('orphan', 'a-lost-account'),
    wallet('sleeping', 'asleep'),
    wallet('debts', 'nameless'),
    wallet('mirror', 'carol', { wallet_type: 'lightning-shared', shared_wallet_id: hex('shop') }),
  ],
}

const REST = {
  system_settings: [
    { id: 'super_user', value: JSON.stringify(hex('root')), tag: 'core' },
    { id: 'lnbits_admin_users', value: JSON.stringify([hex('admin')]), tag: 'core' },
    { id: 'lnbits_site_title', value: '"The old bank"', tag: 'core' },
    { id: 'lnbits_reserve_fee_percent', value: '2.0', tag: 'core' },
    { id: 'lnbits_service_fee', value: '0.5', tag: 'core' },
    { id: 'lnbits_rate_limit_no', value: '{broken', tag: 'core' },
    { id: 'unheard_of', value: '1', tag: 'core' },
    { id: 'lnbits_wallet_limit_daily_max_withdraw', value: '-1', tag: 'core' },
  ],
  extensions: [
    { user: hex('bob'), extension: 'lnurlp', active: false },
    { user: hex('carol'), extension: 'lndhub', active: true },
    { user: hex('carol'), extension: 'jukebox', active: true },
  ],
  tiny_url: [
    { id: 'aB3dE9xZ', url: 'https://example.com/menu', endless: true, wallet: hex('shop'), time: 1_700_000_900 },
    { id: 'bB3dE9xZ', url: 'https://example.com/menu', endless: true, wallet: hex('shop'), time: 1_700_000_901 },
  ],
}

/** One payment of each kind that an import can meet. `now`: Unix seconds. */
export function smallCore(now: number) {
  const pay = paymentWriter(now)
  const link = (id: string) => JSON.stringify({ tag: 'lnurlp', link: id, comment: ['hi'] })
  return {
    ...PEOPLE,
    ...REST,
    apipayments: [
      pay('shop', 'coffee', 500_000, { tag: 'tpos', labels: '["food", "expired", "food", ""]' }),
      pay('shop', 'with a fee', 100_000, { fee: -1234 }),
      pay('shop', 'on a phone', 50_000, { fee: 2000 }),
      pay('purse', 'savings', 2_000_000, { preimage: null }),
      pay('shop', 'outside', -40_000, { fee: -1234 }),
      pay('shop', 'odd', -1001, { fee: 0 }),
      pay('shop', 'no preimage', -7000, { fee: -7, preimage: null }),
      pay('shop', 'zeros', -3000, { preimage: '0'.repeat(64) }),
      pay('purse', 'to the shop', 30_000, { id: 'inside-in', hash: hashOf('inside') }),
      pay('shop', 'inside', -30_000, { id: `internal_${hashOf('inside')}` }),
      pay('shop', 'self in', 9000, { id: 'self-in', hash: hashOf('self') }),
      pay('shop', 'self', -9000, { id: `internal_${hashOf('self')}` }),
      pay('purse', 'eaten', 11_000, { id: 'eaten-in', fee: -11_000, hash: hashOf('eaten') }),
      pay('shop', 'eaten', -11_000, { id: `internal_${hashOf('eaten')}`, fee: -500 }),
      pay('empty', 'service fee', 500, { id: `service_fee_${hashOf('eaten')}`, hash: hashOf('eaten') }),
      pay('shop', 'credit', 1_000_000, { memo: 'Admin credit' }),
      pay('shop', 'debit', -20_000, { id: `internal_${hashOf('debit')}`, memo: 'Admin debit', preimage: null }),
      pay('shop', 'card', 77_000, { id: 'fiat_stripe_x1' }),
      pay('purse', 'twice', -5000, { made: now - DAY }),
      pay('shop', 'twice', -5000),
      pay('shop', 'flying', -60_000, { fee: -2000, status: 'pending', made: now - 60 }),
      pay('shop', 'never', -10_000, { id: `internal_${hashOf('never')}`, status: 'pending' }),
      pay('shop', 'refused', -10_000, { status: 'failed' }),
      pay('shop', 'open', 25_000, { status: 'pending', made: now - 60, tag: 'lnurlp', extra: link('pay001') }),
      pay('shop', 'charged', 25_000, { status: 'pending', made: now - 60, expires: 86_400, tag: 'satspay' }),
      pay('shop', 'late', 26_000, { status: 'pending' }),
      pay('shop', 'cancelled', 27_000, { status: 'failed' }),
      pay('gone', 'burnt', 123_000),
      pay('debts', 'overdrawn', -8000),
      pay('missing', 'of a wallet that is gone', 5000),
      // The two sides of internal payments.
      pay('halves', 'payer is gone', 6000, { id: 'half-in' }),
      pay('missing', 'payer is gone', -6000, { id: `internal_${hashOf('payer is gone')}` }),
      pay('halves', 'payee is gone', -1000, { id: `internal_${hashOf('payee is gone')}` }),
      pay('missing', 'payee is gone', 1000, { id: 'half-out' }),
      pay('halves', 'named like a credit', 3000, { memo: 'Admin credit', signer: 'node' }),
      pay('shop', 'nothing', 0),
      pay('shop', 'broken', 1000, { extra: '{broken' }),
      pay('shop', 'null extra', 1000, { extra: 'null', tag: 'tpos' }),
      pay('shop', 'huge extra', 1000, { extra: JSON.stringify({ big: 'x'.repeat(200_000), tag: 'tpos', link: 'z' }) }),
      pay('shop', '💶'.repeat(320), 1000, { tag: 'paywall', extra: '{"id": "wall1"}' }),
    ],
  }
}
