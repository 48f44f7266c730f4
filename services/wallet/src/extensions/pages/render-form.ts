import type { FormBlock } from '@satchel/extension-sdk/page'
import { attribute, flag, type Html, html } from '@satchel/page/html'
import { SHARED_STATE } from './plain-form.ts'
import { renderField } from './render-field.ts'
import { paidNote } from './render-invoice.ts'
import type { Spoken } from './speak.ts'
import type { Surface } from './surface.ts'

/**
 * A closed form has no fields; invoices stored by the browser are offered nevertheless. Others are sent by
 * `send-form.js`, and without it to `plain-form.routes.ts`. A form with a key cannot be sent until the script runs: the
 * browser would put the input into a URL.
 */
export function renderForm(form: Spoken<FormBlock>, on: Surface, at: number): Html {
  const { action, method = 'POST', quoteAction: quote, paid, done, state = SHARED_STATE, closed } = form
  const plain = closed === undefined ? on.plainAction(form) : undefined
  return html`<form${flag('data-plain', form.plainOnly)} novalidate method="${plain === undefined ? 'get' : 'post'}" action="${plain ?? ''}" data-form data-action="${on.own(action)}" data-method="${method}" data-state="${on.own(state)}"${attribute('data-quote', quote === undefined ? undefined : on.own(quote))}${paidNote('data-paid', paid, on)}${paidNote('data-done', done, on)}${flag('data-remember', form.remember)}${flag('data-stay', form.clearAfterSubmit)}>
${closed === undefined ? renderFields(form, { on, at, isPlain: plain !== undefined }) : html`<p class="lines bad" dir="auto" data-part="fields">${closed}</p>`}
<p class="remembered" data-part="remembered" hidden><a class="button">${on.say('Open again what you have paid for')}</a></p>
${plain === undefined && closed === undefined ? html`<p class="trouble nojs">${on.say('This form needs JavaScript.')}</p>` : html``}
</form>`
}

interface Place {
  readonly on: Surface
  readonly at: number
  readonly isPlain: boolean
}

const renderFields = (
  { fields, submit, note }: Spoken<FormBlock>,
  { on, at, isPlain }: Place,
): Html => html`<fieldset class="all" data-part="fields"${flag('disabled', !isPlain)}>
${fields.map((field, index) => renderField(field, `f${at}-${index}`, on))}
<p class="quote" data-part="quote" role="status" hidden></p>
<button class="primary" data-part="submit">${submit}</button>
<p class="trouble" role="alert" data-part="trouble" hidden></p>
${note === undefined ? html`` : html`<p class="hint" dir="auto">${note}</p>`}
</fieldset>`
