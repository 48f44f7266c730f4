import { isReceiveOnly } from './acl-entries.ts'
import type { Principal } from './principal.ts'

/** The budget of a token, as text; undefined = none, or a key or a log-in. */
export function spendingBound(principal: Principal | undefined): 'a budget' | 'receiving only' | undefined {
  const acl = principal?.via === 'token' ? principal.acl : undefined
  if (acl === undefined) return undefined
  if (acl.budget !== undefined) return 'a budget'
  return isReceiveOnly(acl.allowedEndpoints) ? 'receiving only' : undefined
}
