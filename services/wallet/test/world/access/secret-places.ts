import type { WayIn } from '../../../src/access/ways-in.ts'

/**
 * For tests: where the product stores the secret of each way in. `table.column` of the database; `derived: …`, the
 * label of a key derived from the secret of the service; `file: …` in the data folder; `extension: …`, a field of its
 * items or tables. A new way in without a place does not compile.
 */
export const SECRET_PLACES: Readonly<Record<WayIn, readonly [string, ...string[]]>> = {
  password: ['users.password_hash'],
  passkey: ['passkeys.public_key', 'used_challenges.challenge', 'derived: satchel passkey challenge'],
  totp: ['totp.secret_sealed'],
  'recovery-code': ['recovery_codes.digest'],
  'nostr-key': ['identities.subject', 'used_nostr_events.id'],
  'google-login': ['identities.subject'],
  'github-login': ['identities.subject'],
  'keycloak-login': ['identities.subject'],
  'verified-email': [
    'identities.verified_email',
    'users.email',
    'verified_emails.email',
    'derived: satchel email code',
  ],
  'user-id': ['users.id'],
  session: ['sessions.digest', 'sessions.token_version'],
  'access-token': ['users.token_version', 'derived: satchel login token'],
  'second-factor-ticket': ['derived: satchel second-factor ticket'],
  'provider-visit': [
    'oauth_states.digest',
    'oauth_states.code_challenge',
    'oauth_states.code_verifier_sealed',
    'oauth_states.nonce',
    'oauth_states.token_version',
  ],
  'download-link': ['derived: satchel passkey challenge'],
  socket: ['sessions.digest', 'wallet_keys.digest'],
  'push-subscription': [
    'push_subscriptions.digest',
    'push_subscriptions.sealed',
    'push_subscriptions.session_id',
    'push_subscriptions.token_version',
  ],
  'nostr-messages': ['nostr_recipients.pubkey', 'nostr_recipients.verified_at'],
  'access-list-token': ['acl_tokens.digest'],
  'lnbits-token': ['acl_tokens.digest', 'lnbits_imports.token_secret_sealed'],
  'authorization-code': [
    'oauth_codes.digest',
    'oauth_codes.code_challenge',
    'oauth_codes.token_id',
    'oauth_codes.token_seconds',
  ],
  'reset-link': ['account_links.digest'],
  invitation: ['account_links.digest'],
  'set-up-link': ['file: first-install-token'],
  'admin-key': ['wallet_keys.digest', 'wallets.admin_key_sealed'],
  'invoice-key': ['wallet_keys.digest', 'wallets.invoice_key_sealed'],
  'guest-share': ['wallet_shares.guest_id'],
  'guest-keys': ['wallet_keys.digest', 'wallet_shares.admin_key_sealed', 'wallet_shares.invoice_key_sealed'],
  'lndhub-login': ['extension: lndhub.items.secret', 'extension: lndhub.items.uri'],
  'imported-lndhub-login': ['extension: lndhub.items.secret'],
  'lndhub-token': ['extension: lndhub.tokens.token'],
  'nwc-connection': ['extension: nwcprovider.items.connection_uri', 'extension: nwcprovider.keys.secret'],
  'bolt-card': [
    'extension: boltcards.items.otp',
    'extension: boltcards.items.pin',
    ...(['k0', 'k1', 'k2', 'prev_k0', 'prev_k1', 'prev_k2'] as const).map((key) => `extension: boltcards.items.${key}`),
  ],
  'withdraw-link': ['extension: withdraw.items.codes', 'extension: withdraw.secrets.secret'],
  'cash-machine': ['extension: fossa.items.key'],
  payout: ['extension: tpos.charges.k1'],
  'door-link': ['extension: events.doors.secret'],
  'device-token': ['extension: bitcoinswitch.items.device_token'],
  'webhook-secret': ['wallets.webhook_secret'],
}

type Reasons = Readonly<Record<string, string>>
const each = (reason: string, ...places: readonly string[]): Reasons =>
  Object.fromEntries(places.map((place) => [place, reason]))
const ofExtensions = (reason: string, ...fields: readonly string[]): Reasons =>
  each(reason, ...fields.map((field) => `extension: ${field}`))

/** Places that look like secrets but give no access to an account, a wallet or a role, each with the reason. */
export const NO_WAY_IN: Reasons = {
  ...each(
    'The hash of a payment, which is public.',
    'accepted_payments.payment_hash',
    'extension_invoices.payment_hash',
    'extension_payments.payment_hash',
    'payments.payment_hash',
    'receipts.payment_hash',
  ),
  ...each('A digest of content, not of a secret.', 'extension_packages.hash', 'lnbits_imports.digest'),
  ...each('A digest of content, not of a secret.', 'extension_instances.hash', 'extension_instances.previous_hash'),
  ...each('A name.', 'users.username_key', 'contacts.name_key', 'audit_log.subject', 'mail_counts.subject'),
  ...each('Whose tries are counted.', 'failed_tries.subject', 'known_addresses.subject', 'totp.wrong_codes'),
  ...each('The caller names its own request, and proves itself each time.', 'idempotency_keys.key'),
  ...each('The name of an order of an extension.', 'extension_intents.key'),
  ...each('An index of the fields that are named here.', 'extension_keys.value'),
  ...each('A short address that leads to another one, and opens nothing.', 'short_links.id'),
  ...each(
    'Where or whether a payment can be verified.',
    'extension_payments.verify_url',
    'extension_invoices.verifiable',
  ),
  ...each('The public key of a node.', 'funding_sources.node_key', 'stored_node.node_key'),
  ...each('The service’s own, for the node of the operator.', 'stored_node.variables_sealed'),
  ...each('The service’s own, for push services.', 'push_keys.private_sealed', 'push_keys.public_key'),
  ...each('The service’s own.', 'file: auth-secret-key', 'file: key-encryption-key', 'file: key-encryption-key.next'),
  ...each('The service’s own.', 'derived: satchel key encryption', 'derived: satchel mark of a key'),
  ...each('The service’s own.', 'derived: satchel mark of a secret'),
  ...each('The service’s own.', 'derived: satchel nostr', 'derived: satchel webhooks ed25519'),
  ...each('The service’s own: proves where a backup comes from.', 'derived: satchel backup origin'),
  ...each('Logs in at other services.', 'derived: satchel lnurl-auth'),
  ...each('Ends mails to the address that has it, and opens nothing.', 'derived: satchel mail stop'),
  ...ofExtensions(
    'Of another server: sent with a request of the owner.',
    'lnurlp.items.webhook_headers',
    'withdraw.items.webhook_headers',
    'paywall.items.url',
    'paywall.items.file_headers',
    'scheduler.items.headers',
  ),
  ...ofExtensions('What a visitor has bought.', 'paywall.purchases.preimage', 'paywall.purchases.secret'),
  ...ofExtensions('What a visitor has bought: one name.', 'nostrnip5.addresses.secret'),
  ...ofExtensions('A word that buyers say.', 'bitcoinswitch.items.password', 'offlineshop.shops.words'),
  ...ofExtensions('Shows that a buyer has paid.', 'offlineshop.shops.totp_secret'),
  ...ofExtensions('A public key, which only reads a chain.', 'watchonly.items.masterpub'),
}
