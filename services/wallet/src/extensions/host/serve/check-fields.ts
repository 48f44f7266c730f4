import { isPictureFile, pictureProblem } from '@satchel/extension-sdk/pictures/picture'
import type { Shape } from '@satchel/extension-sdk/shape'
import { isScalar } from '@satchel/extension-sdk/shape-schema'
import { forbidden, invalid, type ServiceError } from '@satchel/http/service-error'
import type { ExtensionDeps } from '../extension-deps.ts'
import { findWalletOwner } from '../run/require-open-wallet.ts'
import type { RunWallets } from '../run/wallet-names.ts'
import type { Values } from '../stores/field-values.ts'
import { readTarget } from './read-target.ts'

/**
 * Checks of a request's fields that a schema cannot make, and their conversion: currencies to upper case, payees to
 * one notation, wallets to names, passwords to their hash. 422 names the field; a wallet of another account is 403.
 */
export async function checkFields(
  deps: ExtensionDeps,
  shape: Shape,
  body: Readonly<Values>,
  { userId, wallets, address, place = 'body' }: Checked,
): Promise<Values> {
  const values: Values = {}
  for (const [name, field] of Object.entries(shape)) {
    const value = body[name]
    if (field.by === 'server' || value === undefined) continue
    if (value === null) {
      values[name] = null
      continue
    }
    const wrong = (msg: string): ServiceError => invalid({ type: 'value_error', loc: [place, name], msg, input: value })
    switch (field.type) {
      case 'url':
        values[name] = requireUrl(deps, value as string, wrong)
        break
      case 'text':
        if (field.atRest === 'password') values[name] = await deps.passwords.hash(value as string, address)
        else values[name] = field.as === 'picture' ? requirePicture(deps, value as string, wrong) : value
        break
      case 'currency':
        values[name] = toCurrency(deps, value as string, wrong)
        break
      case 'walletRef':
        if ((await findWalletOwner(deps.db, toWalletId(value))) !== userId) {
          throw forbidden(`${place}.${name}: not a wallet of this account.`, { code: 'wallet_not_yours' })
        }
        values[name] = wallets.handleOf({ walletId: toWalletId(value), userId })
        break
      case 'target':
        values[name] = await readTarget(deps, value as string, { userId, wrong })
        break
      case 'json':
        if (Buffer.byteLength(JSON.stringify(value)) > field.maxBytes) {
          throw wrong(`Input should have at most ${field.maxBytes} bytes as JSON`)
        }
        values[name] = value
        break
      case 'list':
        values[name] = isScalar(field.of)
          ? value
          : await Promise.all(
              (value as Values[]).map((row, index) =>
                checkFields(deps, field.of as Shape, row, {
                  userId,
                  wallets,
                  address,
                  place: `${place}.${name}.${index}`,
                }),
              ),
            )
        break
      default:
        values[name] = value
    }
  }
  return values
}

interface Checked {
  readonly userId: string
  readonly wallets: RunWallets
  /** Of the client: hashes of passwords take turns by it. */
  readonly address: string
  readonly place?: string
}

type Wrong = (msg: string) => ServiceError

/** Ids are lower case, however they are written. */
const toWalletId = (value: unknown): string => (value as string).trim().toLowerCase()

function requireUrl({ outbound }: ExtensionDeps, value: string, wrong: Wrong): string {
  const problem = outbound.checkUrl(value)
  if (problem !== undefined) throw wrong(problem.message)
  return value
}

function requirePicture(deps: ExtensionDeps, value: string, wrong: Wrong): string {
  if (!isPictureFile(value)) return requireUrl(deps, value, wrong)
  const problem = pictureProblem(value)
  if (problem !== undefined) throw wrong(problem)
  return value
}

function toCurrency({ rates }: ExtensionDeps, value: string, wrong: Wrong): string {
  if (value.toLowerCase() === 'sat') return 'sat'
  const code = rates.codeOf(value)
  if (code === undefined) throw wrong('Input should be sat or one of GET /api/v1/currencies')
  return code
}
