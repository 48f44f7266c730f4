/** Columns of one table with values that a `KeyVault` sealed, wholly or in part. Empty and NULL are not sealed. */
export interface SealedColumns {
  readonly table: string
  /** The key column of its rows, and a value before the first key. */
  readonly id: string
  readonly start: '' | 0
  readonly columns: readonly string[]
  /** `text`: all of it is sealed. `json`: an object, of which some values are. */
  readonly form: 'text' | 'json'
}

/** Everything in the database that is encrypted with the key-encryption key; a change of the key re-encrypts it. */
export const SEALED: readonly SealedColumns[] = [
  {
    table: 'wallets',
    id: 'id',
    start: '',
    columns: ['admin_key_sealed', 'invoice_key_sealed', 'webhook_secret'],
    form: 'text',
  },
  { table: 'wallet_shares', id: 'id', start: '', columns: ['admin_key_sealed', 'invoice_key_sealed'], form: 'text' },
  { table: 'totp', id: 'user_id', start: '', columns: ['secret_sealed'], form: 'text' },
  { table: 'lnbits_imports', id: 'fingerprint', start: '', columns: ['token_secret_sealed'], form: 'text' },
  { table: 'oauth_states', id: 'digest', start: '', columns: ['code_verifier_sealed'], form: 'text' },
  { table: 'stored_node', id: 'id', start: 0, columns: ['variables_sealed'], form: 'text' },
  { table: 'push_subscriptions', id: 'id', start: '', columns: ['sealed'], form: 'text' },
  { table: 'push_keys', id: 'id', start: 0, columns: ['private_sealed'], form: 'text' },
  { table: 'extension_rows', id: 'seq', start: 0, columns: ['data'], form: 'json' },
]
