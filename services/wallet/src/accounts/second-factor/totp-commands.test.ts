import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/world/test-database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createKeyVault } from '../../wallets/wallet-keys.ts'
import { prepareWallet } from '../../wallets/wallet-secrets.ts'
import { createUser } from '../users/user-commands.ts'
import { activateTotp, type GivenCode, prepareTotp, useTotp, waitSecondsAfter } from './totp-commands.ts'

test('the wait grows from the sixth wrong code on, up to an hour', () => {
  expect([0, 1, 4, 5, 6, 7, 14, 15, 100].map(waitSecondsAfter)).toEqual([0, 0, 0, 5, 10, 20, 2560, 3600, 3600])
})

test('two processes on one PostgreSQL accept a code once, and count wrong ones together', async () => {
  const place = await createTestDatabase('postgres')
  const commands = new URL('../../wiring/commands.ts', import.meta.url).href
  const [one, two] = [await openDatabase(place.url, commands), await openDatabase(place.url, commands)]
  const actor = { id: 'u', address: '' }
  const given: GivenCode = { userId: 'u', secretSealed: 's', step: 9, throttled: true, actor, at: 300 }
  const everywhere = (code: GivenCode, times: number) =>
    Promise.all(Array.from({ length: times }, (_, index) => (index % 2 === 0 ? one : two).transact(useTotp, code)))
  await one.transact(createUser, {
    user: { id: 'u', username: 'u', email: '', passwordHash: null, role: 'user', at: 0 },
    wallet: prepareWallet(createKeyVault(new Uint8Array(32)), 'u', 'Test', 0),
    note: { actor, action: 'account-opened', subject: 'u', at: 0 },
  })
  await one.transact(prepareTotp, given)
  expect(await two.transact(useTotp, given)).toBe('wrong')
  const shown = { of: 'account', userId: 'u', tokenVersion: 1, sessionId: undefined } as const
  expect(await two.transact(activateTotp, { code: given, recoveryDigests: ['d'], shown })).toBe('accepted')

  const same = await everywhere({ ...given, step: 10 }, 4)
  expect(same.filter((verdict) => verdict === 'accepted').length).toBe(1)
  expect(await one.transact(useTotp, { ...given, step: 11 })).toBe('accepted')
  const guesses = await everywhere({ ...given, step: undefined }, 40)
  expect(guesses.filter((verdict) => verdict === 'wrong').length).toBe(5)
  expect(await two.transact(useTotp, { ...given, step: 12 })).toEqual({ waitSeconds: 5 })
  expect(await two.transact(useTotp, { ...given, step: 12, throttled: false })).toBe('accepted')
  expect(await one.transact(useTotp, { ...given, step: 13, secretSealed: 'another' })).toBe('wrong')
  await one.close()
  await two.close()
  await place.drop()
})
