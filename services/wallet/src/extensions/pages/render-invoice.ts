import { readPrefix } from '@satchel/bolt11/prefix'
import type { InvoiceBlock, PaidMessage } from '@satchel/extension-sdk/page'
import { attribute, flag, type Html, html } from '@satchel/page/html'
import { renderCopy } from './render-copy.ts'
import { renderCode } from './render-qr.ts'
import type { Spoken } from './speak.ts'
import type { Surface } from './surface.ts'

/** An invoice in its current state. `live-invoice.js` updates it; without it, the page says how to check again. */
export function renderInvoice(block: Spoken<InvoiceBlock>, on: Surface): Html {
  const { paymentRequest, status = 'pending', paid, expiresAt } = block
  const amount = block.amount ?? amountOf(paymentRequest, on)
  return html`<section class="invoice" tabindex="-1" aria-label="${on.say('Invoice')}" data-invoice="${paymentRequest}" data-status="${status}" data-state="${on.own(block.state)}"${attribute('data-until', expiresAt)}${paidNote('data-paid', paid, on)}>
<p class="amount" dir="auto" data-part="amount">${amount}</p>
${block.note === undefined ? html`` : html`<p class="note" dir="auto">${block.note}</p>`}
${renderOffer(paymentRequest, status !== 'pending', on)}
${renderWaiting(status, expiresAt, on)}
${status === 'pending' ? html`<a class="button nojs" href="">${on.say('I have paid: look now')}</a>` : html``}
${renderVerdict(status, paid, on)}
</section>`
}

/** What `live-invoice.js` fills in when a form has been answered with an invoice. */
export const renderInvoiceTemplate = (on: Surface): Html => html`<template id="invoice">
<section class="invoice" tabindex="-1" aria-label="${on.say('Invoice')}" data-status="pending">
<p class="amount" dir="auto" data-part="amount"></p>
<div data-part="offer">
<a class="tap" data-part="tap"><img class="qr" alt="${on.say('QR code: {label}', { label: on.say('invoice') })}" data-part="qr"></a>
${renderCopy('', on.say('Invoice'), on)}
<a class="button primary" data-part="open">${on.say('Open in a wallet')}</a>
<button type="button" data-part="webln" hidden>${on.say('Pay with this browser’s wallet')}</button>
</div>
${renderWaiting('pending', undefined, on)}
${renderVerdict('pending', undefined, on)}
<button type="button" class="leave" data-part="again">${on.say('Start over')}</button>
</section>
</template>`

function renderOffer(paymentRequest: string, over: boolean, on: Surface): Html {
  const href = `lightning:${paymentRequest}`
  return html`<div data-part="offer"${flag('hidden', over)}>
${renderCode(paymentRequest, on.say('invoice'), href, on)}
${renderCopy(paymentRequest, on.say('Invoice'), on)}
<a class="button primary" href="${href}" data-part="open">${on.say('Open in a wallet')}</a>
<button type="button" data-part="webln" hidden>${on.say('Pay with this browser’s wallet')}</button>
</div>`
}

/** The remaining time changes every second: it is outside of the text that screen readers announce. */
const renderWaiting = (status: NonNullable<InvoiceBlock['status']>, until: number | undefined, on: Surface): Html =>
  html`<p class="waiting"><span role="status" data-part="status">${on.say(STATUS[status])}</span> <time class="js" data-part="left"${attribute('data-until', until)}></time>
${status === 'pending' ? html`<span class="nojs">${on.say('This page looks again every 15 seconds.')}</span>` : html``}</p>`

const STATUS = { pending: 'Waiting for the payment', paid: 'Paid', expired: 'This invoice has expired' } as const

function renderVerdict(status: string, paid: Spoken<PaidMessage> | undefined, on: Surface): Html {
  const href = paid?.href === undefined ? undefined : on.to(paid.href)
  return html`<div class="verdict" data-part="verdict"${flag('hidden', status !== 'paid')}>
<p dir="auto" data-part="thanks">${paid?.text ?? ''}</p>
<a class="button primary"${attribute('href', href)}${flag('hidden', href === undefined)} data-part="onward">${paid?.label ?? on.say('Continue')}</a>
</div>`
}

/** For the browser's part, with its address made one of this installation; placeholders are filled in there. */
export function paidNote(name: string, paid: Spoken<PaidMessage> | undefined, on: Surface): Html {
  if (paid === undefined) return html``
  const { href, ...rest } = paid
  return attribute(name, JSON.stringify({ ...rest, href: href === undefined ? undefined : on.to(href) }))
}

/** Its amount, in sat; undefined if the payer chooses it. */
function amountOf(paymentRequest: string, on: Surface): string | undefined {
  try {
    const { amountMsat } = readPrefix(paymentRequest.toLowerCase().slice(0, paymentRequest.lastIndexOf('1')))
    return amountMsat === undefined ? undefined : on.money({ amount: Number(amountMsat) / 1000, currency: 'sat' })
  } catch {
    return undefined
  }
}
