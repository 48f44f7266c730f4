import type { Shape } from '@satchel/extension-sdk/shape'
import { invalid, type ServiceError } from '@satchel/http/service-error'
import { findPayable, type Pages } from '@satchel/lnurl/find-payable'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { trimBlanks } from '@satchel/lnurl/trim-blanks'
import type { ExtensionDeps } from '../extension-deps.ts'
import { findWalletOwner } from '../run/require-open-wallet.ts'
import type { Values } from '../stores/field-values.ts'

type Wrong = (msg: string) => ServiceError

/**
 * The payee in a text from outside, always written the same way: a wallet of the account, a Lightning address or an
 * LNURL. 422 for everything else, and for a text that names two.
 */
export async function readTarget(
  { db, ownAddresses }: Pick<ExtensionDeps, 'db' | 'ownAddresses'>,
  given: string,
  { userId, wrong }: { readonly userId: string; readonly wrong: Wrong },
): Promise<string> {
  const walletId = trimBlanks(given).toLowerCase()
  if ((await findWalletOwner(db, walletId)) === userId) return walletId
  const target = findTarget(given, ownAddresses, wrong)
  if (target === undefined) throw wrong('Input should be one of your wallets, a Lightning address or an LNURL')
  return target
}

/** The same for payees in the body of a request; an owner may name a wallet, which the handler finds. */
export function withReadTargets(
  { ownAddresses }: Pick<ExtensionDeps, 'ownAddresses'>,
  { shape, body, isOwner }: { readonly shape: Shape | undefined; readonly body: unknown; readonly isOwner: boolean },
) {
  const given = (body ?? {}) as Readonly<Values>
  const targets = Object.entries(shape ?? {}).filter(([name, { type }]) => type === 'target' && isText(given[name]))
  if (targets.length === 0) return given
  const read = targets.map(([name]) => {
    const input = given[name] as string
    const wrong: Wrong = (msg) => invalid({ type: 'value_error', loc: ['body', name], msg, input })
    const target = findTarget(input, ownAddresses, wrong)
    if (target !== undefined) return [name, target]
    if (isOwner && UUID.test(trimBlanks(input))) return [name, trimBlanks(input).toLowerCase()]
    throw wrong('must be a Lightning address or an LNURL.')
  })
  return { ...given, ...Object.fromEntries(read) }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isText = (value: unknown): boolean => typeof value === 'string'

/** Undefined: none. An invoice is paid once, so it does not count. */
function findTarget(given: string, pages: Pages, wrong: Wrong): string | undefined {
  try {
    const { lnurl, text } = findPayable(given, pages)
    return lnurl === undefined ? undefined : text
  } catch (error) {
    if (error instanceof LnurlError) throw wrong(error.message)
    throw error
  }
}
