// What only those who run the till may do: record a sale that was paid in cash or by card. They type in a key of the
// wallet, which stays in the memory of this page: a reload, or ten minutes without a sale, forgets it.

import { element, say } from './till-draw.js'

const IDLE_MS = 600_000

const button = (properties) => element('button', { type: 'button', ...properties })

/**
 * `take()`: the sale that is on the till; undefined = none. `say`: shows an error. `done(sale)`: it is recorded.
 * `receipt(sale)`: the address of its receipt, if there is one.
 */
export function drawStaff({ id, own, take, say: complain, done, receipt }) {
  let key
  let timer
  const kinds = {
    cash: button({ textContent: say('Paid in cash') }),
    card: button({ textContent: say('Paid by card') }),
  }
  const lock = button({ className: 'leave', textContent: say('Lock') })
  const notice = element('p', { className: 'notice', role: 'status' })
  const bar = element(
    'div',
    { className: 'staff', role: 'group', ariaLabel: say('Staff'), hidden: true },
    ...Object.values(kinds),
  )
  const door = drawDoor(`${own}/api/v1/${id}`, (typed) => {
    key = typed
    show(true)
    stay()
  })

  function show(isOpen) {
    bar.hidden = !isOpen
    lock.hidden = !isOpen
    door.show(!isOpen)
    if (!isOpen) notice.replaceChildren()
  }
  function forget() {
    clearTimeout(timer)
    key = undefined
    show(false)
  }
  function stay() {
    clearTimeout(timer)
    timer = setTimeout(forget, IDLE_MS)
  }

  const send = createSend(`${own}/api/v1/${id}/sales`)
  for (const [kind, pressed] of Object.entries(kinds)) {
    pressed.addEventListener('click', async () => {
      const order = take()
      if (order === undefined || pressed.ariaBusy === 'true') return
      stay()
      complain('')
      for (const one of Object.values(kinds)) one.ariaBusy = 'true'
      const answer = await send(key, { ...order, paid_by: kind })
      for (const one of Object.values(kinds)) one.ariaBusy = 'false'
      if (answer.sale === undefined) return complain(answer.detail)
      done(answer.sale)
      notice.replaceChildren(...recorded(answer.sale, receipt(answer.sale)))
    })
  }
  lock.addEventListener('click', forget)
  show(false)
  return {
    /** Beside the button that charges. */
    bar: element('div', { className: 'staff-bar' }, notice, bar),
    /** Below the till. */
    door: element('div', { className: 'staff-door' }, door.element, lock),
    /** Whether there is something to sell now. */
    allow(canSell) {
      for (const one of Object.values(kinds)) one.disabled = !canSell
      if (canSell) notice.replaceChildren()
    },
    isBusy: () => kinds.cash.ariaBusy === 'true',
    /** What is on the till has changed: the next sale is another one. */
    renew: () => send.renew(),
  }
}

/** That it is recorded, with a link to its receipt, if there is one. */
function recorded(sale, href) {
  const text = say('Receipt number {number}', { number: sale.receipt_number })
  const link = href === undefined ? text : element('a', { href, target: '_blank', rel: 'noopener', textContent: text })
  return [say('Recorded.'), ' ', link]
}

/** Asks for the key, and tries it. */
function drawDoor(path, enter) {
  const open = button({ className: 'leave', textContent: say('Staff') })
  const input = element('input', { type: 'password', autocomplete: 'off', required: true, id: 'staff-key' })
  const trouble = element('p', { className: 'trouble', role: 'alert', hidden: true })
  const form = element(
    'form',
    { hidden: true },
    element('label', { htmlFor: 'staff-key', textContent: say('Invoice key of the wallet') }),
    input,
    trouble,
    element('button', { className: 'primary', textContent: say('Unlock') }),
  )
  function complain(text) {
    trouble.textContent = text
    trouble.hidden = text === ''
  }
  open.addEventListener('click', () => {
    form.hidden = !form.hidden
    if (!form.hidden) input.focus()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const typed = input.value.trim()
    try {
      const answer = await fetch(path, { headers: { 'X-Api-Key': typed }, credentials: 'omit' })
      if (!answer.ok) return complain(say('This key does not open this till.'))
      enter(typed)
    } catch {
      complain(say('The service could not be reached. Please try again.'))
    }
  })
  return {
    element: element('div', {}, open, form),
    show(isShown) {
      open.hidden = !isShown
      form.hidden = true
      input.value = ''
      complain('')
    },
  }
}

/** A sale that is sent once more, because no answer came, is recorded once, also after a reload. */
function createSend(path) {
  const storeName = `satchel till sent ${path}`
  let attempt = storedAt(storeName)
  const remember = (sent) => {
    attempt = sent
    try {
      if (sent === undefined) localStorage.removeItem(storeName)
      else localStorage.setItem(storeName, JSON.stringify(sent))
    } catch {
      // A browser may refuse to store anything.
    }
  }
  async function send(key, sale) {
    const body = JSON.stringify(sale)
    if (attempt?.body !== body) remember({ body, name: randomName() })
    try {
      const answer = await fetch(path, {
        method: 'POST',
        credentials: 'omit',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'Accept-Language': document.documentElement.lang,
          'X-Api-Key': key,
          'Idempotency-Key': attempt.name,
        },
        body,
      })
      const json = await answer.json()
      if (!answer.ok) return { detail: say(json.detail) }
      remember(undefined)
      return { sale: json }
    } catch {
      return { detail: say('The service could not be reached. Please try again.') }
    }
  }
  send.renew = () => remember(undefined)
  return send
}

function storedAt(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const randomName = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
