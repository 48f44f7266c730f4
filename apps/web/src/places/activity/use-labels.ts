import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'

/** Labels of payments, most frequent first. Reloaded with the payments. */
export const useLabels = (walletId: string): readonly string[] =>
  useQuery({
    queryKey: ['history', 'labels', walletId],
    queryFn: ({ signal }) => call('GET /api/v1/payments/labels', { query: { wallet_id: walletId } }, { signal }),
  }).data?.map(({ label }) => label) ?? []
