import { badRequest, ServiceError } from '@satchel/http/service-error'
import { type Change, defineCommand, type Tx } from '../../db/database.ts'
import { refusingDuplicates } from '../../db/unique-violation.ts'
import { type AuditEntry, noteInAuditLog } from '../../events/audit-log.ts'
import { addWallet, type NewWallet } from '../../wallets/wallet-commands.ts'
import { insertUser, type NewUser, usernameKey } from './user-store.ts'

/** A change as a command's input: plain data. */
export type PlainChange = Omit<Change, 'otherwise'>

export interface CreateUser {
  readonly user: NewUser
  readonly wallet: NewWallet
  readonly note: AuditEntry
  /** Changes of the same transaction; another row count than `rows` means that a concurrent request came first. */
  readonly alongside?: readonly PlainChange[]
}

/** Every account begins with one wallet (rule S501). */
export const createUser = defineCommand({
  name: 'create-user',
  run: async (tx, input: CreateUser) => {
    await addUser(tx, input)
    for (const change of input.alongside ?? []) {
      await tx.run({
        ...change,
        otherwise: () =>
          new ServiceError('conflict', 'This account was created concurrently; retry.', [], {
            word: 'account_created_concurrently',
          }),
      })
    }
  },
})

async function addUser(tx: Tx, { user, wallet, note }: CreateUser): Promise<void> {
  await refusingDuplicates(() => tx.run(insertUser(user)), nameIsTaken)
  await addWallet(tx, wallet)
  await tx.run(noteInAuditLog(note))
}

export const nameIsTaken = (): ServiceError => badRequest('The username is taken.', { word: 'username_taken' })

/** The first super user: of several concurrent requests, one creates it. */
export const installSuperUser = defineCommand({
  name: 'install-super-user',
  run: async (tx, input: CreateUser) => {
    const existing = await tx.first(`SELECT id FROM users WHERE role = 'super-user' LIMIT 1`, [], (row) => row)
    if (existing !== undefined)
      throw new ServiceError('forbidden', 'There is a super user already.', [], { word: 'super_user_exists' })
    await addUser(tx, input)
  },
})

/**
 * Creates the super user that the environment names, or sets its password and role. A changed password revokes all
 * earlier tokens.
 */
export const ensureSuperUser = defineCommand({
  name: 'ensure-super-user',
  run: async (tx, input: CreateUser & { keepPassword: boolean }): Promise<void> => {
    const existing = await tx.first(
      'SELECT id FROM users WHERE username_key = $1',
      [usernameKey(input.user.username)],
      (row: { id: string }) => row.id,
    )
    if (existing === undefined) return addUser(tx, input)
    // A new role revokes the tokens of the old one (rule D4).
    const raised = await tx.run({
      sql: `UPDATE users SET role = 'super-user', token_version = token_version + 1 WHERE id = $1 AND role <> 'super-user'`,
      params: [existing],
    })
    if (raised > 0) await tx.run(noteInAuditLog({ ...input.note, action: 'super-user-named', subject: existing }))
    if (input.keepPassword) return
    await tx.run({
      sql: 'UPDATE users SET password_hash = $2, token_version = token_version + 1 WHERE id = $1',
      params: [existing, input.user.passwordHash],
      rows: 1,
    })
    await tx.run(noteInAuditLog({ ...input.note, action: 'password-changed', subject: existing }))
  },
})
