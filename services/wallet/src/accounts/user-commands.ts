import { ServiceError } from '@satchel/http/service-error'
import { defineCommand } from '../db/database.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { addWallet, type NewWallet } from '../wallets/wallet-commands.ts'
import { insertUser, type NewUser, usernameKey } from './user-store.ts'

/** Every account begins with one wallet (decisions §5). */
export const createUser = defineCommand('create-user', async (tx, input: { user: NewUser; wallet: NewWallet }) => {
  try {
    await tx.run(insertUser(input.user))
  } catch (error) {
    if (isUniqueViolation(error)) throw new ServiceError('bad_request', 'The username is taken.')
    throw error
  }
  await addWallet(tx, input.wallet)
})

/**
 * The super user that the environment names: made, or given that password and role. A changed password ends the tokens
 * given out before.
 */
export const ensureSuperUser = defineCommand(
  'ensure-super-user',
  async (tx, input: { user: NewUser; wallet: NewWallet; keepPassword: boolean }): Promise<void> => {
    const existing = await tx.first(
      'SELECT id FROM users WHERE username_key = $1',
      [usernameKey(input.user.username)],
      (row: { id: string }) => row.id,
    )
    if (existing === undefined) {
      await tx.run(insertUser(input.user))
      await addWallet(tx, input.wallet)
      return
    }
    // A new role ends the tokens of the old one (money-safety D.4).
    await tx.run({
      sql: `UPDATE users SET role = 'super-user', token_version = token_version + 1 WHERE id = $1 AND role <> 'super-user'`,
      params: [existing],
    })
    if (input.keepPassword) return
    await tx.run({
      sql: 'UPDATE users SET password_hash = $2, token_version = token_version + 1 WHERE id = $1',
      params: [existing, input.user.passwordHash],
      rows: 1,
    })
  },
)
