// Keeps the page at / up to date. The server renders every value: after each cycle this asks for the page again and
// copies the texts and attributes of what is marked with data-live. Text never becomes HTML here.

const COPIED_ATTRIBUTES = ['datetime', 'hidden', 'points', 'title']
const RETRY_MS = 5_000

const TEXTS = JSON.parse(document.body.dataset.texts ?? '{}')
/** A text of the page, in the language of its reader. */
const say = (text, values = {}) => (TEXTS[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)

const connection = document.getElementById('connection')
// The server's clock counts: ages must be right on a computer whose clock is not.
const clockAheadMs = Date.parse(document.body.dataset.renderedAt) - Date.now()
let newest = document.body.dataset.timestamp
let updating = false

function follow() {
  const stream = new EventSource('/stream')
  stream.addEventListener('open', () => showConnection('live'))
  stream.addEventListener('rates', (event) => {
    if (event.lastEventId === newest) return
    newest = event.lastEventId
    void update()
  })
  stream.addEventListener('error', () => {
    showConnection('reconnecting')
    // The browser retries by itself, but not after an answer that was no stream.
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS)
  })
}

function showConnection(state) {
  connection.hidden = false
  connection.className = state
  const text = say(state)
  if (connection.textContent !== text) connection.textContent = text
}

async function update() {
  if (updating) return
  updating = true
  try {
    let shown
    // An event that comes while the page is on its way may be newer than that page.
    while (shown !== newest) {
      shown = newest
      const answer = await fetch(location.pathname + location.search, { cache: 'no-store' })
      if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    }
  } catch {
    // Not reachable: the next event brings the next attempt.
  } finally {
    updating = false
  }
}

function show(fresh) {
  const current = document.querySelectorAll('[data-live]')
  const byKey = new Map([...fresh.querySelectorAll('[data-live]')].map((element) => [element.dataset.live, element]))
  // The first prices have come, or the service has restarted with other currencies: this is another page.
  if (current.length !== byKey.size || [...current].some((element) => !byKey.has(element.dataset.live))) {
    location.reload()
    return
  }
  for (const element of current) copy(byKey.get(element.dataset.live), element)
}

function copy(from, to) {
  for (const name of COPIED_ATTRIBUTES) {
    const value = from.getAttribute(name)
    if (value === null) to.removeAttribute(name)
    else if (value !== to.getAttribute(name)) to.setAttribute(name, value)
  }
  if (from.childElementCount > 0 || from.textContent === to.textContent) return
  to.textContent = from.textContent
  to.closest('[data-flash]')?.classList.add('flash')
}

document.addEventListener('animationend', ({ target }) => target.classList.remove('flash'))

/** Ages grow between two cycles, too. Same words as formatDuration in format-price.ts. */
function tick() {
  for (const element of document.querySelectorAll('time[data-age][datetime]')) {
    const seconds = Math.max(0, (Date.now() + clockAheadMs - Date.parse(element.dateTime)) / 1000)
    element.textContent = say('{duration} ago', { duration: duration(seconds) })
  }
}

function duration(seconds) {
  const count = Math.floor
  if (seconds < 60) return say('{count} s', { count: count(seconds) })
  if (seconds < 3600) return say('{count} min', { count: count(seconds / 60) })
  return seconds < 172_800
    ? say('{count} h', { count: count(seconds / 3600) })
    : say('{count} d', { count: count(seconds / 86_400) })
}

follow()
setInterval(tick, 1000)
