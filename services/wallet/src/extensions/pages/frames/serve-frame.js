// Loads the frames with files of a package, which have an origin of their own, and calls the routes of their blocks for them.

import { say } from '../live-invoice.js'

const MAX_IN_FLIGHT = 10
const MAX_PER_MINUTE = 60
/** A frame that sends more in a minute is removed. */
const MAX_MESSAGES = 600
const MAX_CHARACTERS = 65_536
const TIMEOUT_MS = 30_000
const JSON_BODY = { Accept: 'application/json', 'Content-Type': 'application/json' }
const INVOICE = /^ln[a-z0-9]{1,8000}$/i

for (const frame of document.querySelectorAll('iframe[data-file]')) load(frame)

function load(frame) {
  const { file, json } = frame.dataset
  const data = json === undefined ? undefined : JSON.parse(json)
  frame.addEventListener(
    'load',
    () => {
      const { port1, port2 } = new MessageChannel()
      serve(frame, port1)
      // Its origin has no name.
      const hello = { satchel: 'frame', data, language: document.documentElement.lang }
      frame.contentWindow.postMessage(hello, '*', [port2])
    },
    { once: true },
  )
  frame.src = file
}

function serve(frame, port) {
  const { contentWindow } = frame
  const routes = JSON.parse(frame.dataset.routes)
  const mayAsk = perMinute(MAX_PER_MINUTE)
  const maySend = perMinute(MAX_MESSAGES)
  const invoices = createInvoices(frame, port)
  let inFlight = 0

  const isSent = () => {
    if (maySend()) return true
    port.close()
    removeEventListener('message', countOthers)
    frame.replaceWith(
      Object.assign(document.createElement('p'), { textContent: say('This part of the page was stopped.') }),
    )
    return false
  }
  const countOthers = ({ source }) => {
    if (source === contentWindow) isSent()
  }
  addEventListener('message', countOthers)
  port.addEventListener('message', async ({ data }) => {
    const wanted = isSent() ? read(data, routes) : undefined
    if (wanted === undefined) return
    const { id, pays } = wanted
    if (inFlight >= MAX_IN_FLIGHT || !mayAsk()) return port.postMessage({ id, status: 429, json: null })
    if (pays && invoices.isPending()) return port.postMessage({ id, status: 409, json: null })
    inFlight += 1
    if (pays) invoices.begin(id)
    const answer = await ask(wanted)
    inFlight -= 1
    port.postMessage({ id, ...answer })
    if (pays) invoices.show(answer)
  })
  port.start()
}

function perMinute(max) {
  const times = []
  return () => {
    const now = performance.now()
    while (times.length > 0 && now - times[0] > 60_000) times.shift()
    if (times.length >= max) return false
    times.push(now)
    return true
  }
}

/** The request that a message stands for; undefined = none. */
function read(message, routes) {
  try {
    const { id, route, params, query, body, pay } = message
    const isId = Number.isFinite(id) || (typeof id === 'string' && id.length <= 64)
    if (!isId || !routes.includes(route)) return undefined
    const [method, path] = route.split(' ')
    const address = document.body.dataset.own + fillPath(path, params ?? {}) + toQuery(query ?? {})
    const sent = method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_BODY }
    if (address.length + (sent.body?.length ?? 0) > MAX_CHARACTERS) return undefined
    return { id, method, address, sent, pays: pay === true }
  } catch {
    return undefined
  }
}

/** Throws for a missing name, and for one of dots, which would lead to another route. */
const fillPath = (path, params) =>
  path.replace(/:(\w+)/g, (_all, name) => {
    const value = Object.hasOwn(params, name) ? String(params[name]) : ''
    if (!/[^.]/.test(value)) throw new Error('no path')
    return encodeURIComponent(value)
  })

function toQuery(query) {
  const fields = Object.entries(query).map(([name, value]) => [name, String(value)])
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** As any visitor could, without cookies. */
async function ask({ method, address, sent }) {
  try {
    const answer = await fetch(address, {
      headers: { Accept: 'application/json' },
      ...sent,
      method,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const isJson = /^application\/json\b/.test(answer.headers.get('Content-Type') ?? '')
    if (!isJson) await answer.body?.cancel()
    return { status: answer.status, json: isJson ? await answer.json() : null }
  } catch {
    return { status: 0, json: null }
  }
}

/** The invoice that the host shows below the frame, one at a time. */
function createInvoices(frame, port) {
  let shown
  for (const invoice of ['paid', 'expired', 'closed']) {
    frame.addEventListener(`satchel:${invoice}`, () => {
      shown.isPending = false
      port.postMessage({ id: shown.id, invoice })
    })
  }
  return {
    isPending: () => shown?.isPending === true,
    /** Until the answer is there. */
    begin(id) {
      // One that has ended.
      if (frame.nextElementSibling?.matches('.invoice')) frame.nextElementSibling.remove()
      shown = { id, isPending: true }
    },
    show({ status, json }) {
      const { payment_request, payment_hash, expires_at } = json ?? {}
      if (status < 200 || status >= 300 || !INVOICE.test(payment_request) || typeof payment_hash !== 'string') {
        shown.isPending = false
        return
      }
      const detail = { payment_request, payment_hash, expires_at, state: '/state/{payment_hash}' }
      frame.dispatchEvent(new CustomEvent('satchel:invoice', { bubbles: true, detail }))
    },
  }
}
