/** The characters that each animation throws, and how: text, so that nothing has to be loaded while streaming. */
export const OVERLAY_SCRIPT = `// Plays what the channel says. Comments are strangers' words: they are only ever set as text.
const PIECES = {
  bitcoin: { sign: '\\u20bf', way: 'rain' },
  confetti: { sign: '\\u25a0', way: 'rain' },
  fireworks: { sign: '\\u2726', way: 'burst' },
  hearts: { sign: '\\u2665', way: 'rise' },
  lightning: { sign: '\\u26a1', way: 'burst' },
  rocket: { sign: '\\u{1f680}', way: 'rise' },
}
const MANY = 40
const LASTS_MS = 6000
const PRICE_MS = 60000
const MAX_SEEN = 200

const stage = document.getElementById('stage')
const { ack, cam, price } = JSON.parse(stage.dataset.json)
const seen = []
let queue = Promise.resolve()

document.addEventListener('satchel:message', ({ detail }) => {
  if (detail === null || typeof detail !== 'object' || seen.includes(detail.event_id)) return
  seen.push(detail.event_id)
  if (seen.length > MAX_SEEN) seen.shift()
  queue = queue.then(() => show(detail))
})

function show({ animation, comment, sats }) {
  const scene = document.createElement('div')
  scene.className = 'scene'
  if (Object.hasOwn(PIECES, animation)) scene.append(...Array.from({ length: MANY }, () => pieceOf(PIECES[animation])))
  if (ack && sats > 0) scene.append(line('ack', 'Thank you for ' + sats + ' sat!'))
  if (comment !== '') scene.append(line('comment', comment))
  stage.append(scene)
  return new Promise((resolve) => {
    setTimeout(() => {
      scene.remove()
      resolve()
    }, LASTS_MS)
  })
}

function pieceOf({ sign, way }) {
  const piece = document.createElement('span')
  piece.className = 'piece ' + way
  piece.textContent = sign
  const angle = Math.random() * 2 * Math.PI
  const values = {
    '--x': Math.random() * 100 + 'vw',
    '--hue': String(Math.random() * 360),
    '--size': 1 + Math.random() * 3 + 'rem',
    '--wait': Math.random() * 3 + 's',
    '--dx': Math.cos(angle) * 40 + 'vmin',
    '--dy': Math.sin(angle) * 40 + 'vmin',
  }
  for (const [name, value] of Object.entries(values)) piece.style.setProperty(name, value)
  return piece
}

function line(name, text) {
  const paragraph = document.createElement('p')
  paragraph.className = name
  paragraph.dir = 'auto'
  paragraph.textContent = text
  return paragraph
}

async function showCamera() {
  const video = Object.assign(document.createElement('video'), { className: 'cam', muted: true, autoplay: true })
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true })
  document.body.prepend(video)
}

async function showPrice() {
  const answer = await fetch(document.body.dataset.own + price + '?lang=' + document.documentElement.lang)
  const place = document.querySelector('[data-block="text"] p')
  const { price: text } = await answer.json()
  if (place !== null && text !== undefined) place.textContent = text
}

// Without a camera, or without leave to use it, the overlay stays transparent.
if (cam) showCamera().catch(() => undefined)
// Without an answer the last price stays.
if (price !== null) setInterval(() => showPrice().catch(() => undefined), PRICE_MS)
`

export const OVERLAY_STYLE = `body.bare { overflow: hidden; }
[data-block="frame"] iframe, .cam { position: fixed; inset: 0; width: 100vw; height: 100vh; border: 0; object-fit: cover; }
[data-block="app"] { position: fixed; inset: 0; pointer-events: none; }
[data-block="qr"] { position: fixed; right: 1rem; bottom: 1rem; width: 11rem; padding: 0.5rem; background: #fff; color: #000; }
[data-block="qr"] .copy, [data-block="qr"] .button { display: none; }
[data-block="text"] { position: fixed; left: 1rem; bottom: 1rem; }
[data-block="text"] p, .scene p { padding: 0.25rem 0.75rem; background: rgb(0 0 0 / 70%); color: #fff; font-size: 1.5rem; }
.scene { position: absolute; inset: 0; display: flex; flex-direction: column; align-items: center; justify-content: center; }
.scene .comment { max-width: 80vw; overflow-wrap: anywhere; }
.piece { position: absolute; font-size: var(--size); color: hsl(var(--hue) 90% 60%); opacity: 0; }
.piece.rain { left: var(--x); top: -10vh; animation: rain 3s linear var(--wait); }
.piece.rise { left: var(--x); bottom: -10vh; animation: rise 3s ease-in var(--wait); }
.piece.burst { left: 50vw; top: 50vh; animation: burst 2s ease-out var(--wait); }
@keyframes rain { from { opacity: 1; } to { opacity: 1; transform: translateY(120vh) rotate(1turn); } }
@keyframes rise { from { opacity: 1; } to { opacity: 1; transform: translateY(-120vh); } }
@keyframes burst { from { opacity: 1; transform: scale(0); } to { opacity: 0; transform: translate(var(--dx), var(--dy)) scale(1.5); } }
@media (prefers-reduced-motion: reduce) { .piece { display: none; } }
`
