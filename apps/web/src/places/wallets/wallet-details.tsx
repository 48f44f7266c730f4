import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { savePreferences, usePreferences } from '../../api/preferences.ts'
import { chooseWallet, may, useWallets } from '../../api/wallets.ts'
import { errorText } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { useRate } from '../../money/use-rate.ts'
import { fiatText, satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Switch } from '../../parts/field.tsx'
import { ButtonRow, LinkRow, List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { laterPart } from '../../routing/later-part.tsx'
import { useGo } from '../../routing/paths.ts'
import { EndWallet } from './end-wallet.tsx'
import { LookDialog } from './look-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { isOwn, rightsOf } from './rights.ts'
import { WalletIcon } from './wallet-icon.tsx'
import { WalletKeys } from './wallet-keys.tsx'

const BalanceHistory = laterPart(() => import('./balance-history.tsx').then(({ BalanceHistory }) => BalanceHistory))

export function WalletDetails({ id }: { readonly id: string }) {
  const { data, error, refetch } = useWallets()
  const wallet = data?.find((each) => each.id === id)
  return (
    <Page title={wallet?.name ?? t('nav.wallets')} back="/wallets">
      {data !== undefined && wallet !== undefined ? (
        <Known wallet={wallet} wallets={data} />
      ) : data !== undefined ? (
        <EmptyState icon="wallet" title={t('wallets.gone')} />
      ) : error === null ? (
        <Skeleton />
      ) : (
        <Problem error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Known({ wallet, wallets }: { readonly wallet: Wallet; readonly wallets: readonly Wallet[] }) {
  const rate = useRate(wallet.currency)
  const go = useGo()
  const use = (path: '/receive' | '/send'): void => {
    chooseWallet(wallet.id)
    go(path)
  }
  return (
    <>
      {may(wallet, 'view-payments') && (
        <p class="wallet-total">
          <span class="quiet-text">{t('home.balance')}</span>
          <strong>{satText(msatOf(wallet.balance))}</strong>
          <span class="quiet-text">{fiatText(msatOf(wallet.balance), rate)}</span>
        </p>
      )}
      <div class="row-of-buttons">
        {may(wallet, 'receive-payments') && (
          <Button look="primary" icon="receive" wide onClick={() => use('/receive')}>
            {t('nav.receive')}
          </Button>
        )}
        {may(wallet, 'send-payments') && (
          <Button look="primary" icon="send" wide onClick={() => use('/send')}>
            {t('nav.send')}
          </Button>
        )}
      </div>
      {may(wallet, 'view-payments') && (
        <section class="stack" aria-labelledby="balance-history">
          <h2 id="balance-history">{t('wallets.chart')}</h2>
          <div class="stack chart-place">
            <BalanceHistory key={wallet.id} wallet={wallet} rate={rate} />
          </div>
        </section>
      )}
      {wallets.length > 1 && <StartChoice wallet={wallet} wallets={wallets} />}
      <Ways wallet={wallet} canMove={wallets.length > 1} />
      {!isOwn(wallet) && <Rights wallet={wallet} />}
      <WalletKeys wallet={wallet} />
      {isOwn(wallet) && <ForPrograms wallet={wallet} />}
      <EndWallet wallet={wallet} isLast={wallets.filter(isOwn).length === 1} />
    </>
  )
}

function StartChoice({ wallet, wallets }: { readonly wallet: Wallet; readonly wallets: readonly Wallet[] }) {
  const start = usePreferences()?.start_wallet_id ?? wallets[0]?.id
  const [wish, setWish] = useState<boolean | undefined>(undefined)
  const choose = (on: boolean): void => {
    setWish(on)
    if (on) chooseWallet(wallet.id)
    savePreferences({ start_wallet_id: on ? wallet.id : null }).then(
      () => setWish(undefined),
      (error: unknown) => {
        setWish(undefined)
        say(errorText(error), 'bad')
      },
    )
  }
  return (
    <Switch
      label={t('wallets.start')}
      hint={t('wallets.start-note')}
      on={wish ?? wallet.id === start}
      onChange={choose}
    />
  )
}

function Ways({ wallet, canMove }: { readonly wallet: Wallet; readonly canMove: boolean }) {
  const [renaming, setRenaming] = useState(false)
  const [looking, setLooking] = useState(false)
  const go = useGo()
  const rename = async (name: string): Promise<void> => {
    await call('PUT /api/v1/wallet', { query: { wallet_id: wallet.id }, body: { name } })
    await refresh()
    say(t('wallets.renamed'), 'good')
  }
  return (
    <>
      <List>
        {may(wallet, 'view-payments') && (
          <ButtonRow
            icon="activity"
            title={t('wallets.payments')}
            onClick={() => go('/activity', { state: { walletId: wallet.id } })}
          />
        )}
        {canMove && may(wallet, 'send-payments') && (
          <LinkRow to={`/wallets/move?from=${wallet.id}`} icon="swap" title={t('wallets.move')} />
        )}
        {isOwn(wallet) && (
          <LinkRow
            to={`/wallets/${wallet.id}/people`}
            icon="people"
            title={t('people.title')}
            note={t('people.note')}
          />
        )}
        {isOwn(wallet) && <ButtonRow icon="edit" title={t('wallets.rename')} onClick={() => setRenaming(true)} />}
        {isOwn(wallet) && (
          <ButtonRow
            picture={<WalletIcon {...wallet} />}
            title={t('look.title')}
            note={t('look.note')}
            onClick={() => setLooking(true)}
          />
        )}
      </List>
      {looking && <LookDialog wallet={wallet} onClose={() => setLooking(false)} />}
      {renaming && (
        <NameDialog
          title={t('wallets.rename')}
          action={t('wallets.save')}
          name={wallet.name}
          onName={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}

function Rights({ wallet }: { readonly wallet: Wallet }) {
  return (
    <section class="stack" aria-labelledby="wallet-rights">
      <h2 id="wallet-rights">{t('wallets.rights')}</h2>
      <List>
        {rightsOf(wallet).map((right) => (
          <TextRow key={right} icon="check" title={right} />
        ))}
      </List>
    </section>
  )
}

function ForPrograms({ wallet: { id } }: { readonly wallet: Wallet }) {
  return (
    <List>
      <LinkRow to={`/wallets/${id}/webhooks`} icon="bell" title={t('webhooks.title')} note={t('webhooks.row-note')} />
      <LinkRow to={`/wallets/${id}/links`} icon="share" title={t('links.title')} note={t('links.row-note')} />
    </List>
  )
}
