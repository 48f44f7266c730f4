// Runs on the start page: shows what a log-in by another service has left behind the #, once.

const passed = new URLSearchParams(location.hash.slice(1))
const place = document.getElementById('arrival').parentElement

/** Translations by the English text, as `live-invoice.js` reads them. */
const texts = JSON.parse(document.body.dataset.texts ?? '{}')
const say = (text, values = {}) => (texts[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)

const [token, ticket, linked] = ['access_token', 'ticket', 'linked'].map((name) => passed.get(name))

if (token) {
  show(
    say('You are logged in'),
    say('This access token acts as you until it expires. Give it as accessToken under Authorize.'),
  )
  offer(say('Access token'), token)
} else if (ticket) {
  show(
    say('One step is missing'),
    say('Your account has a second factor. Send its code with this ticket to POST /api/v1/auth/second-factor.'),
  )
  offer(say('Ticket'), ticket)
} else if (linked) {
  show(say('Linked'), say('From now on you can log in by {name}.', { name: linked }))
}

// Out of the address, so that it is in no history, no bookmark and no picture of the window.
if (token || ticket || linked) history.replaceState(null, '', location.pathname + location.search)

/** As text: the author of the link may have written anything there. */
function show(heading, text) {
  add(element('h2', { textContent: heading }))
  add(element('p', { className: 'lines', textContent: text }))
}

/** As `render-copy.ts` draws it; `page.js` sees to the button. */
function offer(label, value) {
  const input = element('input', { readOnly: true, value, ariaLabel: label, spellcheck: false })
  input.dataset.part = 'text'
  const button = element('button', { type: 'button', className: 'js', textContent: say('Copy') })
  button.dataset.copy = ''
  const box = element('div', { className: 'copy' })
  box.append(input, button)
  add(box)
}

/** A block among the others. */
function add(content) {
  const block = element('div', { className: 'block' })
  block.append(content)
  place.before(block)
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties)
}
