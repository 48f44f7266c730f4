import type { Wallet } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { t } from '../language/language.ts'
import { createStore, useStore } from '../store.ts'
import { call } from './call.ts'
import { usePreferences } from './preferences.ts'

/** The wallet that was chosen on this screen; undefined: the person's first one. */
const chosen = createStore<string | undefined>(undefined)

export const chooseWallet = (id: string): void => chosen.set(id)

export const useWallets = () =>
  useQuery({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => call('GET /api/v1/wallets', {}, { signal }),
    // No event reports a wallet that was made, renamed or shared elsewhere.
    refetchInterval: WALLETS_POLL_MS,
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > WALLETS_OLD_MS && 'always',
  })

const WALLETS_POLL_MS = 60_000
/** A person who comes back from another page sees what was done there; one who only looks away asks for nothing. */
const WALLETS_OLD_MS = 10_000

/** The wallet that receives and pays now. */
export function useWallet(): Wallet | undefined {
  const wanted = useStore(chosen) ?? usePreferences()?.start_wallet_id
  const { data } = useWallets()
  return data?.find(({ id }) => id === wanted) ?? data?.[0]
}

export type Right = 'view-payments' | 'receive-payments' | 'send-payments'

/** A guest may do what the owner has allowed; the owner may do everything. */
export const may = ({ permissions }: Wallet, right: Right): boolean => permissions?.includes(right) ?? true

/** Where others reach this service: this browser may use another name of it. */
export const usePublicUrl = (): string => useStatus()?.public_url ?? location.origin

/** The name that the operator gave to this installation. */
export const useSiteName = (): string => useStatus()?.site_name ?? t('brand')

/** What this service is, and whether real money moves. */
export const useStatus = () => useStatusQuery().data

export const useStatusQuery = () =>
  useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call('GET /api/v1/status', {}, { signal }),
    staleTime: 60_000,
    // No event reports the end of a halt.
    refetchInterval: ({ state }) => state.data?.payments_halted === true && HALT_POLL_MS,
  })

const HALT_POLL_MS = 30_000
