import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { WhatEnds } from '../../parts/access/what-ends.tsx'
import { satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { isOwn } from './rights.ts'

/** Deletes an empty wallet, or leaves a shared one. */
export function EndWallet({ wallet, isLast }: { readonly wallet: Wallet; readonly isLast: boolean }) {
  const [asking, setAsking] = useState(false)
  const go = useGo()
  const { share_id: share } = wallet
  const end = async (): Promise<void> => {
    if (share === undefined) await call('DELETE /api/v1/wallet', { query: { wallet_id: wallet.id } })
    else await call('DELETE /api/v1/wallet/share/{id}', { path: { id: share } })
    go('/wallets', { replace: true })
    say(t(share === undefined ? 'wallets.deleted' : 'wallets.left', { name: wallet.name }), 'good')
    await refresh()
  }
  const balance = msatOf(wallet.balance)
  const title = t(isOwn(wallet) ? 'wallets.delete' : 'wallets.leave')
  return (
    <section class="stack">
      {isOwn(wallet) && balance > 0n ? (
        <p class="note">{t('wallets.not-empty', { amount: satText(balance) })}</p>
      ) : isOwn(wallet) && isLast ? (
        <p class="note">{t('wallets.last')}</p>
      ) : (
        <Button look="danger" icon="trash" wide onClick={() => setAsking(true)}>
          {title}
        </Button>
      )}
      {asking && (
        <ConfirmDialog title={title} action={title} danger onConfirm={end} onClose={() => setAsking(false)}>
          <p>{t(isOwn(wallet) ? 'wallets.delete-note' : 'wallets.leave-note', { name: wallet.name })}</p>
          {isOwn(wallet) && <WhatEnds event="wallet-closed" />}
        </ConfirmDialog>
      )}
    </section>
  )
}
