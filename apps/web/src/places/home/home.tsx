import type { Wallet } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { call } from '../../api/call.ts'
import { KEPT_PAYMENTS, keepLastView } from '../../api/last-view.ts'
import { usePreferences } from '../../api/preferences.ts'
import { session } from '../../api/session.ts'
import { useStatusQuery, useWallet, useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { useRate } from '../../money/use-rate.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { PaymentRow } from '../../parts/payment/payment-row.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { laterPart } from '../../routing/later-part.tsx'
import { HaltedBanner } from '../../shell/halted-banner.tsx'
import { Invitation } from '../../shell/invitation.tsx'
import { useStore } from '../../store.ts'
import { Balance } from './balance.tsx'
import './home.css'
import { isCrowded, lastOf, SHOWN } from './last-of.ts'
import { PlayMoney } from './play-money.tsx'
import { WalletSwitch } from './wallet-switch.tsx'

const Month = laterPart(() => import('./month.tsx').then(({ Month }) => Month))

export function Home() {
  const wallets = useWallets()
  const wallet = useWallet()
  const { data: status, error: statusError } = useStatusQuery()
  const me = useStore(session)
  // The session includes them, so that Home needs no further request.
  const invitations = typeof me === 'object' ? me.wallet_invitations : []
  return (
    <Page title={t('nav.home')} quiet>
      <HaltedBanner />
      {wallet === undefined ? (
        <>
          <Problem error={wallets.error} onRetry={() => void wallets.refetch()} />
          {wallets.error === null && <Skeleton />}
        </>
      ) : (
        <>
          <div class="home-top">
            <WalletSwitch wallet={wallet} wallets={wallets.data ?? []} />
            <Balance wallet={wallet} />
          </div>
          <div class="row-of-buttons">
            <ButtonLink to="/receive" look="primary" icon="receive" wide>
              {t('nav.receive')}
            </ButtonLink>
            <ButtonLink to="/send" look="primary" icon="send" wide>
              {t('nav.send')}
            </ButtonLink>
          </div>
          {invitations.map((offer) => (
            <Invitation key={offer.share_request_id} offer={offer} />
          ))}
          {status?.real_money === false && <PlayMoney walletId={wallet.id} />}
          {/* Wait for the status: play money inserted above would move the list. The key keeps this skeleton in place. */}
          {status === undefined && statusError === null ? (
            <Skeleton key="payments" />
          ) : (
            <LastPayments wallet={wallet} />
          )}
        </>
      )}
    </Page>
  )
}

function LastPayments({ wallet }: { readonly wallet: Wallet }) {
  const { id: walletId } = wallet
  const hidden = usePreferences()?.hide_balance ?? true
  const rate = useRate()
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', 'last', walletId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/payments',
        { query: { wallet_id: walletId, limit: KEPT_PAYMENTS, currency: 'own' } },
        { signal },
      ),
  })
  const { data: older = [] } = useQuery({
    queryKey: ['payments', 'last-paid', walletId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/payments',
        { query: { wallet_id: walletId, status: 'success', limit: SHOWN, currency: 'own' } },
        { signal },
      ),
    enabled: data?.length === KEPT_PAYMENTS && isCrowded(data),
  })
  useEffect(() => {
    if (data !== undefined) keepLastView(wallet, data, { hidden })
  }, [wallet, data, hidden])
  return (
    <>
      <section class="stack" aria-labelledby="last-payments">
        <div class="section-head">
          <h2 id="last-payments">{t('home.last')}</h2>
          {data !== undefined && data.length > 0 && <Link href="/activity">{t('home.all')}</Link>}
        </div>
        {data === undefined ? (
          error === null ? (
            <Skeleton />
          ) : (
            <Problem error={error} onRetry={() => void refetch()} />
          )
        ) : data.length === 0 ? (
          <EmptyState icon="bolt" title={t('home.empty')}>
            <p>{t('home.empty-note')}</p>
          </EmptyState>
        ) : (
          <List>
            {lastOf(data, older).map((payment) => (
              <PaymentRow key={payment.checking_id} payment={payment} rate={rate} />
            ))}
          </List>
        )}
      </section>
      {data !== undefined && data.length > 0 && !hidden && <Month walletId={walletId} />}
    </>
  )
}
