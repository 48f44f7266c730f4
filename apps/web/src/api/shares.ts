import type { WalletShare } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useStore } from '../store.ts'
import { call } from './call.ts'
import { session } from './session.ts'

interface Shares {
  /** Of the person's own wallets: guests, and people who have not answered. */
  readonly given: readonly WalletShare[]
  /** Wallets of others that the person may accept. */
  readonly offered: readonly WalletShare[]
}

/** Who shares wallets with this person. Thrown away with the wallets by `refresh`. */
export function useShares() {
  const me = useStore(session)
  const name = typeof me === 'object' ? me.username : ''
  return useQuery({
    queryKey: ['wallets', 'shares'],
    queryFn: ({ signal }) => call('GET /api/v1/wallet/share', {}, { signal }),
    select: (shares): Shares => ({
      given: shares.filter(({ owner }) => owner === name),
      offered: shares.filter(({ owner, status }) => owner !== name && status === 'pending'),
    }),
    // An invitation comes without a word over the socket.
    staleTime: 0,
  })
}
