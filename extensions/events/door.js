// At the door: the camera reads tickets, or a scanner types them. The secret stays behind the # of the address.

const { say } = globalThis.satchel

const LOOK_MS = 200
/** A ticket that stays before the camera is read once. */
const SAME_MS = 4_000
const MAX_SIDE = 960

const root = document.getElementById('door')
const { id } = JSON.parse(root.dataset.json)
const secret = location.hash.slice(1)

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const video = element('video', { muted: true, playsInline: true, hidden: true, ariaLabel: say('Camera') })
const verdict = element('p', { className: 'verdict-of-ticket' })
verdict.setAttribute('role', 'status')
const count = element('p', { className: 'muted' })
const camera = element('button', { type: 'button', className: 'primary', textContent: say('Scan with the camera') })
const input = element('input', {
  id: 'ticket',
  autocomplete: 'off',
  required: true,
  spellcheck: false,
})
const form = element(
  'form',
  { className: 'all', noValidate: true },
  element('label', { htmlFor: 'ticket', textContent: say('Or type the ticket') }),
  input,
  element('button', { textContent: say('Check in') }),
)
root.append(verdict, video, camera, form, count)

let admitted = 0
let last = { text: '', at: 0 }

const SAID = {
  welcome: 'Welcome, {name}.',
  used: 'Already used at {time}: {name}',
  refunded: 'Not valid any more: {name}',
  unknown: 'This is no ticket of this event.',
}

function show(kind, text) {
  verdict.dataset.outcome = kind
  verdict.textContent = text
  navigator.vibrate?.(kind === 'welcome' ? 80 : [80, 80, 80])
}

async function admit(ticket) {
  try {
    const answer = await fetch(`${document.body.dataset.own}/public/${id}/door`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Language': document.documentElement.lang,
      },
      body: JSON.stringify({ secret, ticket }),
    })
    const { outcome, name = '', registered_at: at, detail } = await answer.json()
    if (!answer.ok) return show('unknown', say(detail))
    if (outcome === 'welcome') admitted += 1
    count.textContent = say('Let in on this device: {count}', { count: admitted })
    const time =
      at === undefined
        ? ''
        : new Date(at).toLocaleTimeString(document.documentElement.lang, { numberingSystem: 'latn' })
    show(outcome, say(SAID[outcome], { name, time }))
  } catch {
    show('unknown', say('The service could not be reached. Please try again.'))
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const ticket = input.value.trim()
  input.value = ''
  input.focus()
  if (ticket === '') show('unknown', say('This is missing.'))
  else void admit(ticket)
})

camera.addEventListener('click', async () => {
  try {
    // The reader is fetched while the person is asked for the camera.
    const opening = openReader()
    opening.catch(() => undefined)
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    video.hidden = false
    camera.hidden = true
    await video.play()
    void look(await opening)
  } catch {
    show('unknown', say('The camera cannot be used: allow it, or type the ticket.'))
    input.focus()
  }
})

/** A picture of the camera → what its code says, or undefined: by the browser, else by a worker. */
async function openReader() {
  const formats = await window.BarcodeDetector?.getSupportedFormats().catch(() => [])
  if (formats?.includes('qr_code')) {
    const detector = new window.BarcodeDetector({ formats: ['qr_code'] })
    return async () => (await detector.detect(video))[0]?.rawValue
  }
  const worker = new Worker(document.body.dataset.reader)
  let answer = (_text) => undefined
  worker.addEventListener('message', ({ data }) => answer(data ?? undefined))
  worker.addEventListener('error', () => {
    show('unknown', say('The camera cannot be used: allow it, or type the ticket.'))
    answer(undefined)
  })
  return () =>
    new Promise((resolve) => {
      answer = resolve
      const pixels = readPixels()
      worker.postMessage(pixels, [pixels.data.buffer])
    })
}

const canvas = document.createElement('canvas')
const pen = canvas.getContext('2d', { willReadFrequently: true })

/** No larger than codes need: larger pictures take longer. */
function readPixels() {
  const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight))
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale))
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale))
  pen.drawImage(video, 0, 0, canvas.width, canvas.height)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

async function look(read) {
  const text = await read().catch(() => undefined)
  const isNew = text !== undefined && text !== '' && (text !== last.text || Date.now() - last.at > SAME_MS)
  if (text !== undefined) last = { text, at: Date.now() }
  if (isNew) await admit(text)
  setTimeout(() => void look(read), LOOK_MS)
}

if (navigator.mediaDevices === undefined) {
  camera.hidden = true
  count.textContent = say('This browser gives the page no camera: use a scanner, or type the ticket.')
}
if (secret === '') show('unknown', say('This door link is not valid any more; ask for a new one.'))
else input.focus()
