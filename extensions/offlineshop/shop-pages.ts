import type { Block, Page } from '@satchel/extension-sdk/page'
import { amountText, fixed, type Text, timeText } from '@satchel/extension-sdk/text'
import type { Product, ProductSale } from './fields.ts'
import { totpAt, totpEnd } from './totp.ts'

/** A code that is valid longer could be reused by the next customer. */
const CODE_SECONDS = 600

const priceText = ({ price, currency }: Pick<Product, 'price' | 'currency'>): Text => amountText(price, currency)

/** A product to scan, on a screen. */
export const productPage = (product: Product): Page => ({
  title: product.name,
  blocks: [
    ...(product.image === undefined ? [] : [{ kind: 'image', url: product.image, alt: product.name } as const]),
    { kind: 'amount', text: priceText(product) },
    ...(product.description === undefined ? [] : [{ kind: 'text', text: product.description } as const]),
    product.enabled && product.lnurl !== undefined
      ? { kind: 'qr', value: product.lnurl, label: fixed('Scan with a Lightning wallet') }
      : { kind: 'text', text: fixed('This product is not for sale at the moment.'), tone: 'muted' },
  ],
})

/** All products on paper. */
export const printPage = (products: readonly Product[]): Page => ({
  title: fixed('Offline shop'),
  layout: 'wide',
  blocks: [
    { kind: 'print', text: fixed('Print') },
    products.length === 0
      ? { kind: 'text', text: fixed('There are no products for sale.'), tone: 'muted' }
      : {
          kind: 'sheet',
          cards: products.map((product) => ({
            qr: product.lnurl ?? '',
            title: product.name,
            lines: [priceText(product)],
            ...(product.image !== undefined && { image: product.image }),
          })),
        },
  ],
})

/** The page on which the owner requests the sheet; the key is sent only with that request. */
export const PRINT_FORM: Page = {
  title: fixed('Price tags'),
  eyebrow: fixed('Offline shop'),
  blocks: [
    {
      kind: 'form',
      action: '/print',
      method: 'GET',
      submit: fixed('Show the sheet'),
      fields: [
        {
          name: 'key',
          label: fixed('Key of the wallet'),
          type: 'key',
          required: true,
          hint: fixed('The invoice key is enough.'),
        },
      ],
    },
  ],
}

/** What the customer shows to the seller. */
export const confirmationPage = (sale: ProductSale, secret: string | undefined, nowSeconds: number): Page => ({
  title: fixed('Paid'),
  eyebrow: sale.name,
  blocks: [
    ...proofOf(sale, secret, nowSeconds),
    {
      kind: 'facts',
      rows: [
        [fixed('Product'), sale.name],
        [fixed('Price'), priceText(sale)],
        ...(sale.currency === 'sat' ? [] : [[fixed('Paid'), amountText(sale.sats)] as const]),
        [fixed('Time'), timeText(sale.paid_at * 1000)],
      ],
    },
  ],
})

function proofOf({ method, word, paid_at: paidAt }: ProductSale, secret: string | undefined, now: number): Block[] {
  if (method === 'wordlist') return [{ kind: 'amount', text: word ?? '', note: fixed('Show this word to the seller.') }]
  if (method === 'none' || secret === undefined) return []
  if (now > paidAt + CODE_SECONDS)
    return [{ kind: 'text', text: fixed('The code is only shown for 10 minutes after the payment.'), tone: 'muted' }]
  return [
    { kind: 'amount', text: totpAt(secret, now), note: fixed('Show this code to the seller.') },
    { kind: 'countdown', until: totpEnd(now), label: fixed('Reload for the next one in') },
  ]
}

export const WAIT_PAGE: Page = {
  title: fixed('One moment'),
  blocks: [{ kind: 'text', text: fixed('The payment has just arrived. Please load this page again.') }],
}

export const NOT_THERE_PAGE: Page = {
  title: fixed('Not found'),
  blocks: [{ kind: 'text', text: fixed('There is no such sale, or it is not paid yet.') }],
}
