import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import type { InputOf } from '../../api/routes.ts'
import { ownZone } from '../../language/dates.ts'

type Query = NonNullable<InputOf<'GET /api/v1/payments/history'>['query']>

/** Sums and balances by period, in the browser's time zone; reloaded after each payment. */
export const useHistory = (query: Omit<Query, 'tz'>) =>
  useQuery({
    queryKey: ['history', 'periods', query],
    queryFn: ({ signal }) => call('GET /api/v1/payments/history', { query: { ...query, tz: ownZone() } }, { signal }),
  })
