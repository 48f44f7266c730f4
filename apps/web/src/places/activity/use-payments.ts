import type { Payment } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { lastPayment } from '../../api/live.ts'
import { queryClient } from '../../api/query-client.ts'
import { useTask } from '../../parts/use-task.ts'
import { type Filter, queryOf } from './filter.ts'
import { appendPage, type LoadedPayments, mergeHead, patchPayment } from './loaded-payments.ts'

const PAGE_SIZE = 50
const KEPT_MS = 60 * 60_000

export interface PaymentList {
  /** Of the previous filter until the first page of the new one is loaded. */
  readonly loaded: LoadedPayments | undefined
  readonly isOld: boolean
  readonly error: unknown
  retry(): void
  /** Loads the next page; ignored while one is loading. */
  more(): void
  readonly moreError: unknown
}

/** The payments of a filter, newest first, by page; the newest page is reloaded on events. */
export function usePayments(filter: Filter): PaymentList {
  const head = useQuery({
    queryKey: ['payments', 'head', filter],
    queryFn: async ({ signal }) => {
      const page = await readPage(filter, undefined, signal)
      keep(filter, (loaded) => mergeHead(loaded, page))
      return page.total
    },
  })
  const { data } = useQuery<LoadedPayments>({
    queryKey: rowsKey(filter),
    enabled: false,
    staleTime: Infinity,
    gcTime: KEPT_MS,
    structuralSharing: false,
  })
  const before = useRef(data)
  useEffect(() => {
    if (data !== undefined) before.current = data
  }, [data])
  useEffect(() => lastPayment.subscribe(() => follow(filter)), [filter])
  const paging = useTask()
  return {
    loaded: data ?? before.current,
    isOld: data === undefined && before.current !== undefined,
    error: data === undefined ? head.error : undefined,
    retry: () => void head.refetch(),
    more: () => paging.run(() => readMore(filter)),
    moreError: paging.error,
  }
}

const rowsKey = (filter: Filter) => ['payment-rows', filter]

export const loadedOf = (filter: Filter): LoadedPayments | undefined => queryClient.getQueryData(rowsKey(filter))

const keep = (filter: Filter, change: (loaded: LoadedPayments | undefined) => LoadedPayments | undefined): void =>
  void queryClient.setQueryData<LoadedPayments>(rowsKey(filter), change)

export async function readMore(filter: Filter, limit = PAGE_SIZE): Promise<void> {
  const cursor = loadedOf(filter)?.cursor
  if (cursor === undefined) return
  const page = await readPage(filter, cursor, undefined, limit)
  keep(filter, (loaded) => (loaded === undefined ? undefined : appendPage(loaded, page)))
}

const readPage = (filter: Filter, cursor: string | undefined, signal?: AbortSignal, limit = PAGE_SIZE) =>
  call(
    'GET /api/v1/payments/paginated',
    { query: { ...queryOf(filter), limit, currency: 'own', ...(cursor !== undefined && { cursor }) } },
    signal === undefined ? {} : { signal },
  )

/** An event below the loaded head: patch its row. */
function follow(filter: Filter): void {
  const message = lastPayment.get()
  const status = message?.status as Payment['status'] | undefined
  if (message === undefined || status === undefined) return
  keep(filter, (loaded) =>
    loaded === undefined
      ? undefined
      : patchPayment(loaded, message.checking_id, { status, pending: status === 'pending' }),
  )
}
