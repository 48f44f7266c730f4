import { useQuery } from '@tanstack/preact-query'
import { call } from '../api/call.ts'

/** The offered ways to log in, and whether registration is open. */
export const useMethods = () =>
  useQuery({
    queryKey: ['methods'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/methods', {}, { signal, anonymous: true }),
  }).data
