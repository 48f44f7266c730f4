import { forbidden } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import type { Principal } from './principal.ts'

/** The only wallet on which the caller may act, if its token is for one wallet. */
export const boundWalletOf = (principal: Principal | undefined): string | undefined =>
  principal?.via === 'token' ? principal.acl?.walletId : undefined

/** Whether a token for one wallet keeps the caller from this one. */
export const isOpenTo = (principal: Principal | undefined, walletId: string): boolean =>
  (boundWalletOf(principal) ?? walletId) === walletId

export const keepToWallet = (principal: Principal, walletIds: readonly string[]): readonly string[] =>
  walletIds.filter((id) => isOpenTo(principal, id))

/** Behind a user rule an answer covers all wallets, unless the route declares that it respects a token for one. */
export function requireOneWallet({ routeOptions }: FastifyRequest, principal: Principal): void {
  if (boundWalletOf(principal) === undefined || routeOptions.config.oneWallet === true) return
  throw forbidden('This token is for one wallet, and this request is about all of them.', {
    code: 'permission_missing',
  })
}
