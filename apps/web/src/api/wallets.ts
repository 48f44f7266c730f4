import type { Wallet } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { t } from '../language/language.ts'
import { createStore, useStore } from '../store.ts'
import { call } from './call.ts'
import { usePreferences } from './preferences.ts'

/** The wallet chosen on this screen; undefined: the first one. */
const chosen = createStore<string | undefined>(undefined)

export const chooseWallet = (id: string): void => chosen.set(id)

export const useWallets = () =>
  useQuery({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => call('GET /api/v1/wallets', {}, { signal }),
    // No event reports wallets that were created, renamed or shared elsewhere.
    refetchInterval: WALLETS_POLL_MS,
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > WALLETS_OLD_MS && 'always',
  })

const WALLETS_POLL_MS = 60_000
/** Reload when the person returns to this window, unless they were away only briefly. */
const WALLETS_OLD_MS = 10_000

/** The wallet used to receive and pay. */
export function useWallet(): Wallet | undefined {
  const wanted = useStore(chosen) ?? usePreferences()?.start_wallet_id
  const { data } = useWallets()
  return data?.find(({ id }) => id === wanted) ?? data?.[0]
}

export type Right = 'view-payments' | 'receive-payments' | 'send-payments'

/** Owners have every right; guests have those that the owner granted. */
export const may = ({ permissions }: Wallet, right: Right): boolean => permissions?.includes(right) ?? true

/** The public URL of this service; the browser may use another host name. */
export const usePublicUrl = (): string => useStatus()?.public_url ?? location.origin

export const useSiteName = (): string => useStatus()?.site_name ?? t('brand')

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
