import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, LOGIC_DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'
import { createUser } from '../accounts/users/user-commands.ts'
import { adjustBalance } from '../admin/money/adjust-balance.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { closeWalletForGood } from '../payments/reconciling/close-wallet.ts'
import { changeWallet, resetKeys } from '../wallets/wallet-commands.ts'
import { createKeyVault } from '../wallets/wallet-keys.ts'
import { newSealedKeys, prepareWallet } from '../wallets/wallet-secrets.ts'
import { createCredentialLookups } from './credentials.ts'

const COMMANDS = new URL('./commands.ts', import.meta.url).href
const vault = createKeyVault(Buffer.alloc(32, 7))

async function openPurse(db: Database) {
  const wallet = prepareWallet(vault, 'ada', 'Purse', 1)
  await db.transact(createUser, {
    user: { id: 'ada', username: 'ada', email: '', passwordHash: null, role: 'user', at: 1 },
    wallet,
    note: { actor: { id: 'ada', address: '' }, action: 'account-opened', subject: 'ada', at: 1 },
  })
  return wallet
}

describe.each(LOGIC_DIALECTS)('keys that were looked up before, on %s', (dialect) => {
  let place: TestDatabase
  let here: Database
  /** Another process's, where there may be one. */
  let there: Database
  beforeEach(async () => {
    place = await createTestDatabase(dialect)
    here = await openDatabase(place.url, COMMANDS)
    there = dialect === 'sqlite' ? here : await openDatabase(place.url, COMMANDS)
  })
  afterEach(async () => {
    await here.close()
    if (there !== here) await there.close()
    await place.drop()
  })

  async function openKnown() {
    const wallet = await openPurse(there)
    // Only the lookup of keys is used here.
    const lookups = createCredentialLookups({ db: here, vault, clock: () => 0, tokens: {}, accounts: {} } as never)
    const look = async (key: string) => {
      const found = await lookups.findByKey(key)
      return found && [found.right, found.wallet.name, found.wallet.adminKey]
    }
    const [admin, invoice] = [vault.open(wallet.keys.admin.sealed), vault.open(wallet.keys.invoice.sealed)]
    for (const key of [admin, invoice, admin, invoice]) {
      expect(await look(key)).toEqual([key === admin ? 'admin' : 'invoice', 'Purse', admin])
    }
    return { id: wallet.id, admin, invoice, look }
  }

  test('a renamed wallet has its new name immediately', async () => {
    const { id, admin, look } = await openKnown()
    await there.transact(changeWallet, { walletId: id, change: { name: 'Till' } })
    expect(await look(admin)).toEqual(['admin', 'Till', admin])
  })

  test('after a reset the old keys are invalid immediately, and the new ones work', async () => {
    const { id, admin, invoice, look } = await openKnown()
    const keys = newSealedKeys(vault)
    const shown = { of: 'wallet', walletId: id, keyDigest: vault.digest(admin) } as const
    await there.transact(resetKeys, { walletId: id, keys, kept: [], shown })
    expect([await look(admin), await look(invoice)]).toEqual([undefined, undefined])
    const next = vault.open(keys.admin.sealed)
    expect(await look(next)).toEqual(['admin', 'Purse', next])
  })

  test('the keys of a closed wallet are invalid immediately', async () => {
    const { id, admin, invoice, look } = await openKnown()
    await there.transact(closeWalletForGood, { walletId: id, at: 2 })
    expect([await look(admin), await look(invoice)]).toEqual([undefined, undefined])
  })
})

test('the balance for a cached key is the current one', async () => {
  const place = await createTestDatabase('postgres')
  const db = await openDatabase(place.url, COMMANDS)
  const wallet = await openPurse(db)
  const lookups = createCredentialLookups({ db, vault, clock: () => 0, tokens: {}, accounts: {} } as never)
  const key = vault.open(wallet.keys.admin.sealed)
  const balance = async () => (await lookups.findByKey(key))?.wallet.balanceMsat
  expect([await balance(), await balance()]).toEqual([0n, 0n])
  const given = { walletId: wallet.id, amountMsat: msat(5000), madeBy: 'ada', at: 2, claim: undefined }
  await db.transact(adjustBalance, { id: 'gift', ...given })
  expect(await balance()).toBe(5000n)
  await db.close()
  await place.drop()
})
