import { toJson } from '@satchel/money/units'
import { isByAclToken, type Principal } from '../access/principal.ts'
import type { Wallet } from './wallet.ts'

/**
 * A wallet as its caller may see it (rule S403): no admin key for callers with the invoice key, no keys at all
 * for an ACL token, and no balance for a guest who may not view payments.
 */
export const toWalletBody = (wallet: Wallet, principal: Principal | undefined) => {
  const { share } = wallet
  const byAcl = isByAclToken(principal)
  const byInvoiceKey = principal?.via === 'key' && principal.right === 'invoice'
  return {
    id: wallet.id,
    name: wallet.name,
    balance: share?.permissions.includes('view-payments') === false ? 0 : toJson(wallet.balanceMsat),
    adminkey: byAcl || byInvoiceKey ? '' : wallet.adminKey,
    inkey: byAcl ? '' : wallet.invoiceKey,
    ...(share !== undefined && { share_id: share.id, permissions: [...share.permissions] }),
  }
}
