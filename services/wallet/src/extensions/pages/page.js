// Makes a page live that is complete without it: buttons, countdowns, forms, invoices, the channel.

import { startCount } from './fields/filled-fields.js'
import { followChannel } from './follow-channel.js'
import { part, say, showInvoice, tick, wakeInvoices, watchInvoice } from './live-invoice.js'
import { POINT, startNumber } from './numbers/typed-numbers.js'
import { startForm } from './send-form.js'

const REFRESH_MS = 400
/** An answer has taken the place of the page at this address. */
let replaced = false

document.documentElement.classList.add('live')

const LANGUAGE = document.documentElement.lang

/** In English as everywhere on these pages: 2026-11-20 14:05. */
const TIME = new Intl.DateTimeFormat(
  LANGUAGE === 'en' ? 'sv' : LANGUAGE,
  LANGUAGE === 'en'
    ? { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }
    : { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' },
)

/** The service does not know the time zone of the reader: what it has said in UTC is said in that. */
function sayLocalTimes({ body }) {
  const times = JSON.parse(body.dataset.times ?? '[]')
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null && times.length > 0; node = texts.nextNode())
    for (const [said, at] of times)
      if (node.data.includes(said)) node.data = node.data.replaceAll(said, TIME.format(at))
}

function start(root) {
  for (const form of root.querySelectorAll('form[data-form]')) startForm(form, showPage)
  for (const input of root.querySelectorAll('input[data-digits]')) startNumber(input)
  for (const field of root.querySelectorAll('[data-max-length]')) startCount(field)
  // The keys type into the field; a keyboard still can, and the phone’s own stays away.
  for (const input of root.querySelectorAll('.keypad input')) input.inputMode = 'none'
  // Those that the server has drawn: the ones that forms have restored are polled already.
  for (const section of root.querySelectorAll('[data-invoice][data-state][data-status="pending"]')) {
    const { state, paid, until } = section.dataset
    watchInvoice(section, {
      state,
      paid: paid === undefined ? undefined : JSON.parse(paid),
      until: until === undefined ? undefined : Number(until),
    })
  }
  tick()
}

/** A form was answered with a page: it stands here now, its scripts run, and a reload leads back. */
function showPage(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  sayLocalTimes(fresh)
  replaced = true
  document.title = fresh.title
  document.body.className = fresh.body.className
  for (const name of ['header', 'main']) document.querySelector(name)?.replaceWith(fresh.querySelector(name) ?? '')
  start(document.querySelector('main'))
  for (const { src } of fresh.querySelectorAll('script[src]')) load(src)
  for (const { href } of fresh.querySelectorAll('link[rel="stylesheet"]')) loadStyle(href)
  follow(fresh.body.dataset.channel)
  scrollTo(0, 0)
  const heading = document.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

function load(src) {
  if ([...document.scripts].some((script) => script.src === src)) return
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }))
}

function loadStyle(href) {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}

function press(input, digit) {
  const { value, dataset } = input
  const [, fraction] = value.split(POINT)
  let next = value + digit
  if (digit === 'back') next = value.slice(0, -1)
  else if (digit === '.') next = value.includes(POINT) ? value : `${value || '0'}${POINT}`
  else if (fraction !== undefined && fraction.length + digit.length > Number(dataset.digits)) next = value
  setValue(input, next.replace(/^0+(?=\d)/, '').slice(0, 12))
}

function setValue(input, value) {
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function copy(button) {
  const input = part(button.parentElement, 'text')
  input.select()
  try {
    await navigator.clipboard.writeText(input.value)
  } catch {
    // Outside of https there is no clipboard, only this.
    document.execCommand('copy')
  }
  const before = button.textContent
  button.textContent = say('Copied')
  setTimeout(() => {
    button.textContent = before
  }, 1500)
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button === null) return
  const { copy: copies, print: prints, digit, fill } = button.dataset
  if (copies !== undefined) void copy(button)
  if (prints !== undefined) print()
  if (digit !== undefined) press(button.closest('.keypad').querySelector('input'), digit)
  if (fill !== undefined) setValue(document.getElementById(fill), button.dataset.value)
})

document.addEventListener('focusin', ({ target }) => {
  if (target.matches('.copy input')) target.select()
})

// A script of the extension has made an invoice.
document.addEventListener('satchel:invoice', ({ target, detail }) => {
  const section = showInvoice(
    { ...detail, amount_text: detail.amount },
    {
      state: document.body.dataset.own + detail.state,
      paid: { text: detail.text ?? '' },
      again: () => {
        section.remove()
        target.dispatchEvent(new CustomEvent('satchel:closed'))
      },
      ended: (status) => target.dispatchEvent(new CustomEvent(`satchel:${status}`, { detail })),
    },
  )
  target.after(section)
  section.focus()
})

let refreshing

/** Fetches this page again and applies what differs, except for elements that the visitor is using. */
async function refresh() {
  refreshing = undefined
  try {
    const answer = await fetch(location.href, { cache: 'no-store', headers: { Accept: 'text/html' } })
    if (!answer.ok) return
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
    sayLocalTimes(fresh)
    const [before, after] = [document, fresh].map((one) => [...one.querySelectorAll('main > .block')])
    const same =
      before.length === after.length && before.every((one, at) => one.dataset.block === after[at].dataset.block)
    if (same) before.forEach((one, at) => takeOver(one, after[at]))
    else if (document.querySelector('form, .app, iframe[data-file], [data-status="pending"]') === null)
      location.reload()
  } catch {
    // The next message brings the next attempt.
  }
}

function takeOver(old, fresh) {
  if ('kept' in old.dataset || old.contains(document.activeElement) || old.isEqualNode(fresh)) return
  old.replaceWith(fresh)
  fresh.classList.add('flash')
  tick()
}

function follow(channel) {
  if (channel === undefined) return
  followChannel(channel, () => {
    wakeInvoices()
    if (!replaced && document.body.className !== 'bare' && document.querySelector('.app') === null)
      refreshing ??= setTimeout(() => void refresh(), REFRESH_MS * (0.5 + Math.random()))
  })
}

sayLocalTimes(document)
start(document)
setInterval(tick, 1000)
follow(document.body.dataset.channel)
