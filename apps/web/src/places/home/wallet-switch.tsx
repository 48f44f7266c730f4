import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { chooseWallet } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ButtonRow, List } from '../../parts/list-row.tsx'

/** The wallet's name; with several wallets, a menu. */
export function WalletSwitch({ wallet, wallets }: { readonly wallet: Wallet; readonly wallets: readonly Wallet[] }) {
  const [open, setOpen] = useState(false)
  if (wallets.length < 2)
    return (
      <p class="wallet-name" dir="auto">
        {wallet.name}
      </p>
    )
  return (
    <>
      <button type="button" class="wallet-name" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span dir="auto">{wallet.name}</span>
        <Icon name="swap" />
      </button>
      {open && (
        <Dialog title={t('home.choose-wallet')} onClose={() => setOpen(false)}>
          <List>
            {wallets.map((each) => (
              <ButtonRow
                key={each.id}
                icon="wallet"
                title={each.name}
                note={satText(msatOf(each.balance))}
                current={each.id === wallet.id}
                onClick={() => {
                  chooseWallet(each.id)
                  setOpen(false)
                }}
              />
            ))}
          </List>
        </Dialog>
      )}
    </>
  )
}
