import { ServiceError } from '@satchel/http/service-error'
import type { Clock } from '../base/clock.ts'
import { remember } from '../base/remember.ts'
import type { LnurlClient } from './lnurl-client.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { OwnLinks } from './own-links.ts'

export interface LeadsHereDeps {
  readonly ownAddresses: Pick<OwnAddresses, 'formerHosts'>
  readonly ownLinks: Pick<OwnLinks, 'isOurs'>
  readonly lnurl: Pick<LnurlClient, 'scan'>
  readonly clock: Clock
}

const ASKED_AGAIN_MS = 60_000
const MAX_KEPT = 1000

/**
 * Whether a link is one of this service, so that its invoices are paid inside. Only hosts of former public URLs are
 * asked, once a minute: what still leads here names a callback of ours (decision 0086).
 */
export function createLeadsHere({ ownAddresses, ownLinks, lnurl, clock }: LeadsHereDeps) {
  const asked = new Map<string, { readonly ours: Promise<boolean>; readonly until: number }>()
  const ask = async (url: string): Promise<boolean> => {
    try {
      const scanned = await lnurl.scan(url, ASKER)
      return scanned.kind === 'pay' && (await ownLinks.isOurs(scanned.offer.callback))
    } catch (error) {
      if (error instanceof ServiceError) return false
      throw error
    }
  }
  return async (url: string): Promise<boolean> => {
    if (await ownLinks.isOurs(url)) return true
    const { hostname } = new URL(url)
    if (!ownAddresses.formerHosts.some((host) => host.replace(/:\d+$/, '') === hostname)) return false
    const known = asked.get(url)
    if (known !== undefined && known.until > clock()) return known.ours
    const ours = ask(url)
    remember(asked, MAX_KEPT, url, { ours, until: clock() + ASKED_AGAIN_MS })
    return ours
  }
}

/** Asked as a payout, so no account is counted. */
const ASKER = 'service'
