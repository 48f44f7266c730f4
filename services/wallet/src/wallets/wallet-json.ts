import { toJson } from '@satchel/money/units'
import { type AccessedWallet, isByAclToken, isBySession, type Principal } from '../access/principal.ts'
import type { Wallet } from './wallet.ts'

/**
 * A wallet as its caller may see it (rule S403): keys as in `keysFor`, no keys at all for a session, and no balance for
 * a guest who may not view payments.
 */
export const toWalletBody = (wallet: Wallet, principal: Principal | undefined) => {
  const { share } = wallet
  return {
    id: wallet.id,
    name: wallet.name,
    balance: share?.permissions.includes('view-payments') === false ? 0 : toJson(wallet.balanceMsat),
    ...wallet.look,
    ...(isBySession(principal) ? NO_KEYS : keysFor(wallet, principal)),
    ...(share !== undefined && { share_id: share.id, permissions: [...share.permissions] }),
  }
}

/** No admin key for callers with the invoice key, and no keys for an ACL token. */
export function keysFor({ adminKey, invoiceKey }: AccessedWallet, principal: Principal | undefined) {
  if (isByAclToken(principal)) return NO_KEYS
  const isByInvoiceKey = principal?.via === 'key' && principal.right === 'invoice'
  return { adminkey: isByInvoiceKey ? '' : adminKey, inkey: invoiceKey }
}

const NO_KEYS = { adminkey: '', inkey: '' } as const
