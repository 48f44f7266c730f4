import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '@satchel/http/log'
import { forbidden, unauthenticated } from '@satchel/http/service-error'
import type { Clock } from '../../base/clock.ts'
import { makeFolder } from '../../base/make-folder.ts'
import type { Database } from '../../db/database.ts'

export interface FirstInstallDeps {
  readonly db: Database
  readonly dataFolder: string
}

const FILE = 'first-install-token'
const MIN_CHARACTERS = 32

/**
 * While there is no super user, an operator who can read the data folder may create the first one with a one-time token
 * stored there (rule S108). Each start creates the token when it is needed and removes it when it is not.
 */
export async function offerFirstInstall({
  db,
  dataFolder,
  log,
}: FirstInstallDeps & { readonly log: Log }): Promise<void> {
  const file = join(dataFolder, FILE)
  if (await hasSuperUser(db)) return rmSync(file, { force: true })
  try {
    if (readToken(file) === undefined) {
      makeFolder(dataFolder)
      rmSync(file, { force: true })
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    }
    log.info({ file }, 'there is no super user yet: PUT /api/v1/auth/first_install with the token in this file')
  } catch (error) {
    // EEXIST: another starting process has created it. Other errors, such as a read-only folder, must not stop the
    // start.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    log.warn({ file, err: error }, 'no token for the first super user could be written')
  }
}

export interface SetUpTerminal {
  readonly isTTY?: boolean | undefined
  write(text: string): unknown
}

/**
 * Shows an operator who starts the service in a terminal the link to create the first super user, with the token. Only
 * in a terminal: logs and pipes are stored, and read by others.
 */
export async function showSetUpLink(
  { db, dataFolder }: FirstInstallDeps,
  { publicUrl, terminal }: { readonly publicUrl: string; readonly terminal: SetUpTerminal },
): Promise<void> {
  if (terminal.isTTY !== true || (await hasSuperUser(db))) return
  const token = readToken(join(dataFolder, FILE))
  if (token === undefined) return
  // Browsers do not send the part after `#` to any server.
  terminal.write(
    `\nOpen this link to set up your service; it works once:\n\n  ${publicUrl}/app/set-up#token=${token}\n\n`,
  )
}

const MAX_AGE_MS = 1000

/**
 * Whether there is no super user yet. Queries the database at most once a second, and no more once there is one: the
 * last super user cannot be deleted.
 */
export function watchFirstUser(db: Database, clock: Clock): () => Promise<boolean> {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  let isSetUp = false
  const ask = async (): Promise<boolean> => {
    isSetUp = await hasSuperUser(db)
    return !isSetUp
  }
  return async () => {
    if (isSetUp) return false
    const at = clock()
    if (asked === undefined || Math.abs(at - asked.at) >= MAX_AGE_MS) {
      asked = { at, answer: ask() }
      asked.answer.catch(() => {
        asked = undefined
      })
    }
    return asked.answer
  }
}

/** Requires that there is no super user, and the token of the file. */
export async function requireFirstInstall({ db, dataFolder }: FirstInstallDeps, token: string): Promise<void> {
  const expected = (await hasSuperUser(db)) ? undefined : readToken(join(dataFolder, FILE))
  if (expected === undefined) throw forbidden('There is a super user already.', { code: 'super_user_exists' })
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
  if (timingSafeEqual(digest(expected), digest(token))) return
  throw unauthenticated('This is not the token of the first installation.', { code: 'first_install_token_wrong' })
}

/** Deletes the used token. */
export const endFirstInstall = ({ dataFolder }: FirstInstallDeps): void =>
  rmSync(join(dataFolder, FILE), { force: true })

const hasSuperUser = async (db: Database): Promise<boolean> =>
  (await db.first(`SELECT id FROM users WHERE role = 'super-user' LIMIT 1`, [], (row) => row)) !== undefined

function readToken(file: string): string | undefined {
  const token = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return token.length >= MIN_CHARACTERS ? token : undefined
}
