import { badRequest, notFound } from '@satchel/http/service-error'
import { type Command, defineCommand } from '../db/database.ts'
import {
  countShortLinks,
  deleteShortLink,
  findLinkTo,
  insertShortLink,
  type ShortLink,
} from '../wallets/short-link-store.ts'

const MAX_OF_A_WALLET = 10_000

/** Creates one link per target of a wallet; a repeat returns the same link. */
export const createShortLink = defineCommand({
  name: 'create-short-link',
  run: async (tx, { walletId, link }: { walletId: string; link: ShortLink }): Promise<ShortLink> => {
    const existing = await findLinkTo(tx, walletId, link.target)
    if (existing !== undefined) return existing
    if ((await countShortLinks(tx, walletId)) >= MAX_OF_A_WALLET) {
      throw badRequest(`A wallet has at most ${MAX_OF_A_WALLET} short links; delete some first.`, {
        code: 'too_many_short_links',
        params: { max: MAX_OF_A_WALLET },
      })
    }
    await tx.run(insertShortLink(walletId, link))
    return link
  },
})

export const forgetShortLink = defineCommand({
  name: 'forget-short-link',
  run: (tx, { walletId, id }: { walletId: string; id: string }) =>
    tx.run({
      ...deleteShortLink(walletId, id),
      rows: 1,
      otherwise: () => notFound('Short link not found.', { code: 'short_link_not_found' }),
    }),
})

/** Every change to short links. */
export const SHORT_LINK_COMMANDS: readonly Command<never, unknown>[] = [createShortLink, forgetShortLink]
