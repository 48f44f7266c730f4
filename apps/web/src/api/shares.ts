import type { WalletShare } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useStore } from '../store.ts'
import { call } from './call.ts'
import { session } from './session.ts'

interface Shares {
  /** For the person's own wallets: their guests, and unanswered invitations. */
  readonly given: readonly WalletShare[]
  /** Wallets of other people that this person may accept. */
  readonly offered: readonly WalletShare[]
}

/** Shares of wallets with this person as owner or guest. `refresh` invalidates them with the wallets. */
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
    // The socket does not report invitations.
    staleTime: 0,
  })
}
