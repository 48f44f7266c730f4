import { useQuery } from '@tanstack/preact-query'
import { useStore } from '../store.ts'
import { call, wasForbidden } from './call.ts'
import { queryClient } from './query-client.ts'

const KEY = ['protection']

const protection = (enabled: boolean) => ({
  queryKey: KEY,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call('GET /api/v1/auth/second-factor', {}, { signal }),
  enabled,
  // A refetch would replace the recovery codes on the screen: invalidate it once the person has kept them.
  staleTime: Infinity,
})

/** The second factors of this account. */
export const useProtection = () => useQuery({ ...protection(true), refetchOnMount: 'always' })

/** True while the service requires a second factor that this account lacks: all other routes answer 403. */
export const useMustProtect = (): boolean => useQuery(protection(useStore(wasForbidden))).data?.missing === true

/** Reloads after a second factor was added or removed. */
export async function refreshProtection(): Promise<void> {
  wasForbidden.set(false)
  await queryClient.invalidateQueries()
}
