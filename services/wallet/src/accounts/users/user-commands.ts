import { badRequest, conflict, forbidden, type ServiceError } from '@satchel/http/service-error'
import { requireNotEnded, type ShownCredential } from '../../access/shown-credential.ts'
import { type Change, defineCommand, type Tx } from '../../db/database.ts'
import { refusingDuplicates } from '../../db/unique-violation.ts'
import { type AuditEntry, noteInAuditLog } from '../../events/audit-log.ts'
import { addWallet, type NewWallet } from '../../wallets/wallet-commands.ts'
import { insertUser, type NewUser } from './user-store.ts'

/** A change as a command's input: plain data. */
export type PlainChange = Omit<Change, 'otherwise'>

export interface CreateUser {
  readonly user: NewUser
  readonly wallet: NewWallet
  readonly note: AuditEntry
  /** Changes of the same transaction; another row count than `rows` means that a concurrent request came first. */
  readonly alongside?: readonly PlainChange[]
  /** Credential of the administrator who makes it. */
  readonly shown?: ShownCredential | undefined
}

/** Every account begins with one wallet (rule S501). */
export const createUser = defineCommand({
  name: 'create-user',
  run: async (tx, input: CreateUser) => {
    if (input.shown !== undefined) await requireNotEnded(tx, input.shown)
    await addUser(tx, input)
    for (const change of input.alongside ?? []) {
      await tx.run({
        ...change,
        otherwise: () =>
          conflict('This account was created concurrently; retry.', { code: 'account_created_concurrently' }),
      })
    }
  },
})

export async function addUser(tx: Tx, { user, wallet, note }: CreateUser): Promise<void> {
  await refusingDuplicates(() => tx.run(insertUser(user)), nameIsTaken)
  await addWallet(tx, wallet)
  await tx.run(noteInAuditLog(note))
}

export const nameIsTaken = (): ServiceError => badRequest('The username is taken.', { code: 'username_taken' })

/** The first super user: of several concurrent requests, one creates it. */
export const installSuperUser = defineCommand({
  name: 'install-super-user',
  run: async (tx, input: CreateUser) => {
    const existing = await tx.first(`SELECT id FROM users WHERE role = 'super-user' LIMIT 1`, [], (row) => row)
    if (existing !== undefined) throw forbidden('There is a super user already.', { code: 'super_user_exists' })
    await addUser(tx, input)
  },
})
