import { toJson } from '@satchel/money/units'
import { isByAclToken, isBySession, type Principal } from '../access/principal.ts'
import type { Wallet } from './wallet.ts'

export const isByInvoiceKey = (principal: Principal | undefined): boolean =>
  principal?.via === 'key' && principal.right === 'invoice'

/**
 * A wallet as its caller may see it (rule S403): no admin key for callers with the invoice key, no keys at all
 * for an ACL token or a session, and no balance for a guest who may not view payments.
 */
export const toWalletBody = (wallet: Wallet, principal: Principal | undefined) => {
  const { share } = wallet
  const isKeyless = isByAclToken(principal) || isBySession(principal)
  return {
    id: wallet.id,
    name: wallet.name,
    balance: share?.permissions.includes('view-payments') === false ? 0 : toJson(wallet.balanceMsat),
    adminkey: isKeyless || isByInvoiceKey(principal) ? '' : wallet.adminKey,
    inkey: isKeyless ? '' : wallet.invoiceKey,
    ...(share !== undefined && { share_id: share.id, permissions: [...share.permissions] }),
  }
}
