// A card that pays is held to the device: where the browser can read one (NFC on Android).

import { element, say } from './till-draw.js'

export const canReadCards = () => 'NDEFReader' in window

const PIN_DIGITS = { least: 4, most: 8 }

/**
 * Reads one card, collects the sale from it, and asks for the PIN if the card wants one; returns the text to show. `pay`:
 * where to send what the card says; `amount`: what the customer pays.
 */
export async function collectFromCard(pay, { signal, amount }) {
  const lnurl = await readCard(signal)
  if (lnurl === undefined) return 'This card cannot pay.'
  const { card, detail } = await send(pay, { lnurl })
  if (card === undefined) return detail
  const pin = await askPin({ signal, amount })
  return pin === undefined ? 'Pay by card' : (await send(pay, { card, pin })).detail
}

async function readCard(signal) {
  const reader = new window.NDEFReader()
  await reader.scan({ signal })
  return new Promise((resolve) => {
    reader.addEventListener('reading', ({ message }) => resolve(linkOf(message)), { once: true, signal })
  })
}

function linkOf({ records }) {
  for (const { recordType, data } of records) {
    const text = new TextDecoder().decode(data)
    if (recordType === 'url' || /^lnurl/i.test(text)) return text
  }
  return undefined
}

async function send(pay, body) {
  try {
    const answer = await fetch(pay, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Language': document.documentElement.lang,
      },
      body: JSON.stringify(body),
    })
    return await answer.json()
  } catch {
    return { detail: 'The service could not be reached. Please try again.' }
  }
}

/** The PIN, typed on the pad or a keyboard; undefined: the customer has closed the pad, or the sale has ended. */
function askPin({ signal, amount }) {
  // No browser offers to store a one-time code. The pad takes the place of the device's own keyboard.
  const typed = element('input', {
    type: 'password',
    autocomplete: 'one-time-code',
    inputMode: 'none',
    maxLength: PIN_DIGITS.most,
    ariaLabel: say('PIN of the card'),
  })
  const pay = element('button', { className: 'primary', textContent: say('Pay'), disabled: true })
  const leave = element('button', { type: 'button', className: 'leave', textContent: say('Cancel') })
  const type = (digits) => {
    typed.value = digits
    pay.disabled = digits.length < PIN_DIGITS.least
  }
  const press = (key) => type(key === 'back' ? typed.value.slice(0, -1) : (typed.value + key).slice(0, PIN_DIGITS.most))
  const pad = element(
    'dialog',
    { className: 'pin', ariaLabel: say('PIN of the card') },
    element(
      'form',
      {},
      element('h2', { textContent: say('PIN of the card') }),
      element('p', { className: 'note', textContent: amount }),
      typed,
      element('div', { className: 'keys' }, ...PAD.map((key) => keyOf(key, press))),
      pay,
      leave,
    ),
  )
  typed.addEventListener('input', () => type(digitsOf(typed.value)))
  pad.addEventListener('keydown', (event) => {
    if (event.target === typed || !/^\p{Nd}$/u.test(event.key)) return
    press(digitsOf(event.key))
  })
  document.body.append(pad)
  pad.showModal()
  typed.focus()
  return new Promise((resolve) => {
    const close = (pin) => {
      pad.remove()
      resolve(pin)
    }
    pad.querySelector('form').addEventListener('submit', (event) => {
      event.preventDefault()
      if (!pay.disabled) close(typed.value)
    })
    leave.addEventListener('click', () => close(undefined))
    pad.addEventListener('close', () => close(undefined))
    signal.addEventListener('abort', () => close(undefined), { once: true })
  })
}

const PAD = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', 'back']

function keyOf(key, press) {
  if (key === '') return element('span')
  const button = element('button', { type: 'button', textContent: key === 'back' ? '⌫' : key })
  if (key === 'back') button.ariaLabel = say('Delete the last digit')
  button.addEventListener('click', () => press(key))
  return button
}

/** Also from keyboards with the digits of Arabic or Persian. */
const digitsOf = (text) =>
  text
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\D/g, '')
    .slice(0, PIN_DIGITS.most)
