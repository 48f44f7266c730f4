import { useQuery } from '@tanstack/preact-query'
import { callAt } from '../../../api/call.ts'
import type { Item } from '../../../api/extensions.ts'
import { t } from '../../../language/language.ts'
import { Select } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { hintsOf } from '../../../parts/numbers/number-field.tsx'

/** One of the person's watch-only wallets; keeps an unknown one. Nothing while that extension is off. */
export function WatchonlyInput({ hint, value, onValue, ...shared }: TextInputProps) {
  const { data, isPending } = useQuery({
    queryKey: ['watch-only-wallets'],
    queryFn: async ({ signal }) => (await callAt('GET', '/watchonly/api/v1/', {}, { signal })) as Item[],
    retry: false,
    staleTime: 0,
  })
  const wallets = (data ?? []).map(({ id, title }) => ({ value: id, label: String(title) }))
  const isOther = value !== '' && wallets.every((each) => each.value !== value)
  return (
    <Select
      {...shared}
      hint={hintsOf(isPending || wallets.length > 0 ? undefined : t('ext.no-watch-only'), hint)}
      value={value}
      options={[{ value: '', label: t('ext.none') }, ...wallets, ...(isOther ? [{ value, label: value }] : [])]}
      onValue={onValue}
    />
  )
}
