import type { FormField as WrittenField } from '@satchel/extension-sdk/page'
import { decimalOf } from '@satchel/money/decimal'
import { marksOf } from '@satchel/money/read-typed-number'
import { nameOfUnit } from '@satchel/money/write-money'
import { attribute, flag, type Html, html } from '@satchel/page/html'
import { writePlain } from './numbers/number-problem.js'
import type { Speech, Spoken } from './speak.ts'

type FormField = Spoken<WrittenField>

/** A labelled input. `id` is unique in the page. */
export function renderField(field: FormField, id: string, on: Speech): Html {
  if (field.type === 'hidden') return html`<input type="hidden" name="${field.name}"${attribute('value', field.value)}>`
  if (field.type === 'checkbox') return renderTick(field, id)
  if (field.type === 'select' && field.asButtons === true) return renderButtons(field, id, on)
  return html`<div class="field${field.type === 'keypad' ? ' keypad' : ''}">
<label for="${id}"><bdi>${field.label}</bdi>${optionalMark(field, on)}</label>
${renderControl(field, id, on)}
${renderSuggestions(field, id, on)}
${renderHint(field, id)}
${isTypedNumber(field) ? html`<p class="hint" data-part="understood" hidden></p>` : html``}
${field.maxLength === undefined ? html`` : html`<p class="hint" data-part="count" hidden></p>`}
${renderTrouble(id)}
</div>`
}

/** Fields into which people may paste secrets. */
export const isGuarded = ({ type }: { readonly type: FormField['type'] }): boolean =>
  type === 'target' || type === 'public-key'

/** The warnings of `guard-fields.js` for each secret. 64 hex digits may be a public key. */
const guardOf = ({ type }: FormField, { say }: Speech): string =>
  JSON.stringify({
    'private-key': say(
      'This is a private key: with it, all of its money can be taken. It has not left this device. Paste it nowhere, and empty the clipboard.',
    ),
    seed: say(
      'These look like the recovery words of a wallet: with them, all of its money can be taken. They have not left this device. Paste them nowhere, and empty the clipboard.',
    ),
    ...(type === 'target' && {
      'wallet-access': say(
        'This connects a program to a wallet or a node, and holds its secret. It has not left this device. Paste it only into the program that asks for it.',
      ),
      ecash: say(
        'This is an ecash token (Cashu): it is money itself. It has not left this device. Redeem it in a Cashu wallet.',
      ),
      hash: say('These are 64 digits of a hash or a key. They may be a secret and have not left this device.'),
    }),
  })

const isTypedNumber = ({ type }: FormField): boolean => type === 'number' || type === 'keypad'

/** The decimal places of a number: two for a step of 0.01. */
export const digitsOf = (step = 1): number => Math.max(0, decimalOf(step).scale)

/** Most fields are required: optional ones are marked. */
const optionalMark = ({ required }: FormField, on: Speech): Html =>
  required === true ? html`` : html` <small>${on.say('optional')}</small>`

const renderHint = ({ hint }: FormField, id: string): Html =>
  hint === undefined ? html`` : html`<p class="hint" id="${id}-hint" dir="auto">${hint}</p>`

/** Where an error about the field is shown. */
const renderTrouble = (id: string): Html => html`<p class="trouble" id="${id}-trouble" hidden></p>`

const describedBy = ({ hint }: FormField, id: string): Html =>
  attribute('aria-describedby', `${hint === undefined ? '' : `${id}-hint `}${id}-trouble`)

function renderControl(field: FormField, id: string, on: Speech): Html {
  const { name, value, required, maxLength } = field
  const common = html` id="${id}" name="${name}"${describedBy(field, id)}${flag('required', required)}${attribute('data-max-length', maxLength)}`
  if (field.type === 'textarea') return html`<textarea${common} rows="4" dir="auto">${value ?? ''}</textarea>`
  if (field.type === 'select')
    return html`<select${common}${flag('data-number', field.numeric)}>${renderOptions(field)}</select>`
  if (isTypedNumber(field)) return renderNumber(field, common, on)
  if (field.type === 'key') return html`<input type="password"${common} data-key autocomplete="off" spellcheck="false">`
  const autocomplete = field.type === 'email' ? 'email' : name === 'name' ? 'name' : undefined
  if (isGuarded(field))
    return html`<input type="text"${common}${attribute('value', value)} data-guard="${guardOf(field, on)}" autocapitalize="none" autocomplete="off" spellcheck="false" dir="auto">`
  return html`<input type="${field.type}"${common}${attribute('value', value)}${attribute('autocomplete', autocomplete)} dir="auto">`
}

/** A text for the browser: `read-typed-number.js` reads the input, here and without JavaScript. */
function renderNumber({ type, value, step, unit, min, max }: FormField, common: Html, on: Speech): Html {
  const digits = digitsOf(step)
  const { point } = marksOf(on.language)
  const shown = value === undefined ? undefined : writePlain(value, point)
  const input = html`<input type="text"${common}${attribute('value', shown)} inputmode="${digits === 0 ? 'numeric' : 'decimal'}" autocomplete="off" dir="ltr" data-number data-digits="${digits}"${attribute('data-unit', unit)}${attribute('data-min', min)}${attribute('data-max', max)}${attribute('placeholder', type === 'keypad' ? '0' : undefined)}>`
  const withUnit = html`<span class="measure">${input}${unit === undefined ? html`` : html`<span class="unit">${nameOfUnit(unit, on.language)}</span>`}</span>`
  if (type === 'number') return withUnit
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', digits === 0 ? '00' : '.', '0']
  return html`${withUnit}<div class="keys js" role="group" aria-label="${on.say('Keypad')}">${keys.map((key) => html`<button type="button" data-digit="${key}">${key === '.' ? point : key}</button>`)}<button type="button" data-digit="back" aria-label="${on.say('Delete the last digit')}">⌫</button></div>`
}

function renderOptions({ options = [], value }: FormField): Html[] {
  const option = ([of, text]: (typeof options)[number]): Html =>
    html`<option value="${of}"${flag('selected', of === value)}>${text}</option>`
  return grouped(options).map(({ group, members }) =>
    group === undefined
      ? html`${members.map(option)}`
      : html`<optgroup label="${group}">${members.map(option)}</optgroup>`,
  )
}

type Option = NonNullable<FormField['options']>[number]

/** Neighbours of one group, in their order. */
function grouped(options: readonly Option[]): { readonly group: string | undefined; readonly members: Option[] }[] {
  const groups: { readonly group: string | undefined; readonly members: Option[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last !== undefined && last.group === option[2]) last.members.push(option)
    else groups.push({ group: option[2], members: [option] })
  }
  return groups
}

function renderButtons(field: FormField, id: string, on: Speech): Html {
  const { name, options = [], value, required, numeric } = field
  let count = 0
  const button = ([of, text]: Option): Html => {
    count += 1
    return html`<span class="pill"><input type="radio" id="${id}-${count}" name="${name}" value="${of}"${flag('checked', of === value)}${flag('required', required)}${flag('data-number', numeric)}><label for="${id}-${count}" dir="auto">${text}</label></span>`
  }
  return html`<fieldset class="field"${describedBy(field, id)}>
<legend><bdi>${field.label}</bdi>${optionalMark(field, on)}</legend>
${grouped(options).map(
  ({ group, members }) =>
    html`${group === undefined ? html`` : html`<p class="group" dir="auto">${group}</p>`}<div class="pills">${members.map(button)}</div>`,
)}
${renderHint(field, id)}
${renderTrouble(id)}
</fieldset>`
}

const renderTick = (field: FormField, id: string): Html => html`<div class="field tick">
<input type="checkbox" id="${id}" name="${field.name}" value="true"${flag('checked', field.value === 'true')}${flag('required', field.required)}${describedBy(field, id)}>
<label for="${id}" dir="auto">${field.label}</label>
${renderHint(field, id)}
${renderTrouble(id)}
</div>`

function renderSuggestions({ suggestions = [], unit }: FormField, id: string, on: Speech): Html {
  if (suggestions.length === 0) return html``
  return html`<div class="pills js">${suggestions.map(
    (amount) =>
      html`<button type="button" class="pill" data-fill="${id}" data-value="${writePlain(String(amount), marksOf(on.language).point)}"><bdi>${unit === undefined ? on.number(amount) : on.money({ amount, currency: unit })}</bdi></button>`,
  )}</div>`
}
