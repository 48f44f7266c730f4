import type { FormBlock } from '@satchel/extension-sdk/page'
import { attribute, flag, type Html, html } from '@satchel/page/html'
import type { PageLinks } from './page-links.ts'
import { renderField } from './render-field.ts'
import { paidNote } from './render-invoice.ts'

/** The route with which the host says how an invoice stands. */
const SHARED_STATE = '/state/{payment_hash}'

/**
 * Of a closed form nothing is left to fill in; what a browser keeps of it is offered all the same. The others
 * are sent by `send-form.js`. Until that runs, a form that names no `noScriptAction` cannot be sent at all: the browser would
 * put what people wrote into an address that no route answers.
 */
export function renderForm(form: FormBlock, links: PageLinks, at: number): Html {
  const {
    action,
    method = 'POST',
    noScriptAction: plain,
    quoteAction: quote,
    paid,
    done,
    state = SHARED_STATE,
    closed,
  } = form
  return html`<form method="${plain === undefined ? 'get' : 'post'}" action="${plain === undefined ? '' : links.own(plain)}" data-form data-action="${links.own(action)}" data-method="${method}" data-state="${links.own(state)}"${attribute('data-quote', quote === undefined ? undefined : links.own(quote))}${paidNote('data-paid', paid, links)}${paidNote('data-done', done, links)}${flag('data-remember', form.remember)}${flag('data-stay', form.clearAfterSubmit)}>
${closed === undefined ? renderFields(form, at) : html`<p class="lines bad" dir="auto" data-part="fields">${closed}</p>`}
<p class="remembered" data-part="remembered" hidden><a class="button">Open again what you have paid for</a></p>
${plain === undefined && closed === undefined ? html`<p class="trouble nojs">This form needs JavaScript.</p>` : html``}
</form>`
}

const renderFields = (
  { fields, noScriptAction: plain, submit, note }: FormBlock,
  at: number,
): Html => html`<fieldset class="all" data-part="fields"${flag('disabled', plain === undefined)}>
${fields.map((field, index) => renderField(field, `f${at}-${index}`))}
<p class="quote" data-part="quote" role="status" hidden></p>
<button class="primary" data-part="submit">${submit}</button>
<p class="trouble" role="alert" data-part="trouble" hidden></p>
${note === undefined ? html`` : html`<p class="hint" dir="auto">${note}</p>`}
</fieldset>`
