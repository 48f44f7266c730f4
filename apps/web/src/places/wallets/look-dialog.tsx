import type { Wallet } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useId, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { t } from '../../language/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { COLOR_NAMES, ICON_NAMES, type WalletColor, WalletIcon, type WalletIconName } from './wallet-icon.tsx'

/** Edits icon, colour and currency of a wallet; applied by *Save*. */
export function LookDialog({ wallet, onClose }: { readonly wallet: Wallet; readonly onClose: () => void }) {
  const [icon, setIcon] = useState<WalletIconName>(wallet.icon ?? 'wallet')
  const [color, setColor] = useState<WalletColor | ''>(wallet.color ?? '')
  const [currency, setCurrency] = useState(wallet.currency ?? '')
  const task = useTask()
  const save = async (): Promise<void> => {
    const look = {
      icon: icon === 'wallet' ? null : icon,
      color: color === '' ? null : color,
      currency: currency === '' ? null : currency,
    }
    await call('PUT /api/v1/wallet', { query: { wallet_id: wallet.id }, body: look })
    await refresh()
    say(t('look.saved'), 'good')
    onClose()
  }
  return (
    <Dialog title={t('look.title')} onClose={onClose}>
      <Form task={task} onSend={save} draft="lost">
        <IconChoice icon={icon} color={color} onIcon={setIcon} />
        <Select
          label={t('look.color')}
          value={color}
          options={[
            { value: '', label: t('look.color-none') },
            ...Object.entries(COLOR_NAMES).map(([value, name]) => ({ value: value as WalletColor, label: name() })),
          ]}
          onValue={setColor}
        />
        <CurrencyChoice currency={currency} onCurrency={setCurrency} />
        <Submit look="primary" wide>
          {t('wallets.save')}
        </Submit>
      </Form>
    </Dialog>
  )
}

function IconChoice({
  icon,
  color,
  onIcon,
}: {
  readonly icon: WalletIconName
  readonly color: WalletColor | ''
  readonly onIcon: (icon: WalletIconName) => void
}) {
  const id = useId()
  return (
    <fieldset class="question wallet-icons">
      <legend>{t('look.icon')}</legend>
      {Object.entries(ICON_NAMES).map(([name, text]) => (
        <label key={name} title={text()}>
          <input
            type="radio"
            name={id}
            class="unseen"
            aria-label={text()}
            checked={name === icon}
            onChange={() => onIcon(name as WalletIconName)}
          />
          <WalletIcon icon={name as WalletIconName} {...(color !== '' && { color })} />
        </label>
      ))}
    </fieldset>
  )
}

/** Currencies with a price; without prices, only the account's. */
function CurrencyChoice({
  currency,
  onCurrency,
}: {
  readonly currency: string
  readonly onCurrency: (currency: string) => void
}) {
  const { data = [] } = useQuery({
    queryKey: ['currencies'],
    queryFn: ({ signal }) => call('GET /api/v1/currencies', {}, { signal }),
  })
  const codes = currency === '' || data.includes(currency) ? data : [...data, currency]
  return (
    <Select
      label={t('look.currency')}
      value={currency}
      options={[{ value: '', label: t('look.currency-own') }, ...codes.map((code) => ({ value: code, label: code }))]}
      onValue={onCurrency}
    />
  )
}
