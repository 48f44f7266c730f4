import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { TokenWish } from './token-fields.tsx'

/** The access lists of this person, with their tokens. */
export const useConnections = () =>
  useQuery({
    queryKey: ['connections'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/acls', {}, { signal }),
    // When a token was last used changes without a word.
    staleTime: 0,
  })

export const refreshConnections = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['connections'] })

/** A token of a list: this is the only time that the service tells it. */
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
