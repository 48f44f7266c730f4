import { type ServiceError, unauthenticated } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import type { Principal, Proof } from './principal.ts'

export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Routes that grant access, for sessions and access tokens. For sessions also what changes secrets, and every change by
 * an administrator: the web app can ask its user at any time, and a program cannot (decision 0090).
 */
export function needsFreshProof(
  { routeOptions: { config }, method }: FastifyRequest,
  principal: Principal,
  access: string,
): boolean {
  if (config.grantsAccess === true) return true
  if (principal.via !== 'token' || principal.session === undefined) return false
  return config.stepUp === true || ((access === 'admin' || access === 'super-user') && !READS.has(method))
}

/** For handlers that show secrets only after a fresh proof. Wallet keys and ACL tokens have nothing to prove. */
export const hasFreshProof = (principal: Principal | undefined): boolean =>
  principal?.via !== 'token' || principal.proof?.isFresh !== false

/** Also for handlers that grant access, where the access rule cannot ask (`handler-asks`). */
export function requireFreshProof(principal: Principal | undefined): void {
  if (principal?.via === 'token' && principal.proof?.isFresh === false) throw stepUpRequired(principal.proof)
}

const stepUpRequired = ({ stepUpWays }: Proof): ServiceError =>
  unauthenticated('Prove again who you are, then repeat the request.', {
    code: 'step_up_required',
    fields: { step_up: stepUpWays },
  })
