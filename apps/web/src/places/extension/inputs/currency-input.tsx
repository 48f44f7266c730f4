import { useQuery } from '@tanstack/preact-query'
import { call } from '../../../api/call.ts'
import { currencyName, t } from '../../../language/language.ts'
import { unitName } from '../../../money/money.ts'
import { Select } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'

interface CurrencyInputProps extends TextInputProps {
  /** For bitcoin prices: excludes satoshis. */
  readonly isPrice: boolean
}

/** Satoshis, or a currency with a price; keeps an item's current one. */
export function CurrencyInput({ value, onValue, isPrice, ...shared }: CurrencyInputProps) {
  const { data = [] } = useQuery({
    queryKey: ['currencies'],
    queryFn: ({ signal }) => call('GET /api/v1/currencies', {}, { signal }),
  })
  const codes = value === '' || value === 'sat' || data.includes(value) ? data : [...data, value]
  return (
    <Select
      {...shared}
      value={value}
      options={[
        ...(value === '' || isPrice ? [{ value: '', label: t(isPrice ? 'ext.none' : 'ext.choose') }] : []),
        ...(isPrice ? [] : [{ value: 'sat', label: unitName('sat') }]),
        ...codes.filter((code) => code !== 'sat').map((code) => ({ value: code, label: currencyName(code) })),
      ]}
      onValue={onValue}
    />
  )
}
