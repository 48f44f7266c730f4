import type { Installation } from './describe-installation.ts'
import { readOriginKey } from './origin-key.ts'

/** Whose archive it is, as far as that is known before anything of it is used. */
export interface ArchiveOrigin {
  /** The key whose signature is right; undefined: the archive is unsigned. */
  readonly key: string | undefined
  /** The keys that this configuration would sign with. */
  readonly own: readonly string[]
  /** The origin in the archive; undefined in one of an older version. */
  readonly installation: Installation | undefined
  /** Undefined where only the restore shows them. */
  readonly superUsers: readonly string[] | undefined
}

export interface AcceptOptions {
  /** `--origin`: a key in lower case, or `any`. */
  readonly given: string | undefined
  readonly say: (line: string) => void
  /** Asks the user at the terminal; undefined: there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

/** The exit code of a command that did nothing because the origin was not accepted. */
export const ORIGIN_NOT_ACCEPTED = 3

const ANY = 'any'
const CONSENT = 'accept'

/** The value of `--origin`; throws for anything but `any` and a key. */
export function readOriginOption(value: string | undefined): string | undefined {
  const given = value?.trim().toLowerCase()
  if (given === undefined || given === ANY || readOriginKey(given) !== undefined) return given
  throw new Error('--origin: neither `any` nor the key of a backup, origin1…, without typing errors')
}

/**
 * Prints whose archive it is and its super users, and decides whether it may be used. An archive of this configuration,
 * or of the key that the operator has written down, may. For any other one a user consents, or `--origin any`.
 */
export function acceptOrigin({ given, say, ask }: AcceptOptions): (origin: ArchiveOrigin) => Promise<boolean> {
  return async (origin) => {
    const { installation, superUsers } = origin
    say(`Installation: ${installation === undefined ? 'not named in this archive' : describe(installation)}`)
    if (superUsers !== undefined) say(`Super users in it: ${namesOf(superUsers)}`)
    const doubt = doubtOf(origin, given)
    if (doubt === undefined) {
      say(`Origin: proven by the key ${origin.key}`)
      return true
    }
    say(`Origin: ${doubt}`)
    if (given === ANY) {
      say('Accepted because of --origin any.')
      return true
    }
    say('Its author chose the super users and their passwords, and would control this installation.')
    if (ask !== undefined && given === undefined) {
      return (await ask(`Type ${CONSENT} to use it all the same: `)).trim().toLowerCase() === CONSENT
    }
    return false
  }
}

/** The next step after a rejection. */
export const HOW_TO_ACCEPT =
  'the origin of the backup is not accepted; nothing was changed. Name the key that you wrote down when you set up the backups: --origin origin1…. If you know in another way who made this archive: --origin any'

/** Undefined: the origin is proven. */
function doubtOf({ key, own }: ArchiveOrigin, given: string | undefined): string | undefined {
  if (key === undefined) {
    return 'not proven. The archive is unsigned: an older version made it, or someone who has no key of yours'
  }
  if (given !== undefined && given !== ANY) {
    return given === key ? undefined : `another key, ${key}, than the one that --origin names`
  }
  if (own.includes(key)) return undefined
  return own.length === 0
    ? `not proven. It has the key ${key}, and this configuration has none to compare it with`
    : `another installation's key, ${key}; the key of this configuration is ${own.join(' or ')}`
}

function describe({ public_url: publicUrl, node, since }: Installation): string {
  const facts = [publicUrl, ...(node === null ? [] : [`node ${node}`]), ...(since === null ? [] : [`since ${since}`])]
  return facts.map(readable).join(', ')
}

export const namesOf = (superUsers: readonly string[]): string =>
  superUsers.length === 0 ? 'none' : superUsers.map(readable).join(', ')

/** An archive can hold any text: no control characters reach the terminal. */
const readable = (text: string): string => text.replaceAll(/\p{C}/gu, '?').slice(0, 200)
