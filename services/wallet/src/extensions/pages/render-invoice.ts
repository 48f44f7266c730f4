import { readPrefix } from '@satchel/bolt11/prefix'
import type { InvoiceBlock, PaidMessage } from '@satchel/extension-sdk/page'
import { attribute, flag, type Html, html } from '@satchel/page/html'
import type { PageLinks } from './page-links.ts'
import { renderCopy } from './render-copy.ts'
import { renderCode } from './render-qr.ts'

/** An invoice as it stands. `live-invoice.js` keeps it up to date; without it, the page says how to check again. */
export function renderInvoice(block: InvoiceBlock, links: PageLinks): Html {
  const { paymentRequest, status = 'pending', paid, expiresAt } = block
  const amount = block.amount ?? amountOf(paymentRequest)
  return html`<section class="invoice" tabindex="-1" aria-label="Invoice" data-invoice="${paymentRequest}" data-status="${status}" data-state="${links.own(block.state)}"${attribute('data-until', expiresAt)}${paidNote('data-paid', paid, links)}>
<p class="amount" dir="auto" data-part="amount">${amount}</p>
${block.note === undefined ? html`` : html`<p class="note" dir="auto">${block.note}</p>`}
${renderOffer(paymentRequest, status !== 'pending')}
${renderWaiting(status, expiresAt)}
${renderVerdict(status, paid, links)}
</section>`
}

/** What `live-invoice.js` fills in when a form has been answered with an invoice. */
export const renderInvoiceTemplate = (): Html => html`<template id="invoice">
<section class="invoice" tabindex="-1" aria-label="Invoice" data-status="pending">
<p class="amount" dir="auto" data-part="amount"></p>
<div data-part="offer">
<a class="tap" data-part="tap"><img class="qr" alt="QR code: invoice" data-part="qr"></a>
${renderCopy('', 'Invoice')}
<a class="button primary" data-part="open">Open in a wallet</a>
<button type="button" data-part="webln" hidden>Pay with this browser’s wallet</button>
</div>
${renderWaiting('pending', undefined)}
${renderVerdict('pending', undefined, undefined)}
<button type="button" class="leave" data-part="again">Start over</button>
</section>
</template>`

function renderOffer(paymentRequest: string, over: boolean): Html {
  const href = `lightning:${paymentRequest}`
  return html`<div data-part="offer"${flag('hidden', over)}>
${renderCode(paymentRequest, 'invoice', href)}
${renderCopy(paymentRequest, 'Invoice')}
<a class="button primary" href="${href}" data-part="open">Open in a wallet</a>
<button type="button" data-part="webln" hidden>Pay with this browser’s wallet</button>
</div>`
}

/** The time that is left changes every second: it stands outside of what is read out. */
const renderWaiting = (status: NonNullable<InvoiceBlock['status']>, until: number | undefined): Html =>
  html`<p class="waiting"><span role="status" data-part="status">${STATUS[status]}</span> <time class="js" data-part="left"${attribute('data-until', until)}></time>
${status === 'pending' ? html`<span class="nojs">This page looks again every 15 seconds.</span>` : html``}</p>`

const STATUS = { pending: 'Waiting for the payment', paid: 'Paid', expired: 'This invoice has expired' } as const

function renderVerdict(status: string, paid: PaidMessage | undefined, links: PageLinks | undefined): Html {
  const href = paid?.href === undefined ? undefined : links?.to(paid.href)
  return html`<div class="verdict" data-part="verdict"${flag('hidden', status !== 'paid')}>
<p dir="auto" data-part="thanks">${paid?.text ?? ''}</p>
<a class="button primary"${attribute('href', href)}${flag('hidden', href === undefined)} data-part="onward">${paid?.label ?? 'Continue'}</a>
</div>`
}

/** For the browser's part, with its address made one of this installation; placeholders are filled in there. */
export function paidNote(name: string, paid: PaidMessage | undefined, links: PageLinks): Html {
  if (paid === undefined) return html``
  const { href, ...rest } = paid
  return attribute(name, JSON.stringify({ ...rest, href: href === undefined ? undefined : links.to(href) }))
}

const SATOSHIS = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

/** What it asks for, in sat; nothing when it leaves that to the payer. */
function amountOf(paymentRequest: string): string | undefined {
  try {
    const { amountMsat } = readPrefix(paymentRequest.toLowerCase().slice(0, paymentRequest.lastIndexOf('1')))
    return amountMsat === undefined ? undefined : `${SATOSHIS.format(Number(amountMsat) / 1000)} sat`
  } catch {
    return undefined
  }
}
