import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Field, Shape } from '@satchel/extension-sdk/shape'
import { isShown, type Viewer } from '@satchel/extension-sdk/shape-schema'
import { forbidden } from '@satchel/http/service-error'
import type { Principal } from '../../../access/principal.ts'
import { spendingBound } from '../../../access/spending-bound.ts'
import type { Values } from '../stores/field-values.ts'
import { canSpend } from './can-spend.ts'

/**
 * Whether the caller is a token with a bound on its spending, and this an extension whose items spend. An item pays
 * later, to any visitor, and a token's bound does not count that: so such a token has only the rights of an invoice key
 * there. Throws 403 where an admin key would be needed.
 */
export function isBoundCaller(
  extension: AnyExtension,
  { principal, access }: { readonly principal: Principal | undefined; readonly access: string | undefined },
): boolean {
  if (!canSpend(extension) || spendingBound(principal) === undefined) return false
  if (access !== 'invoice-key') refuseBound(principal)
  return true
}

/** Rejects actions that let items spend. */
export function refuseBound(principal: Principal | undefined): void {
  const bound = spendingBound(principal)
  if (bound === undefined) return
  throw forbidden(`A token with ${bound} cannot create, change or run what spends by itself.`)
}

/** Removes the links, logins and codes that the service has made for an item: some can be exchanged for money. */
export function withoutMade({ resource }: AnyExtension, json: Values): Values {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !isMade((resource as Shape)[name])))
}

const PUBLIC: Viewer = 'public'

const isMade = (field: Field | undefined): boolean =>
  field?.by === 'server' && ['text', 'list', 'json'].includes(field.type) && !isShown(field, PUBLIC)
