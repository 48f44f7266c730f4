import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import { walletOf } from '../../access/access-rules.ts'
import { tellWhatEnds } from '../../access/tell-ways-in.ts'
import { closeWallet } from '../reconciling/close-wallet.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'

/** `DELETE /api/v1/wallet`: here and not with the wallets, because payments in flight prevent it. */
export function closeWalletRoutes(app: HttpApp, deps: PaymentDeps): void {
  app.delete('/api/v1/wallet', { config: { access: 'admin-key', stepUp: true }, schema: DELETE }, async (request) => {
    await closeWallet(deps, walletOf(request).id)
    return { detail: 'Wallet deleted' }
  })
}

const DELETE = {
  operationId: 'deleteWallet',
  tags: ['wallets'],
  summary: 'Delete the wallet',
  description: `Rejected with 400 while it holds a balance or a pending payment. ${tellWhatEnds('wallet-closed')} Its unpaid invoices are cancelled.`,
  querystring: Type.Object({
    wallet_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'With an access token: id of one of your wallets.' }),
    ),
  }),
  response: { 200: schemaRef(Detail, 'Deleted.') },
} as const
