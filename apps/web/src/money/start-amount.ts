import { usePreferences } from '../api/preferences.ts'
import type { Rate } from './money.ts'
import type { TypedAmount } from './typed-amount.ts'

/** An empty amount in the person's preferred unit. */
export function useStartAmount(rate: Rate | undefined): TypedAmount {
  const inFiat = usePreferences()?.unit === 'fiat'
  return { unit: inFiat && rate !== undefined ? rate.currency : 'sat', text: '' }
}
