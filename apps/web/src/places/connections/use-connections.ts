import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { TokenWish } from './token-fields.tsx'

export const useConnections = () =>
  useQuery({
    queryKey: ['connections'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/acls', {}, { signal }),
    // No event reports the last use of a token.
    staleTime: 0,
  })

export const refreshConnections = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['connections'] })

/** Creates a token; the service returns its secret only once. */
export async function makeToken(aclId: string, { name, budget, minutes }: TokenWish): Promise<string> {
  const body = {
    name,
    ...(budget !== undefined && { budget_sats: budget.sats, budget_period: budget.period }),
    ...(minutes !== undefined && { expires_in_minutes: minutes }),
  }
  const { token } = await call('POST /api/v1/auth/acls/{acl_id}/tokens', { path: { acl_id: aclId }, body })
  await refreshConnections()
  return token
}
