import { useQuery } from '@tanstack/preact-query'
import { useStore } from '../store.ts'
import { call, wasForbidden } from './call.ts'
import { queryClient } from './query-client.ts'

const KEY = ['protection']

const protection = (enabled: boolean) => ({
  queryKey: KEY,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call('GET /api/v1/auth/second-factor', {}, { signal }),
  enabled,
  // Recovery codes are on the screen when the answer would be another one: it is asked for again once they are kept.
  staleTime: Infinity,
})

/** The second factors of this account. */
export const useProtection = () => useQuery({ ...protection(true), refetchOnMount: 'always' })

/** True while the service wants a second factor of this account, which has none: everything else is forbidden. */
export const useMustProtect = (): boolean => useQuery(protection(useStore(wasForbidden))).data?.missing === true

/** After a second factor was added or removed. */
export async function refreshProtection(): Promise<void> {
  wasForbidden.set(false)
  await queryClient.invalidateQueries()
}
