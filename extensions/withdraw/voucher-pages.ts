import type { Page } from '@satchel/extension-sdk/page'
import { csvLine } from '@satchel/extension-sdk/replies/csv-line'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { WithdrawCtx, WithdrawItem } from './fields.ts'

/** The LNURL in capitals, because its QR code is smaller. */
const lnurlOf = (ctx: Pick<WithdrawCtx, 'url'>, item: WithdrawItem, code?: string): string =>
  encodeLnurl(ctx.url(`/lnurl/${item.hash}${code === undefined ? '' : `/${code}`}`)).toUpperCase()

/** The code of the link as a whole; vouchers have one each. */
export const linkLnurl = (ctx: Pick<WithdrawCtx, 'url'>, item: WithdrawItem): string | undefined =>
  item.is_unique ? undefined : lnurlOf(ctx, item)

const formatAmount = ({ min_withdrawable: least, max_withdrawable: most }: WithdrawItem): Text =>
  least === most ? amountText(most) : fixed('{min} to {max}', { min: least, max: amountText(most) })

/** The public page: of a link with vouchers it shows none of them. */
export function linkPage(ctx: WithdrawCtx, item: WithdrawItem): Page {
  const lnurl = linkLnurl(ctx, item)
  const isOver = item.used >= item.uses
  return {
    title: item.title,
    blocks: [
      { kind: 'amount', text: formatAmount(item) },
      ...(isOver || !item.enabled
        ? [
            {
              kind: 'text',
              text: isOver ? fixed('This link has been used up.') : fixed('This link is switched off.'),
              tone: 'bad',
            } as const,
          ]
        : lnurl === undefined
          ? [{ kind: 'text', text: fixed('Scan the code on your voucher with a Lightning wallet.') } as const]
          : [{ kind: 'qr', value: lnurl, label: fixed('Scan with a Lightning wallet to withdraw') } as const]),
      {
        kind: 'facts',
        rows: [[fixed('Uses left'), fixed('{left} of {all}', { left: item.uses - item.used, all: item.uses })]],
      },
    ],
  }
}

/** For the owner: every unused voucher as a card to cut out. */
export function voucherSheet(ctx: WithdrawCtx, item: WithdrawItem): Page {
  const { title, custom_url: image } = item
  const cards = vouchersOf(ctx, item).map(({ lnurl }) => ({
    qr: lnurl,
    title: formatAmount(item),
    lines: [title],
    ...(image !== undefined && { image }),
  }))
  return {
    title,
    layout: 'wide',
    blocks:
      cards.length === 0
        ? [{ kind: 'text', text: fixed('Everything has been used.'), tone: 'muted' }]
        : [
            { kind: 'print', text: fixed('Print') },
            { kind: 'sheet', cards },
          ],
  }
}

/** `number,lnurl`, a line each. */
export const voucherCsv = (ctx: WithdrawCtx, item: WithdrawItem): string =>
  [['number', 'lnurl'], ...vouchersOf(ctx, item).map(({ lnurl }, index) => [index + 1, lnurl])].map(csvLine).join('')

function vouchersOf(ctx: WithdrawCtx, item: WithdrawItem): { readonly lnurl: string }[] {
  if (item.is_unique) return item.codes.map((code) => ({ lnurl: lnurlOf(ctx, item, code) }))
  return item.used < item.uses ? [{ lnurl: lnurlOf(ctx, item) }] : []
}
