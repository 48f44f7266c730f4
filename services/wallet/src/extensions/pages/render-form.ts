import type { FormBlock } from '@satchel/extension-sdk/page'
import { attribute, flag, type Html, html } from '@satchel/page/html'
import type { Spoken } from './speak.ts'
import type { Surface } from './surface.ts'
import { renderField } from './render-field.ts'
import { paidNote } from './render-invoice.ts'

/** The route with which the host says how an invoice stands. */
const SHARED_STATE = '/state/{payment_hash}'

/**
 * Of a closed form nothing is left to fill in; what a browser keeps of it is offered all the same. The others
 * are sent by `send-form.js`. Until that runs, a form that names no `noScriptAction` cannot be sent at all: the browser would
 * put what people wrote into an address that no route answers.
 */
export function renderForm(form: Spoken<FormBlock>, on: Surface, at: number): Html {
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
  return html`<form method="${plain === undefined ? 'get' : 'post'}" action="${plain === undefined ? '' : on.own(plain)}" data-form data-action="${on.own(action)}" data-method="${method}" data-state="${on.own(state)}"${attribute('data-quote', quote === undefined ? undefined : on.own(quote))}${paidNote('data-paid', paid, on)}${paidNote('data-done', done, on)}${flag('data-remember', form.remember)}${flag('data-stay', form.clearAfterSubmit)}>
${closed === undefined ? renderFields(form, on, at) : html`<p class="lines bad" dir="auto" data-part="fields">${closed}</p>`}
<p class="remembered" data-part="remembered" hidden><a class="button">${on.say('Open again what you have paid for')}</a></p>
${plain === undefined && closed === undefined ? html`<p class="trouble nojs">${on.say('This form needs JavaScript.')}</p>` : html``}
</form>`
}

const renderFields = (
  { fields, noScriptAction: plain, submit, note }: Spoken<FormBlock>,
  on: Surface,
  at: number,
): Html => html`<fieldset class="all" data-part="fields"${flag('disabled', plain === undefined)}>
${fields.map((field, index) => renderField(field, `f${at}-${index}`, on))}
<p class="quote" data-part="quote" role="status" hidden></p>
<button class="primary" data-part="submit">${submit}</button>
<p class="trouble" role="alert" data-part="trouble" hidden></p>
${note === undefined ? html`` : html`<p class="hint" dir="auto">${note}</p>`}
</fieldset>`
