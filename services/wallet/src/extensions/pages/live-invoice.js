// An invoice on the page, polled until it is paid or has expired. Texts of answers never become HTML here.

import { writeMoney } from './numbers/write-money.js'
import { translate } from './translate.js'

const BRISK_MS = 2_000
const SLOW_MS = 10_000
const WORST_MS = 30_000
/** For so long a payer is expected to stand in front of it. */
const BRISK_FOR_MS = 180_000
/** After its expiry a payment of the invoice may still be in flight. */
const GRACE_MS = 60_000

/** Translations by the English text; a page in English brings none. */
const TEXTS = JSON.parse(document.body.dataset.texts ?? '{}')
const LANGUAGE = document.documentElement.lang

const READER = { texts: TEXTS, direction: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr' }

/** A text of the page, or one that a route has answered, in the language of the visitor. */
export const say = (text, values = {}) => translate(text, values, READER)

/** For scripts of extensions, which are loaded after this one. */
globalThis.satchel = { say, money: (amount, unit, digits) => writeMoney(amount, unit, { locale: LANGUAGE, digits }) }

const looks = new Set()
/** The server's clock counts: times must be right on a device whose clock is not. */
let aheadMs = 0

/** Something has happened: all invoices are polled now. */
export const wakeInvoices = () => looks.forEach((look) => look())

document.addEventListener('visibilitychange', () => {
  // Coming back from the wallet.
  if (!document.hidden) wakeInvoices()
})
addEventListener('online', wakeInvoices)

export const part = (element, name) => element.querySelector(`[data-part="${name}"]`)

/** `/p/{claim}` with the fields of these, later ones first. */
export const fill = (address, ...facts) =>
  address.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(facts.findLast((one) => name in one)?.[name] ?? ''))

/** Where an answer wants to lead; paths are below the extension. */
export function placeOf(address) {
  if (typeof address !== 'string') return undefined
  if (address.startsWith('/')) return document.body.dataset.own + address
  return /^(https?:\/\/|(lightning|bitcoin|mailto):)/i.test(address) ? address : undefined
}

/** Text and link of what is over. */
export function tell(verdict, note, facts) {
  part(verdict, 'thanks').textContent = facts.text === undefined ? (note?.text ?? '') : say(facts.text)
  const href = placeOf(facts.href) ?? (note?.href === undefined ? undefined : fill(note.href, facts))
  const onward = part(verdict, 'onward')
  onward.hidden = href === undefined
  if (href === undefined) onward.removeAttribute('href')
  else onward.href = href
  onward.textContent = note?.label ?? say('Continue')
  verdict.hidden = false
  if (href !== undefined && note?.redirect === true) location.assign(href)
  return href
}

/** An invoice that an answer has brought. `again`: the visitor wants to leave it. */
export function showInvoice(answer, { state, paid, again, ended }) {
  const section = document.getElementById('invoice').content.firstElementChild.cloneNode(true)
  const { payment_request: request } = answer
  const link = `lightning:${request}`
  part(section, 'amount').textContent = answer.amount_text ?? amountOf(request)
  part(section, 'tap').href = link
  part(section, 'open').href = link
  part(section, 'text').value = request
  part(section, 'qr').src = `${document.body.dataset.qr}?data=${encodeURIComponent(request)}`
  part(section, 'again').addEventListener('click', () => {
    stop()
    again()
  })
  section.dataset.invoice = request
  const until = unixSeconds(answer.expires_at)
  if (until !== undefined) part(section, 'left').dataset.until = until
  const stop = watchInvoice(section, { state: fill(state, answer), paid, until, facts: answer, ended })
  return section
}

function unixSeconds(time) {
  if (typeof time === 'number') return time
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? Date.parse(time) / 1000 : undefined
}

const SAT_PER_UNIT = { '': 1e8, m: 1e5, u: 100, n: 0.1, p: 0.0001 }

/** As the invoice says it: `lnbc25u1…` is 2,500 sat. */
function amountOf(request) {
  const [, digits, unit] =
    /^ln[a-z]+?(\d+)([munp]?)$/.exec(request.toLowerCase().slice(0, request.lastIndexOf('1'))) ?? []
  if (digits === undefined) return ''
  return writeMoney(digits * SAT_PER_UNIT[unit], 'sat', { locale: LANGUAGE, digits: 0, maxDigits: 3 })
}

/** Looks until the end, more slowly with time; answers how to stop. */
export function watchInvoice(section, { state, paid, until, facts = {}, ended }) {
  const begun = Date.now()
  let timer
  let busy = false
  let over = false
  let failures = 0

  const stop = () => {
    over = true
    clearTimeout(timer)
    looks.delete(look)
  }
  const end = (status, now) => {
    stop()
    const href = showEnd(section, status, paid, { ...facts, ...now })
    ended?.(status, href)
  }
  async function look() {
    if (busy || over) return
    clearTimeout(timer)
    busy = true
    const now = await ask(state)
    busy = false
    if (over) return
    failures = now === undefined ? failures + 1 : 0
    learnEnd(now?.expires_at)
    if (now?.paid === true) end('paid', now)
    else if (now?.expired === true || (until !== undefined && serverNow() > until * 1000 + GRACE_MS)) end('expired', {})
    else timer = setTimeout(() => void look(), pause(failures, begun))
  }
  /** Not every answer says until when: then the state does. */
  function learnEnd(time) {
    if (until !== undefined || time === undefined) return
    until = unixSeconds(time)
    if (until !== undefined) part(section, 'left').dataset.until = until
  }
  looks.add(look)
  void look()
  offerWebln(section, look)
  return stop
}

function pause(failures, begun) {
  if (failures > 0) return Math.min(WORST_MS, BRISK_MS * 2 ** failures)
  return document.hidden || Date.now() - begun > BRISK_FOR_MS ? SLOW_MS : BRISK_MS
}

/** How the invoice stands; undefined = not known at the moment. */
async function ask(state) {
  try {
    const answer = await fetch(state, { cache: 'no-store', headers: { Accept: 'application/json' } })
    const date = Date.parse(answer.headers.get('Date') ?? '')
    if (!Number.isNaN(date)) aheadMs = date - Date.now()
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

const serverNow = () => Date.now() + aheadMs

const SAID = { paid: 'Paid', expired: 'This invoice has expired' }
const LEAVE = { paid: 'Done', expired: 'Try again' }

function showEnd(section, status, paid, facts) {
  const offer = part(section, 'offer')
  // What had the focus is about to vanish.
  const lost = offer.contains(document.activeElement)
  section.dataset.status = status
  offer.hidden = true
  part(section, 'left').hidden = true
  part(section, 'status').textContent = say(SAID[status])
  const again = part(section, 'again')
  if (again !== null) {
    again.textContent = say(LEAVE[status])
    again.hidden = false
  }
  const href = status === 'paid' ? tell(part(section, 'verdict'), paid, facts) : undefined
  if (lost) section.focus({ preventScroll: true })
  return href
}

/** A wallet in the browser pays without a camera. */
function offerWebln(section, look) {
  const button = part(section, 'webln')
  if (button === null || window.webln === undefined) return
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await window.webln.enable()
      await window.webln.sendPayment(section.dataset.invoice)
    } catch {
      // Declined, or not possible: the code is still there.
    }
    look()
  })
}

/** Counts down, every second, wherever a time has an end. */
export function tick() {
  for (const element of document.querySelectorAll('time[data-until]')) {
    const seconds = Math.max(0, Math.ceil(element.dataset.until - serverNow() / 1000))
    element.textContent = seconds === 0 ? say('over') : duration(seconds)
  }
}

function duration(seconds) {
  const two = (number) => String(Math.floor(number)).padStart(2, '0')
  const clock = `${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
  if (seconds < 3600) return clock
  const hours = Math.floor((seconds % 86_400) / 3600)
  return seconds < 86_400
    ? `${hours}:${clock}`
    : say('{days} d {hours} h', { days: Math.floor(seconds / 86_400), hours })
}
