import { OPERATIONS } from '@satchel/client/operations'
import { reachOf } from '../../access/acl-entries.ts'
import { insertAcl, insertToken } from '../../accounts/acls/acl-store.ts'
import { newId } from '../../base/ids.ts'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { tokenFor } from '../old-tokens.ts'
import { cutText, textOf, toJson, toList, toObject, toSeconds, type Value } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'

export interface StageAccessLists {
  readonly staged: Staged
  readonly report: Report
  readonly vault: KeyVault
  /** Under which LNbits signed the tokens. */
  readonly tokenSecret: string | undefined
  readonly now: number
  /** Whether a token of this service has that digest. */
  readonly isTokenTaken: (digest: string) => boolean
}

interface Owner {
  readonly userId: string
  readonly username: string
}

/** The access lists of an account; their tokens stay valid if the secret of LNbits is known. */
export function stageAccessLists(given: StageAccessLists, row: ForeignRow, { userId, username }: Owner): void {
  const { staged, report, vault, tokenSecret, now } = given
  for (const list of toList(toJson(row['access_control_list'])).map(toObject)) {
    const { entries, unknown } = toEntries(toList(list['endpoints']).map(toObject))
    const aclId = newId()
    const name = cutText(textOf(list['name']), 64) || 'LNbits'
    staged.add(insertAcl({ id: aclId, userId, name, allowedEndpoints: entries, at: now }))
    report.count('access lists')
    if (unknown.length > 0) {
      report.change(
        'access lists',
        'paths that do not exist here are left out',
        1,
        `${username}: ${unknown.join(', ')}`,
      )
    }
    for (const token of toList(list['token_id_list']).map(toObject)) {
      const leave = (why: string): void => report.leaveOut('tokens of access lists', why, 1, username)
      const oldId = textOf(token['id'])
      if (tokenSecret === undefined) leave(NO_SECRET)
      else if (oldId === '') leave('they have no id')
      else {
        const digest = vault.digest(tokenFor(tokenSecret, oldId))
        // The first list with the id gets it: a token for two lists would have more permissions than either.
        if (given.isTokenTaken(digest) || !staged.take('access token', digest)) leave('another one has the same id')
        else {
          const expiresAt = toSeconds(token['expires_at'] as Value)
          const name = cutText(textOf(token['name']), 64)
          const facts = { aclId, digest, name, expiresAt, at: now }
          staged.add(insertToken({ id: newId(), budget: undefined, walletId: undefined, ...facts }))
          report.count('tokens of access lists')
        }
      }
    }
  }
}

const NO_SECRET = 'LNbits’ secret is not known: set LNBITS_AUTH_SECRET_KEY to its AUTH_SECRET_KEY'

const ROUTES = Object.values(OPERATIONS).map(([method, template]) => ({
  entry: `${method} ${template}`,
  method,
  template,
  // LNbits compares three segments.
  prefix: template.split('/').slice(0, 4).join('/'),
}))

/** LNbits names the beginning of paths and whether one may read or write; here each route is named. */
function toEntries(endpoints: readonly Readonly<Record<string, unknown>>[]): { entries: string[]; unknown: string[] } {
  const entries = new Set<string>()
  const unknown: string[] = []
  for (const { path, read, write } of endpoints) {
    if (read !== true && write !== true) continue
    const named = ROUTES.filter(({ prefix }) => prefix === path)
    if (named.length === 0) unknown.push(textOf(path))
    for (const { entry, method, template } of named) {
      const isWanted = method === 'GET' ? read === true : write === true
      if (isWanted && reachOf([entry], { method, template, params: {} }) !== 'nothing') entries.add(entry)
    }
  }
  return { entries: [...entries], unknown }
}
