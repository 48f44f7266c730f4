import { useQuery } from '@tanstack/preact-query'
import { queryClient } from '../../api/query-client.ts'
import { ownZone } from '../../language/dates.ts'
import { dayBounds } from '../../language/day-bounds.ts'
import type { Period } from './period.ts'

export interface Filter extends Period {
  /** `all`, or a wallet's id. */
  readonly walletId: string
  readonly search: string
  readonly direction?: 'in' | 'out' | undefined
  readonly status?: 'success' | 'pending' | 'failed' | undefined
  readonly tag?: string | undefined
  readonly label?: string | undefined
  readonly contactId?: string | undefined
}

export const EVERYTHING: Filter = { walletId: 'all', search: '' }

/** In the query cache only, which a log-out clears. */
const KEY = ['activity-filter']

export const setFilter = (filter: Filter): void => void queryClient.setQueryData(KEY, filter)

/** Survives navigation within the app. */
export const useFilter = (): Filter =>
  useQuery({ queryKey: KEY, queryFn: () => EVERYTHING, initialData: EVERYTHING, staleTime: Infinity, gcTime: Infinity })
    .data

/** The query for the list. */
export const queryOf = ({ walletId, search, direction, status, tag, label, contactId, ...period }: Filter) => ({
  wallet_id: walletId,
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(direction !== undefined && { direction }),
  ...(status !== undefined && { status }),
  ...(tag !== undefined && { tag: [tag] }),
  ...(label !== undefined && { label }),
  ...(contactId !== undefined && { contact: contactId }),
  ...dayBounds(period),
})

export type Format = 'csv' | 'json'

/** The query for an export, if need be of these wallets only. Dates in the file use the browser's time zone. */
export function exportQuery(filter: Filter, walletIds: readonly string[], format: Format): string {
  const query = Object.entries({ ...queryOf(filter), format, tz: ownZone(), currency: 'own' })
  return new URLSearchParams([
    ...query.map(([name, value]) => [name, String(value)]),
    ...walletIds.map((id) => ['wallets', id]),
  ]).toString()
}

/** What the history of the service knows of a filter: all but its direction, state and period. */
export const markedBy = (filter: Filter) =>
  queryOf({ ...filter, direction: undefined, status: undefined, from: undefined, to: undefined })

/** Whether payments that succeeded are in the list. */
export const isOfDone = ({ status }: Filter): boolean => status === undefined || status === 'success'

/** Whether the filter excludes any payment. */
export const isNarrow = (filter: Filter): boolean =>
  Object.keys(queryOf(filter)).length > 1 || filter.walletId !== 'all'
