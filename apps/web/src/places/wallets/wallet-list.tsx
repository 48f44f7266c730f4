import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { usePreferences } from '../../api/preferences.ts'
import { useShares } from '../../api/shares.ts'
import { may, useWallets } from '../../api/wallets.ts'
import { listed } from '../../language/joined.ts'
import { locale, t } from '../../language/language.ts'
import { type Msat, msatOf } from '../../money/money.ts'
import { useRate } from '../../money/use-rate.ts'
import { fiatText, satText } from '../../parts/amount.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { LinkRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { Invitation } from '../../shell/invitation.tsx'
import { NameDialog } from './name-dialog.tsx'
import { isOwn } from './rights.ts'
import { WalletIcon } from './wallet-icon.tsx'
import { WalletOrder } from './wallet-order.tsx'

const SEARCH_FROM = 8

export function WalletList() {
  const { data, error, refetch } = useWallets()
  const offered = useShares().data?.offered ?? []
  const [search, setSearch] = useState('')
  const [creating, setCreating] = useState(false)
  const [ordering, setOrdering] = useState(false)
  const go = useGo()
  const create = async (name: string): Promise<void> => {
    const { id } = await call('POST /api/v1/wallet', { body: { name } })
    await refresh()
    say(t('wallets.created', { name }), 'good')
    go(`/wallets/${id}`)
  }
  return (
    <Page title={t('nav.wallets')} back="/more">
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {offered.map((offer) => (
            <Invitation key={offer.share_request_id} offer={offer} />
          ))}
          {data.length > 1 && <Total wallets={data} />}
          <div class="row-of-buttons">
            <Button icon="plus" wide onClick={() => setCreating(true)}>
              {t('wallets.new')}
            </Button>
            {data.length > 1 && (
              <ButtonLink to="/wallets/move" icon="swap" wide>
                {t('wallets.move')}
              </ButtonLink>
            )}
          </div>
          {data.length >= SEARCH_FROM && (
            <Field label={t('wallets.search')} type="search" value={search} onValue={setSearch} autocomplete="off" />
          )}
          {ordering ? (
            <WalletOrder wallets={data} onDone={() => setOrdering(false)} />
          ) : (
            <>
              <Found wallets={data} search={search} />
              {data.filter(isOwn).length > 1 && (
                <Button look="quiet" wide onClick={() => setOrdering(true)}>
                  {t('look.order')}
                </Button>
              )}
            </>
          )}
        </>
      )}
      {creating && (
        <NameDialog
          title={t('wallets.new')}
          action={t('wallets.create')}
          onName={create}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  )
}

function Total({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const rate = useRate()
  const all = wallets.filter(isOwn).reduce<Msat>((sum, { balance }) => sum + msatOf(balance), 0n)
  return (
    <p class="wallet-total">
      <span class="quiet-text">{t('wallets.total')}</span>
      <strong>{satText(all)}</strong>
      <span class="quiet-text">{fiatText(all, rate)}</span>
    </p>
  )
}

function Found({ wallets, search }: { readonly wallets: readonly Wallet[]; readonly search: string }) {
  const start = usePreferences()?.start_wallet_id ?? wallets[0]?.id
  const wanted = search.trim().toLocaleLowerCase(locale())
  const found = wallets.filter(({ name }) => name.toLocaleLowerCase(locale()).includes(wanted))
  if (found.length === 0) return <EmptyState icon="search" title={t('wallets.nothing-found')} />
  return (
    <ul class="list long-list" aria-label={t('nav.wallets')}>
      {found.map((wallet) => (
        <LinkRow
          key={wallet.id}
          to={`/wallets/${wallet.id}`}
          picture={<WalletIcon {...wallet} />}
          title={wallet.name}
          note={noteOf(wallet, wallets.length > 1 && wallet.id === start)}
          {...(may(wallet, 'view-payments') && {
            end: <span class="amount-out">{satText(msatOf(wallet.balance))}</span>,
          })}
        />
      ))}
    </ul>
  )
}

function noteOf(wallet: Wallet, isStart: boolean): string | undefined {
  const notes = [isOwn(wallet) ? undefined : t('wallets.shared'), isStart ? t('wallets.is-start') : undefined]
  const shown = notes.filter((note) => note !== undefined)
  return shown.length === 0 ? undefined : listed(shown, 'unit')
}
