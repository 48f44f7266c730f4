import { isReceiveOnly } from './acl-entries.ts'
import type { Principal } from './principal.ts'

/** Why a token must not spend as freely as its user; undefined = it may, or it is a key or a log-in. */
export function spendingBound(principal: Principal | undefined): 'a budget' | 'receiving only' | undefined {
  const acl = principal?.via === 'token' ? principal.acl : undefined
  if (acl === undefined) return undefined
  if (acl.budget !== undefined) return 'a budget'
  return isReceiveOnly(acl.allowedEndpoints) ? 'receiving only' : undefined
}
