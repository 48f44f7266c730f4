import { hashSync } from 'bcryptjs'
import type { LnbitsRow } from './lnbits-tables.ts'
import { hashOf, hex, paymentWriter, user, wallet } from './small-lnbits.ts'

/** LNbits takes up to 50 characters. */
export const LONG_PASSWORD = 'A pass phrase of fifty characters, as LNbits takes'.padEnd(50, '!')

const GUESTS = {
  looker: ['view-payments'],
  till: ['view-payments', 'receive-payments'],
  partner: ['view-payments', 'receive-payments', 'send-payments'],
} as const

const share = (guest: string, permissions: readonly string[], status: 'approved' | 'invite_sent') => ({
  request_id: hex(`request ${guest}`),
  username: guest,
  shared_with_wallet_id: status === 'approved' ? hex(`mirror of ${guest}`) : null,
  permissions,
  status,
  comment: '',
})

const accounts: readonly LnbitsRow[] = [
  user('boss', { created_at: 1_690_000_000 }),
  user('first.admin'),
  user('second.admin'),
  user('a.name.of.20.letters', { username: 'a.name.of.20.letters', password_hash: hashSync(LONG_PASSWORD, 4) }),
  user('by.google', { email: 'g@example.com', extra: '{"provider": "google", "email_verified": true}' }),
  user('owner'),
  user('leaver'),
  user('sleeper', { activated: false }),
  user('closed'),
  ...Object.keys(GUESTS).map((guest) => user(guest)),
]

/** Guests whose keys LNbits no longer accepts: one has left, one was never activated. */
const FORMER_GUESTS = ['leaver', 'sleeper'] as const

const approved = [
  ...Object.entries(GUESTS).map(([guest, permissions]) => share(guest, permissions, 'approved')),
  ...FORMER_GUESTS.map((guest) => share(guest, GUESTS.partner, 'approved')),
]

const wallets: readonly LnbitsRow[] = [
  wallet('main', 'owner', {
    extra: JSON.stringify({
      shared_with: [
        ...approved,
        share('by.google', ['view-payments'], 'invite_sent'),
        share('nothing', GUESTS.partner, 'approved'),
      ],
    }),
  }),
  wallet('second', 'owner', { currency: null, created_at: 1_700_000_600 }),
  wallet('fees', 'boss'),
  // The postings of some of its payments were deleted by hand: LNbits shows what is left.
  wallet('trimmed', 'boss', { created_at: 1_700_000_600 }),
  // Points at another wallet than the one that names it.
  wallet('mirror of nothing', 'first.admin', { wallet_type: 'lightning-shared', shared_wallet_id: hex('second') }),
  wallet('euros', 'owner', { wallet_type: 'fiat' }),
  wallet('empty and deleted', 'closed', {
    deleted: true,
    extra: JSON.stringify({ shared_with: [share('looker', ['view-payments'], 'approved')] }),
  }),
  ...[...Object.keys(GUESTS), ...FORMER_GUESTS].map((guest) =>
    wallet(`mirror of ${guest}`, guest, {
      wallet_type: 'lightning-shared',
      shared_wallet_id: hex('main'),
      deleted: guest === 'leaver',
    }),
  ),
]

/** Every setting that has a counterpart or needs advice. */
const SETTINGS: Readonly<Record<string, unknown>> = {
  super_user: hex('boss'),
  lnbits_admin_users: [hex('first.admin'), hex('second.admin')],
  lnbits_allow_new_accounts: false,
  auth_allowed_methods: ['username-password', 'user-id-only', 'oidc-auth'],
  lnbits_allowed_users: [hex('owner'), hex('a.name.of.20.letters'), hex('by.google')],
  lnbits_site_title: 'The odd bank',
  lnbits_site_tagline: 'Since 2020',
  lnbits_reserve_fee_min: 4000,
  lnbits_reserve_fee_percent: 1.5,
  lnbits_wallet_limit_max_balance: 1_000_000,
  lnbits_wallet_limit_daily_max_withdraw: 50_000,
  lnbits_max_outgoing_payment_amount_sats: 20_000,
  lnbits_max_incoming_payment_amount_sats: 30_000,
  lnbits_rate_limit_no: 500,
  lnbits_rate_limit_unit: 'minute',
  lnbits_admin_extensions: ['watchonly'],
  lnbits_user_default_extensions: ['lnurlp'],
  lnbits_deactivated_extensions: ['scrub'],
  lnbits_backend_wallet_class: 'PhoenixdWallet',
  lnbits_default_accounting_currency: 'CHF',
  lightning_invoice_expiry: 7200,
  google_client_id: 'the id at Google',
  google_client_secret: 'the secret at Google',
  keycloak_client_id: 'the id at Keycloak',
  lnbits_email_notifications_enabled: true,
  lnbits_email_notifications_server: 'smtp.example.com',
}

const HOLD = (more: object = {}) => JSON.stringify({ hold_invoice: true, ...more })

/** Data of real installations that a new one would not write. `now`: Unix seconds. */
export function oddCore(now: number) {
  const pay = paymentWriter(now)
  const fresh = { status: 'pending', made: now - 60 } as const
  return {
    accounts,
    wallets,
    system_settings: Object.entries(SETTINGS).map(([id, value]) => ({ id, value: JSON.stringify(value), tag: 'core' })),
    apipayments: [
      pay('main', 'capital', 10_000_000),
      // Inside one account.
      pay('second', 'moved', 70_000, { id: 'moved-in' }),
      pay('main', 'moved', -70_000, { id: `internal_${hashOf('moved')}` }),
      pay('main', 'top up', 5000, { memo: 'Admin top up' }),
      pay('fees', 'fee of outside', 300, { id: `service_fee_${hashOf('outside')}`, hash: hashOf('outside') }),
      pay('main', 'outside', -30_000, { fee: -1300 }),
      pay('main', 'hosted', 12_000, { id: '0b5f1b9e-7d0e-4c0a-9a55-2f6f0d1c2b3a' }),
      // Over the node: the same id in two wallets.
      pay('main', 'round', -8000, { fee: -20 }),
      pay('second', 'round', 8000),
      pay('main', 'old pending', -9000, { fee: -100, status: 'pending' }),
      pay('main', 'two tries', -6000, { status: 'failed' }),
      pay('second', 'two tries', -6000, { id: 'second-try' }),
      pay('main', 'hold open', 1000, { ...fresh, extra: HOLD() }),
      pay('main', 'hold settled', 2000, { extra: HOLD({ hold_invoice_settled: true }) }),
      pay('main', 'hold cancelled', 3000, { status: 'failed', extra: HOLD({ hold_invoice_cancelled: true }) }),
      pay('main', 'hold cancelled, pending', 3000, { ...fresh, extra: HOLD({ hold_invoice_cancelled: true }) }),
      pay('main', 'hold settled, pending', 4000, { ...fresh, extra: HOLD({ hold_invoice_settled: true }) }),
      pay('main', 'marked expired', 5000, { status: 'failed', labels: '["expired"]' }),
      pay('main', 'marked too early', 5000, { status: 'failed', labels: '["expired"]', made: now - 60 }),
      pay('main', 'no preimage', 1000, { preimage: null }),
      pay('main', 'wrong preimage', 1000, { preimage: 'ab'.repeat(32) }),
      pay('main', 'empty preimage', 1000, { preimage: '' }),
      { ...pay('main', 'no hash', 1000), payment_hash: null },
      { ...pay('main', 'no hash, no invoice', 1000), payment_hash: null, bolt11: null },
      { ...pay('main', 'nothing', 1000, { id: 'an-old-id' }), payment_hash: null, bolt11: '', preimage: null },
      pay('main', 'extra null', 1000, { extra: null }),
      pay('main', 'extra empty', 1000, { extra: '' }),
      pay('main', 'tag in extra', 1000, { extra: '{"tag": "lnurlp", "link": "x"}' }),
      pay('main', 'script', 1000, {
        memo: '<script>alert(1)</script>',
        extra: JSON.stringify({ comment: '<script>alert(2)</script>', ['wh_response']: '<html>'.repeat(1000) }),
      }),
      pay('main', 'long memo', 1000, { memo: `€${'💶'.repeat(640)}` }),
      pay('euros', 'in cents', 1234),
      { ...pay('main', 'broken seconds', 1000), time: now - 5000.530396, created_at: now - 5000.530396 },
      ...[1, 2, 3].map((n) => pay('main', `bought ${n}`, 1000, { tag: 'paywall', extra: '{"id": "plain"}' })),
      pay('main', 'part one', 25_000, { tag: 'invoices', extra: '{"invoice_id": "inv1"}', made: 1_700_001_000 }),
      pay('main', 'part two', 15_000, { tag: 'invoices', extra: '{"invoice_id": "inv1"}', made: 1_700_001_004 }),
      pay('main', 'card', -40_000, { tag: 'boltcard', extra: '{"hit": "hitpaid"}' }),
      pay('trimmed', 'left', -2000),
      pay('trimmed', 'left, too', 7500),
    ],
  }
}
