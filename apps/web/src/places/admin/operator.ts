import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'

export type ServerStatus = AnswerOf<'GET /api/v1/admin/status'>
export type OperatorPayment = AnswerOf<'GET /api/v1/admin/payments'>['data'][number]
export type HaltState = AnswerOf<'GET /api/v1/admin/halt'>

export const useServerStatus = () =>
  useQuery({
    queryKey: ['operator', 'status'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/status', {}, { signal }),
    staleTime: 0,
    // With very many payments the first answer comes before the sums.
    refetchInterval: ({ state }) => state.data?.owed === null && SUMS_POLL_MS,
  })

const SUMS_POLL_MS = 5000

export const useHalt = () =>
  useQuery({
    queryKey: ['operator', 'halt'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/halt', {}, { signal }),
    staleTime: 0,
  })

/** Reloads everything that an operator's change may affect. */
export async function refreshOperator(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['operator'] }),
    queryClient.invalidateQueries({ queryKey: ['status'] }),
  ])
}
