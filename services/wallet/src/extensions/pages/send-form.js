// Sends a form as JSON, and shows what comes back: an invoice, a page, a message, or an error beside its field.

import { routeProblem } from './fields/field-problem.js'
import { troubleWithField } from './fields/filled-fields.js'
import { fill, part, placeOf, say, showInvoice, tell } from './live-invoice.js'
import { numberOf, troubleWith } from './numbers/typed-numbers.js'

/** A pending sale is dropped then; its invoice has expired long before. */
const PENDING_MS = 86_400_000
const QUOTE_MS = 350

/** `showPage`: takes over the page that an answer is. */
export function startForm(form, showPage) {
  if (!isClosed(form)) openForm(form, showPage)
  const kept = read(localStorage, 'kept', form)
  if (kept !== undefined) offerKept(form, kept)
  const pending = read(sessionStorage, 'pending', form)
  if (pending !== undefined && Date.now() - pending.at < PENDING_MS) pend(form, pending.answer)
}

/** Nothing can be filled in now; what this browser keeps of it is here all the same. */
const isClosed = (form) => part(form, 'submit') === null

function openForm(form, showPage) {
  part(form, 'fields').disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, showPage)
  })
  form.addEventListener('input', ({ target }) => forgive(form, target.name))
  if (form.dataset.quote !== undefined) startQuotes(form)
}

/** What is filled in: `values` as the route wants them, and the key, which is sent as a header. */
function valuesOf(form) {
  const values = {}
  let key
  for (const field of form.elements) {
    const { name, type, value } = field
    if (name === '' || (type === 'radio' && !field.checked)) continue
    if ('key' in field.dataset) key = value.trim()
    else if (type === 'checkbox') values[name] = field.checked
    else if (value !== '') values[name] = 'number' in field.dataset ? numberOf(field) : value
  }
  return { values, key }
}

async function ask(form) {
  const { values, key } = valuesOf(form)
  const { action, method } = form.dataset
  const path = fill(action, values)
  for (const [, name] of action.matchAll(/\{(\w+)\}/g)) delete values[name]
  // A language that was chosen in the address counts for the answer, too.
  const headers = { Accept: 'application/json, text/html', 'Accept-Language': document.documentElement.lang }
  if (key !== undefined) headers['X-Api-Key'] = key
  if (method === 'GET') return fetch(`${path}?${new URLSearchParams(values)}`, { headers, cache: 'no-store' })
  headers['Content-Type'] = 'application/json'
  return fetch(path, { method, headers, body: JSON.stringify(values) })
}

async function send(form, showPage) {
  const submit = part(form, 'submit')
  if (submit.getAttribute('aria-busy') === 'true') return
  clearTroubles(form)
  if (!areFieldsRight(form)) return
  submit.setAttribute('aria-busy', 'true')
  try {
    const answer = await ask(form)
    const text = await answer.text()
    if (answer.ok && answer.headers.get('Content-Type')?.startsWith('text/html')) return showPage(text)
    const body = JSON.parse(text)
    if (answer.ok) show(form, body)
    else refuse(form, body)
  } catch {
    refuse(form, { detail: say('The service could not be reached. Please try again.') })
  } finally {
    submit.removeAttribute('aria-busy')
  }
}

function show(form, answer) {
  if (typeof answer.payment_request === 'string' && answer.paid !== true) {
    write(sessionStorage, 'pending', form, { answer, at: Date.now() })
    pend(form, answer).focus()
    return
  }
  const note = noteOf(form, answer.paid === true ? 'paid' : 'done') ?? noteOf(form, 'paid')
  const verdict = document.getElementById('invoice').content.querySelector('.verdict').cloneNode(true)
  verdict.setAttribute('role', 'status')
  form.querySelector(':scope > .verdict')?.remove()
  form.append(verdict)
  keep(form, tell(verdict, note, answer))
  if ('stay' in form.dataset) clearFields(form)
  else part(form, 'fields').hidden = true
}

/** The invoice stands in place of the fields until it is over, or the visitor goes back. */
function pend(form, answer) {
  const fields = part(form, 'fields')
  form.querySelector(':scope > .verdict')?.remove()
  fields.hidden = true
  const section = showInvoice(answer, {
    state: form.dataset.state,
    paid: noteOf(form, 'paid'),
    again: () => {
      forget(form)
      // It may be open again: what was kept for this visitor is free.
      if (isClosed(form)) return location.reload()
      section.remove()
      fields.hidden = false
      clearFields(form)
    },
    ended: (status, href) => {
      forget(form)
      if (status === 'paid') keep(form, href)
    },
  })
  // Nothing could be begun in its place; until it is over, to leave it would only be to lose it.
  part(section, 'again').hidden = isClosed(form)
  form.append(section)
  return section
}

function clearFields(form) {
  const keys = [...form.querySelectorAll('[data-key]')].map((field) => [field, field.value])
  form.reset()
  // For the next ticket, not for the next visitor of this page: a reload drops it.
  for (const [field, value] of keys) field.value = value
  ;[...form.elements]
    .find((field) => field.name !== '' && !('key' in field.dataset) && field.type !== 'hidden')
    ?.focus()
}

const noteOf = (form, name) => (form.dataset[name] === undefined ? undefined : JSON.parse(form.dataset[name]))

/** What is wrong stands beside the field it is about, or under the button. */
function refuse(form, { detail, errors }) {
  const rest = []
  for (const { loc, ...problem } of Array.isArray(errors) ? errors : []) {
    const words = say(...routeProblem(problem))
    const field = [...form.elements].find(({ name }) => name !== '' && name === loc.at(-1))
    const place = field === undefined ? undefined : troubleOf(field)
    if (place === undefined) rest.push(words)
    else tellTrouble(place, words)
    field?.setAttribute('aria-invalid', 'true')
  }
  const areAllNamed = Array.isArray(errors) && errors.length > 0 && rest.length === 0
  tellTrouble(
    part(form, 'trouble'),
    areAllNamed ? say('Please look at the fields above.') : typeof detail === 'string' ? say(detail) : rest.join(' '),
  )
  form.querySelector('[aria-invalid="true"]')?.focus()
}

/** What no route could take is not sent: what is wrong stands beside its field. */
function areFieldsRight(form) {
  const errors = [...form.elements].flatMap((field) => {
    const msg = troubleWithField(field)
    return msg === undefined ? [] : [{ loc: [field.name], msg }]
  })
  if (errors.length > 0) refuse(form, { errors })
  return errors.length === 0
}

/** Buttons of one choice share theirs; hidden fields have none. */
const troubleOf = (field) => field.closest('.field')?.querySelector('.trouble')

/** What is mended is no longer called wrong, and when nothing is, the form is not either. */
function forgive(form, name) {
  for (const field of form.elements) {
    if (field.name !== name) continue
    field.removeAttribute('aria-invalid')
    const place = troubleOf(field)
    if (place !== undefined) place.hidden = true
  }
  if (form.querySelector('[aria-invalid="true"]') === null) part(form, 'trouble').hidden = true
}

function clearTroubles(form) {
  for (const place of form.querySelectorAll('.trouble')) place.hidden = true
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
}

function tellTrouble(place, text) {
  place.textContent = text
  place.hidden = false
}

/** What it would cost, while it is filled in. */
function startQuotes(form) {
  const place = part(form, 'quote')
  let timer
  let newest = 0
  const quote = async () => {
    const mine = (newest += 1)
    if ([...form.elements].some((field) => troubleWith(field) !== undefined)) {
      place.hidden = true
      return
    }
    try {
      const answer = await fetch(form.dataset.quote, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'Accept-Language': document.documentElement.lang,
        },
        body: JSON.stringify(valuesOf(form).values),
      })
      const text = answer.ok ? (await answer.json()).text : undefined
      if (mine !== newest) return
      place.hidden = typeof text !== 'string' || text === ''
      // The route has written its amounts as the visitor reads them.
      place.textContent = say(text ?? '')
    } catch {
      // The invoice shows the price again.
    }
  }
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void quote(), QUOTE_MS)
  })
  void quote()
}

function keep(form, href) {
  if (href === undefined || !('remember' in form.dataset)) return
  write(localStorage, 'kept', form, href)
  offerKept(form, href)
}

function offerKept(form, href) {
  const own = document.body.dataset.own
  if (typeof href !== 'string' || (!href.startsWith(`${own}/`) && placeOf(href) === undefined)) return
  const place = part(form, 'remembered')
  place.querySelector('a').href = href
  place.hidden = false
}

/** Not by its place: what stands above it comes and goes. */
const nameOf = (what, form) => `satchel ${what} ${location.pathname} ${form.dataset.action}`
const forget = (form) => attempt(() => sessionStorage.removeItem(nameOf('pending', form)))
const write = (store, what, form, value) => attempt(() => store.setItem(nameOf(what, form), JSON.stringify(value)))
const read = (store, what, form) => attempt(() => JSON.parse(store.getItem(nameOf(what, form)) ?? 'null') ?? undefined)

/** A browser may refuse to store anything: then the page works without it. */
function attempt(step) {
  try {
    return step()
  } catch {
    return undefined
  }
}
