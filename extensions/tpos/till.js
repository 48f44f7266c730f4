// The till. What is being sold, and a sale that waits for its payment, survive a reload.

import { canReadCards, collectFromCard } from './till-card.js'
import { createCart } from './till-cart.js'
import { drawGoods, drawKeys, drawSale, element, say } from './till-draw.js'
import { drawStaff } from './till-staff.js'

const MAX_DIGITS = 9
const A_DAY_MS = 86_400_000

const root = document.getElementById('till')
const data = JSON.parse(root.dataset.json)
const cart = createCart(data)
const own = document.body.dataset.own
const sales = `/public/${data.id}/invoices`
const storeName = `satchel till ${data.id}`

const state = { lines: [], typed: '', tip: 0, ...stored() }
// What was typed when the currency had other digits was another amount.
if (state.digits !== data.digits) Object.assign(state, { lines: [], typed: '', digits: data.digits })
state.lines = state.lines.filter(({ title }) => title === undefined || cart.isListed(title))
if (!data.tips.includes(state.tip)) state.tip = 0

/** A browser may refuse to store anything: then a reload starts empty. */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(storeName) ?? '{}')
  } catch {
    return {}
  }
}

function store() {
  try {
    localStorage.setItem(storeName, JSON.stringify(state))
  } catch {
    // As above.
  }
}

const till = element('div', { className: data.items.length === 0 ? 'till plain' : 'till' })
const worth = element('p', { className: 'note worth' })
const beside = element('div', { className: 'beside' })
const goods = drawGoods(data, cart, { add: addItem, keys: drawKeys(data, press) })
const sale = drawSale(data, { change, chooseTip, charge, clear })
const staff = drawStaff({ id: data.id, own, take, say: sale.say, done: empty, receipt })
// Satoshis are paid by Lightning.
if (data.currency !== 'sat') sale.beside(staff.bar)
till.append(goods.element, sale.element)
root.append(till)
root.after(worth, beside, ...(data.currency === 'sat' ? [] : [staff.door]))

/** What was typed counts, too, before it is put on the list. */
const linesNow = () => (state.typed === '' ? state.lines : [...state.lines, { price: state.typed, quantity: 1 }])

let isDrawn = false

function draw() {
  store()
  const lines = linesNow()
  goods.draw(state)
  const totals = cart.totals(lines, state.tip)
  sale.draw({ lines, tip: state.tip, totals, cart })
  // What is drawn first is the sale of before a reload.
  if (isDrawn) staff.renew()
  isDrawn = true
  staff.allow(totals.total > 0n)
  // The service decides: the rate may have changed since.
  const tooMuch = say('At most {amount} in one payment.', {
    amount: data.most === undefined ? '' : cart.money(data.most),
  })
  if (cart.isTooMuch(totals.total)) sale.say(tooMuch)
  else if (sale.said() === tooMuch) sale.say('')
}

function settleTyped() {
  state.lines = linesNow()
  state.typed = ''
  behind = undefined
}

function addItem(title) {
  settleTyped()
  const line = state.lines.find((one) => one.title === title)
  if (line === undefined) state.lines.push({ title, quantity: 1 })
  else line.quantity += 1
  draw()
}

function change(index, by) {
  settleTyped()
  const line = state.lines[index]
  line.quantity += by
  if (line.quantity < 1) state.lines.splice(index, 1)
  draw()
}

/** Digits that were typed behind a mark of a keyboard; undefined: there is none, and digits push in from the right. */
let behind
/** A mark was typed that could mean another amount: nothing counts until a key clears it. */
let isUnclear = false

function press(key) {
  if (isUnclear) return unclear(false)
  if (key === 'back') state.typed = state.typed.slice(0, -1)
  else if (key === 'add') settleTyped()
  else if (behind !== undefined) typeBehind(key)
  else if (state.typed.length + key.length <= MAX_DIGITS) state.typed = (state.typed + key).replace(/^0+/, '')
  if (key === 'back' || key === 'add') behind = undefined
  draw()
}

/** The point of the page's numbers. */
const POINT = new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: 'latn' })
  .formatToParts(0.5)
  .find(({ type }) => type === 'decimal').value

/** `1` and a point are one whole, not one cent. Behind a mark of thousands are three digits: as many as a few currencies have. */
function pressMark(mark) {
  const mayGroup = data.digits > 2 && mark !== POINT
  if (isUnclear || behind !== undefined || data.digits === 0 || mayGroup) return unclear(true)
  if (state.typed.length + data.digits > MAX_DIGITS) return
  state.typed = `${state.typed}${'0'.repeat(data.digits)}`.replace(/^0+/, '')
  behind = 0
  draw()
}

function typeBehind(key) {
  if (behind >= data.digits || !/^\d$/.test(key)) return unclear(true)
  behind += 1
  const added = BigInt(key) * 10n ** BigInt(data.digits - behind)
  state.typed = String(BigInt(state.typed || '0') + added).replace(/^0+/, '')
}

function unclear(is) {
  isUnclear = is
  behind = undefined
  state.typed = ''
  sale.say(is ? say('Type this amount again, without a mark for thousands or fractions.') : '')
  draw()
}

function chooseTip(percent) {
  state.tip = percent
  draw()
}

function clear() {
  isUnclear = false
  behind = undefined
  sale.say('')
  empty()
}

function empty() {
  Object.assign(state, { lines: [], typed: '', tip: 0 })
  draw()
}

/** What the staff records as paid without satoshis. */
function take() {
  const lines = linesNow()
  const { tip, total } = cart.totals(lines, state.tip)
  return isUnclear || busy || total === 0n ? undefined : cart.order(lines, tip)
}

/** By the payment hash, or by the id of a sale that has none. */
function receipt({ id, payment_hash: name = id }) {
  return data.receipt && name !== undefined ? `${own}/p/${data.id}/receipt/${name}` : undefined
}

let busy = false

async function charge() {
  if (isUnclear) return
  const lines = linesNow()
  const { tip, total } = cart.totals(lines, state.tip)
  if (busy || staff.isBusy() || total === 0n) return
  busy = true
  sale.say('')
  sale.wait(true)
  try {
    const answer = await fetch(own + sales, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Language': document.documentElement.lang,
      },
      body: JSON.stringify(cart.order(lines, tip)),
    })
    const body = await answer.json()
    if (!answer.ok) return sale.say(say(body.detail))
    settleTyped()
    state.pending = { answer: body, at: Date.now() }
    store()
    wait(body)
  } catch {
    sale.say(say('The service could not be reached. Please try again.'))
  } finally {
    busy = false
    sale.wait(false)
  }
}

let reading

/** The invoice takes the till's place until it is paid, has expired, or is left. */
function wait(answer) {
  const { payment_hash: hash, payment_request, expires_at, total, currency, sats } = answer
  till.hidden = true
  root.dispatchEvent(
    new CustomEvent('satchel:invoice', {
      bubbles: true,
      detail: {
        payment_request,
        expires_at,
        state: `${sales}/${hash}`,
        amount: cart.money(total),
        text: say('Thank you!'),
      },
    }),
  )
  worth.textContent = currency === 'sat' ? '' : globalThis.satchel.money(sats, 'sat', 0)
  beside.replaceChildren(...(canReadCards() ? [cardButton(hash, cart.money(total))] : []))
}

function cardButton(hash, amount) {
  const button = element('button', { type: 'button', textContent: say('Pay by card') })
  button.addEventListener('click', async () => {
    reading?.abort()
    reading = new AbortController()
    button.textContent = say('Hold the card to the device')
    const answer = collectFromCard(`${own}${sales}/${hash}/pay`, { signal: reading.signal, amount })
    button.textContent = say(await answer.catch(() => 'Cards cannot be read here'))
  })
  return button
}

root.addEventListener('satchel:paid', () => {
  const href = receipt(state.pending?.answer ?? {})
  end()
  empty()
  if (href === undefined) return
  beside.append(
    element('a', { className: 'button', href, target: '_blank', rel: 'noopener', textContent: say('Receipt') }),
  )
})

root.addEventListener('satchel:expired', end)

root.addEventListener('satchel:closed', () => {
  end()
  till.hidden = false
  draw()
})

function end() {
  reading?.abort()
  delete state.pending
  worth.textContent = ''
  beside.replaceChildren()
  store()
}

// A keyboard, or a number pad beside the tablet.
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (till.hidden || ctrlKey || metaKey || altKey || target.matches('input, textarea')) return
  if (/^\d$/.test(key)) {
    if (!isUnclear) press(key)
  } else if (key === '.' || key === ',') pressMark(key)
  else if (key === 'Backspace') press('back')
  else if (key === 'Enter' && (target.closest('button, a') === null || target.closest('.keys') !== null)) {
    // Not once more the key that was tapped last.
    event.preventDefault()
    void charge()
  }
})

draw()
if (state.pending !== undefined && Date.now() - state.pending.at < A_DAY_MS) wait(state.pending.answer)
else delete state.pending
