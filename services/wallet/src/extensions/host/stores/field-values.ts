import { hash } from 'node:crypto'
import type { Field, Shape } from '@satchel/extension-sdk/shape'
import type { KeyVault } from '../../../wallets/wallet-keys.ts'
import type { StoredFields } from './stored-row.ts'

/** Maps wallet ids to the names that an extension sees, and back. */
export interface WalletNames {
  nameOf(walletId: string, userId: string): string
  idOf(name: string): string
}

export type Values = Record<string, unknown>

export const isHashed = (field: Field): boolean =>
  (field.atRest ?? (field.show === 'once' ? 'hashed' : '')) === 'hashed'

/** A password is a hash, and sealed: its few digits would be found by trying them. */
export const isSealed = ({ atRest }: Field): boolean => atRest === 'sealed' || atRest === 'password'

/** From the database to the extension. Hashed fields and passwords are their hash. */
export function toValues(
  shape: Shape,
  data: StoredFields,
  userId: string,
  vault: KeyVault,
  names: WalletNames,
): Values {
  const values: Values = {}
  for (const [name, value] of Object.entries(data)) {
    const field = shape[name]
    if (field === undefined) continue
    if (field.type === 'walletRef') values[name] = names.nameOf(String(value), userId)
    else values[name] = isSealed(field) ? (JSON.parse(vault.open(String(value))) as unknown) : value
  }
  return values
}

/**
 * From the extension to the database. Drops fields that the shape does not have, and those that are undefined or null.
 */
export function toStored(shape: Shape, values: Readonly<Values>, vault: KeyVault, names: WalletNames): Values {
  const data: Values = {}
  for (const [name, field] of Object.entries(shape)) {
    const value = values[name]
    if (value !== undefined && value !== null) data[name] = storedValue(field, value, vault, names)
  }
  return data
}

export function storedValue(field: Field, value: unknown, vault: KeyVault, names: WalletNames): unknown {
  if (field.type === 'walletRef') return names.idOf(String(value))
  if (isHashed(field)) return hash('sha256', String(value), 'hex')
  if (field.atRest === 'password' && !String(value).startsWith('$argon2id$')) {
    throw new Error('only the service sets a password, from a request of its owner')
  }
  return isSealed(field) ? vault.seal(JSON.stringify(value)) : value
}

/** The form in which keys are compared: case-insensitive. */
export const keyOf = (value: unknown): string => String(value).toLowerCase()

/** The keys by which a row is found, with the scope in which each must be unique. */
export function keysOf(
  shape: Shape,
  { id, walletId, data }: { readonly id: string; readonly walletId: string; readonly data: StoredFields },
): { readonly field: string; readonly value: string; readonly scope: string }[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const value = data[name]
    if (value === undefined || (field.unique === undefined && field.index !== true)) return []
    const scope = field.unique === 'instance' ? '' : field.unique === 'wallet' ? walletId : id
    return [{ field: name, value: keyOf(value), scope }]
  })
}
