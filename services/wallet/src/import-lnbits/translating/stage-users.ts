import { randomBytes } from 'node:crypto'
import type { Role } from '../../accounts/users/user.ts'
import { usernameKey } from '../../accounts/users/user-store.ts'
import { newId } from '../../base/ids.ts'
import type { Change } from '../../db/database.ts'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import type { Lnbits } from '../reading/open-lnbits.ts'
import { cutText, textOf, toBool, toJson, toObject, toSeconds, toText } from '../reading/values.ts'
import type { Staged } from '../staged.ts'
import type { Settings } from './read-settings.ts'
import { type StageAccessLists, stageAccessLists } from './stage-access-lists.ts'
import { toUserId } from './user-id.ts'

export interface StageUsers extends StageAccessLists {
  readonly lnbits: Lnbits
  readonly settings: Settings
  /** Existing data of this service. */
  readonly there: {
    readonly hasSuperUser: boolean
    isUser(id: string): boolean
    isUsernameTaken(key: string): boolean
    isIdentityTaken(provider: string, subject: string): boolean
  }
}

export interface StagedUser {
  readonly id: string
  /** Cannot log in, and its keys do nothing. */
  readonly locked: boolean
}

/** Every account, by the id that it has in LNbits. */
export async function stageUsers(given: StageUsers): Promise<Map<string, StagedUser>> {
  const { lnbits, staged } = given
  const users = new Map<string, StagedUser>()
  const pubkeys = new Set<string>()
  for await (const page of lnbits.tables.pages('accounts')) {
    staged.together(() => {
      for (const row of page) {
        const oldId = toText(row['id'])
        if (oldId === '' || users.has(oldId)) continue
        const locked = row['activated'] !== undefined && row['activated'] !== null && !toBool(row['activated'])
        const id = toUserId(oldId)
        if (given.there.isUser(id)) given.report.leaveOut('users', 'there already')
        else stageUser(given, row, { id, oldId, locked, pubkeys })
        noteNames(staged, row, id)
        users.set(oldId, { id, locked })
      }
    })
  }
  return users
}

/** By which LNbits finds the account when it is invited; here it may get another name. */
function noteNames(staged: Staged, row: ForeignRow, userId: string): void {
  for (const kind of ['username', 'email']) {
    const name = toText(row[kind])
    if (name !== '') staged.run('INSERT INTO account_names VALUES (?, ?, ?)', [name, kind, userId])
  }
}

interface One {
  readonly id: string
  readonly oldId: string
  readonly locked: boolean
  readonly pubkeys: Set<string>
}

function stageUser(given: StageUsers, row: ForeignRow, one: One): void {
  const { staged, report, settings, now, there } = given
  const { id, oldId, locked, pubkeys } = one
  const { username, renamed } = chooseName(toText(row['username']), (name) => {
    if (there.isUsernameTaken(usernameKey(name))) return true
    return staged.run('INSERT INTO users VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [id, oldId, usernameKey(name)]) === 0
  })
  if (renamed !== undefined) report.change('users', renamed, 1, username)
  const email = toText(row['email'])
  const goodEmail = EMAIL.test(email) && !CONTROL.test(email) && email.length <= 254 ? email : ''
  if (email !== goodEmail) report.change('users', 'an e-mail address that is none is left out')
  const password = toText(row['password_hash'])
  const passwordHash = !locked && BCRYPT.test(password) ? password : null
  const role = roleOf(oldId, settings, there.hasSuperUser)
  const at = toSeconds(row['created_at']) ?? now
  const displayName = cutText(textOf(toObject(toJson(row['extra']))['display_name']), 64)
  staged.add(insertPastUser({ id, username, email: goodEmail, displayName, passwordHash, role, at }))
  const pubkey = toText(row['pubkey']).toLowerCase()
  if (!locked && /^[0-9a-f]{64}$/.test(pubkey)) {
    if (pubkeys.has(pubkey) || there.isIdentityTaken('nostr', pubkey)) {
      report.leaveOut('Nostr log-ins', 'another account has the same key', 1, username)
    } else {
      pubkeys.add(pubkey)
      staged.add(insertNostr(id, pubkey, at))
      report.count('Nostr log-ins')
    }
  }
  report.count('users')
  if (role !== 'user') report.count(`users with the role ${role}`)
  if (locked) report.change('users', 'not activated in LNbits: without log-in and with new keys', 1, username)
  if (!locked) stageAccessLists(given, row, { userId: id, username })
}

/** Neither spaces nor a second @; control characters are refused with the rest. */
const EMAIL = /^[^\s@]+@[^\s@]+$/
const CONTROL = /\p{Cc}/u
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
const USERNAME = /^[A-Za-z0-9._-]{2,64}$/

/** `isTaken` takes the name when it is free. */
function chooseName(name: string, isTaken: (name: string) => boolean): { username: string; renamed?: string } {
  if (USERNAME.test(name)) {
    if (!isTaken(name)) return { username: name }
    for (let number = 2; number < 100; number += 1) {
      const other = `${name.slice(0, 60)}-${number}`
      if (!isTaken(other)) return { username: other, renamed: 'renamed, because another account has the name' }
    }
  }
  for (;;) {
    const made = `user-${randomBytes(8).toString('hex')}`
    if (!isTaken(made)) return { username: made, ...(name === '' ? {} : { renamed: 'renamed' }) }
  }
}

function roleOf(oldId: string, { superUser, admins }: Settings, hasSuperUser: boolean): Role {
  if (oldId === superUser) return hasSuperUser ? 'admin' : 'super-user'
  return admins.has(oldId) ? 'admin' : 'user'
}

export interface PastUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly displayName: string
  readonly passwordHash: string | null
  readonly role: Role
  readonly at: number
}

export const insertPastUser = ({ id, username, email, displayName, passwordHash, role, at }: PastUser): Change => ({
  sql: `INSERT INTO users (id, username, username_key, email, display_name, password_hash, role, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  params: [id, username, usernameKey(username), email, displayName, passwordHash, role, at],
  rows: 1,
})

const insertNostr = (userId: string, pubkey: string, at: number): Change => ({
  sql: `INSERT INTO identities (id, user_id, provider, subject, label, verified_email, created_at, last_used_at)
        VALUES ($1, $2, 'nostr', $3, '', '', $4, $4)`,
  params: [newId(), userId, pubkey, at],
  rows: 1,
})
