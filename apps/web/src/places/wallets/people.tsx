import { useShares } from '../../api/shares.ts'
import { useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Guest } from './guest.tsx'
import { InviteForm } from './invite-form.tsx'
import { isOwn } from './rights.ts'

/** The guests of one wallet, or of all wallets of the person. */
export function People({ walletId }: { readonly walletId?: string }) {
  const wallets = useWallets()
  const shares = useShares()
  const own = wallets.data?.filter((wallet) => isOwn(wallet) && (walletId === undefined || wallet.id === walletId))
  const guests = shares.data?.given.filter((share) => walletId === undefined || share.wallet_id === walletId)
  const error = wallets.error ?? shares.error
  return (
    <Page title={t('people.title')} back={walletId === undefined ? '/more' : `/wallets/${walletId}`}>
      {own === undefined || guests === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void Promise.all([wallets.refetch(), shares.refetch()])} />
        )
      ) : own.length === 0 ? (
        <EmptyState icon="person" title={t('people.not-yours')} />
      ) : (
        <>
          <InviteForm wallets={own} />
          {guests.length === 0 ? (
            <p class="note">{t('people.none')}</p>
          ) : (
            <section class="stack" aria-labelledby="people-with-access">
              <h2 id="people-with-access">{t('people.with-access')}</h2>
              <List>
                {guests.map((share) => (
                  <Guest key={share.share_request_id} share={share} inWallet={own.length > 1} />
                ))}
              </List>
            </section>
          )}
        </>
      )}
    </Page>
  )
}
