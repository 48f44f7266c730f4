import { hashMetadata, readMetadata } from '@satchel/lnurl/metadata'
import { type PayOffer, writePayOffer } from '@satchel/lnurl/pay-offer'
import { writeWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import type { Scanned } from '../../lnurl/lnurl-client.ts'

/** The offer of an LNURL, by its LNURL names, with the data that wallets show. */
export function toOffer(scanned: Scanned) {
  const { kind } = scanned
  const { domain } = scanned.lnurl
  switch (kind) {
    case 'pay':
      return { kind, domain, ...writePayOffer(scanned.offer), ...toShown(scanned.offer), fixed: isFixed(scanned.offer) }
    case 'withdraw':
      return {
        kind,
        domain,
        ...writeWithdrawOffer(scanned.offer),
        // The field names that programs for LNbits expect.
        description: scanned.offer.defaultDescription,
        fixed: isFixed(scanned.offer),
      }
    case 'auth': {
      const { callback, k1, action } = scanned.offer
      return { kind, domain, tag: 'login', callback, k1, ...(action !== undefined && { action }) }
    }
    case 'channel':
      return { kind, domain, tag: 'channelRequest' }
  }
}

function toShown({ metadata, commentAllowed }: PayOffer) {
  const { text, identifier, email, image } = readMetadata(metadata)
  const targetUser = identifier ?? email
  return {
    description: text,
    description_hash: hashMetadata(metadata),
    commentAllowed,
    ...(targetUser !== undefined && { targetUser }),
    ...(image !== undefined && { image: `data:${image.type},${image.base64}` }),
  }
}

const isFixed = ({ leastMsat, mostMsat }: Pick<PayOffer, 'leastMsat' | 'mostMsat'>): boolean => leastMsat === mostMsat
