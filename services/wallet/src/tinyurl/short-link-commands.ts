import { ServiceError } from '@satchel/http/service-error'
import { defineCommand } from '../db/database.ts'
import {
  countShortLinks,
  deleteShortLink,
  findLinkTo,
  insertShortLink,
  type ShortLink,
} from '../wallets/short-link-store.ts'

const MOST_OF_A_WALLET = 10_000

/** One link for one target of a wallet: asked for again, it is the same one. */
export const createShortLink = defineCommand(
  'create-short-link',
  async (tx, { walletId, link }: { walletId: string; link: ShortLink }): Promise<ShortLink> => {
    const existing = await findLinkTo(tx, walletId, link.target)
    if (existing !== undefined) return existing
    if ((await countShortLinks(tx, walletId)) >= MOST_OF_A_WALLET) {
      throw new ServiceError('bad_request', `A wallet has at most ${MOST_OF_A_WALLET} short links; delete some first.`)
    }
    await tx.run(insertShortLink(walletId, link))
    return link
  },
)

export const forgetShortLink = defineCommand(
  'forget-short-link',
  (tx, { walletId, id }: { walletId: string; id: string }) =>
    tx.run({
      ...deleteShortLink(walletId, id),
      rows: 1,
      otherwise: () => new ServiceError('not_found', 'Short link not found.'),
    }),
)
