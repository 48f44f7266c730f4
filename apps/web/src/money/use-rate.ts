import { useQuery } from '@tanstack/preact-query'
import { call } from '../api/call.ts'
import { usePreferences } from '../api/preferences.ts'
import { guessCurrency } from './guess-currency.ts'
import type { Rate } from './money.ts'

const EVERY_MS = 5 * 60_000

/** The bitcoin price in the wallet's or the person's currency; undefined: none, so that amounts show satoshis only. */
export function useRate(ofWallet?: string): Rate | undefined {
  const preferences = usePreferences()
  const currency =
    ofWallet ?? (preferences === undefined ? '' : (preferences.currency ?? guessCurrency(navigator.languages)))
  return useQuery({
    queryKey: ['rate', currency],
    queryFn: ({ signal }) => readRate(currency, signal),
    enabled: currency !== '' && currency !== 'sat',
    refetchInterval: EVERY_MS,
    retry: false,
  }).data
}

async function readRate(currency: string, signal: AbortSignal): Promise<Rate> {
  const { rate, timestamp } = await call('GET /api/v1/rate/{currency}', { path: { currency } }, { signal, quiet: true })
  return { currency, perBtc: rate, timestamp }
}
