import { QueryClient } from '@tanstack/preact-query'
import { ApiError } from './api-error.ts'

/** Reads are tried again when no answer came; what changes something is sent once, also when the network is back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
