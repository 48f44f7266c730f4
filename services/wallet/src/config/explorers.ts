import { list } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { isTrustworthyUrl } from './extensions.ts'

const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const

/** Where extensions ask about the chain, by network: an Esplora API, without a slash at its end. */
export type Explorers = Readonly<Partial<Record<(typeof NETWORKS)[number], string>>>

export const EXPLORER_URLS = list('SERVICE_EXPLORER_URLS', 'Esplora APIs: `mainnet=https://…/api,testnet=…`.')

/** `mainnet=https://…/api,regtest=http://…`; a single URL is that of mainnet. */
export function readExplorers(
  read: Reader,
  problems: string[],
  outbound: { readonly allowPrivate: boolean; readonly allow: readonly string[] },
): Explorers {
  const named = read(EXPLORER_URLS).map((text) => {
    const [, network = 'mainnet', url = ''] = /^(?:([a-z]+)=)?(.+)$/.exec(text) ?? []
    return { network: NETWORKS.find((one) => one === network), url: url.replace(/\/+$/, '') }
  })
  const isOnce = new Set(named.map(({ network }) => network)).size === named.length
  const isGood = named.every(({ network, url }) => network !== undefined && isTrustworthyUrl(url, outbound))
  if (!isOnce || !isGood) {
    problems.push(
      `SERVICE_EXPLORER_URLS: must be a list of NETWORK=URL with https, each of ${NETWORKS.join(', ')} once; http only where private addresses are allowed`,
    )
  }
  return Object.fromEntries(named.map(({ network, url }) => [network, url]))
}
