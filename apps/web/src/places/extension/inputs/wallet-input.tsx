import { useWallets } from '../../../api/wallets.ts'
import { t } from '../../../language/language.ts'
import { Field, Select } from '../../../parts/field.tsx'
import { useGuardedText } from '../../../parts/payment/use-guarded-text.ts'

const OTHER = 'other'

/** One of the person's wallets, or a Lightning address if allowed. */
export function WalletInput({
  label,
  name,
  hint,
  error,
  value,
  onValue,
  isOnlyWallet,
  optional,
  example,
}: {
  readonly label: string
  /** The label without a unit. */
  readonly name: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
  readonly isOnlyWallet: boolean
  readonly optional: boolean
  readonly example: string | undefined
}) {
  const { data = [] } = useWallets()
  const address = t('ext.address-of', { label: name })
  const guarded = useGuardedText({ value, onValue, error })
  const own = data.filter(({ share_id: share }) => share === undefined)
  const typing = !own.some(({ id }) => id === value)
  const wallets = own.map(({ id, name }) => ({ value: id, label: name }))
  if (isOnlyWallet) {
    const options = [...(optional || value === '' ? [{ value: '', label: t('ext.choose') }] : []), ...wallets]
    return <Select label={label} hint={hint} error={error} value={value} options={options} onValue={onValue} />
  }
  return (
    <>
      <Select
        label={label}
        value={typing ? OTHER : value}
        options={[{ value: OTHER, label: t('ext.other-address') }, ...wallets]}
        onValue={(chosen) => onValue(chosen === OTHER ? '' : chosen)}
        {...(!typing && { hint, error })}
      />
      {typing && (
        <Field
          label={optional ? t('ext.optional', { label: address }) : address}
          hint={hint}
          {...guarded}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          ltr
          {...(example !== undefined && { placeholder: example })}
        />
      )}
    </>
  )
}
