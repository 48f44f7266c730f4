// How the till looks. Names and prices are text, never HTML.

/** A text of the till, in the language of its reader. */
export const { say } = globalThis.satchel

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const button = (properties, ...children) => element('button', { type: 'button', ...properties }, ...children)

/** Tabs: each category, everything else, and the keys. */
const KEYS = 'Keypad'
const ALL = 'All'

/** The things on sale, by category, and the keypad beside them. */
export function drawGoods({ items }, cart, { add, keys }) {
  const categories = [...new Set(items.flatMap((item) => item.categories ?? []))]
  const tabs = new Map([ALL, ...categories, KEYS].map((name) => [name, tabOf(name)]))
  const cards = items.map((item) => ({ item, card: cardOf(item, cart, add) }))
  const grid = element('div', { className: 'wares' }, ...cards.map(({ card }) => card))
  const bar = element('div', { className: 'tabs', ariaLabel: say('Categories') }, ...tabs.values())
  const holder = element('section', { className: 'pick', ariaLabel: say('Items') }, bar, grid, keys.element)

  function choose(name) {
    for (const [one, tab] of tabs) tab.ariaPressed = String(one === name)
    const isKeys = name === KEYS
    keys.element.hidden = !isKeys
    grid.hidden = isKeys
    for (const { item, card } of cards) card.hidden = name !== ALL && !(item.categories ?? []).includes(name)
  }
  function tabOf(name) {
    const shown = name === KEYS ? say('Keypad') : name === ALL ? say('All') : name
    const tab = button({ className: 'tab', textContent: shown })
    tab.addEventListener('click', () => choose(name))
    return tab
  }
  bar.hidden = items.length === 0
  choose(items.length === 0 ? KEYS : ALL)
  return {
    element: holder,
    draw({ lines, typed }) {
      keys.draw(typed, cart)
      for (const { item, card } of cards) {
        const count = lines.find(({ title }) => title === item.title)?.quantity ?? 0
        const badge = card.querySelector('.count')
        badge.textContent = count
        badge.hidden = count === 0
      }
    },
  }
}

function cardOf(item, cart, add) {
  const { title, description, image } = item
  const card = button(
    { className: 'ware' },
    ...(image === undefined ? [] : [element('img', { src: image, alt: '', loading: 'lazy' })]),
    element('span', { className: 'title', textContent: title, dir: 'auto' }),
    ...(description === undefined ? [] : [element('small', { textContent: description, dir: 'auto' })]),
    element('span', { className: 'price', textContent: cart.text(cart.priceOf(item)) }),
    element('span', { className: 'count', hidden: true }),
  )
  card.addEventListener('click', () => add(title))
  return card
}

/** As on a cash register: digits push in from the right. */
export function drawKeys({ digits, items }, press) {
  const display = element('output', { className: 'typed' })
  const names = ['1', '2', '3', '4', '5', '6', '7', '8', '9', digits === 0 ? '000' : '00', '0', 'back']
  const keys = names.map((name) => {
    const key = button({ textContent: name === 'back' ? '⌫' : name })
    if (name === 'back') key.ariaLabel = say('Delete the last digit')
    key.addEventListener('click', () => press(name))
    return key
  })
  const add = button({
    className: 'add',
    textContent: items.length === 0 ? say('Add another amount') : say('Add to the sale'),
  })
  add.addEventListener('click', () => press('add'))
  return {
    element: element(
      'div',
      { className: 'register', ariaLabel: say('Amount'), role: 'group' },
      display,
      element('div', { className: 'keys' }, ...keys),
      add,
    ),
    draw(typed, cart) {
      display.textContent = cart.text(typed === '' ? 0n : cart.typed(typed))
      display.classList.toggle('none', typed === '')
      add.disabled = typed === ''
    },
  }
}

/** What is being sold, the tip, the sums, and the button that matters. */
export function drawSale({ tips, inclusive }, { change, chooseTip, charge, clear }) {
  const list = element('ul', { className: 'lines-of-sale' })
  const pills = [0, ...tips.filter((tip) => tip > 0)].map((tip) => {
    const pill = button({ className: 'pill', textContent: tip === 0 ? say('No tip') : `${tip} %` })
    pill.addEventListener('click', () => chooseTip(tip))
    return { tip, pill }
  })
  const tipping = element(
    'div',
    { className: 'tips', role: 'group', ariaLabel: say('Tip'), hidden: pills.length === 1 },
    ...pills.map(({ pill }) => pill),
  )
  const sums = element('dl')
  const trouble = element('p', { className: 'trouble', role: 'alert', hidden: true })
  const pay = button({ className: 'primary charge' })
  pay.addEventListener('click', charge)
  const empty = button({ className: 'leave', textContent: say('Clear') })
  empty.addEventListener('click', clear)
  const foot = element('div', { className: 'pay' }, trouble, pay)

  return {
    element: element('section', { className: 'sale', ariaLabel: say('Sale') }, list, tipping, sums, foot, empty),
    draw({ lines, tip, totals, cart }) {
      const busy = document.activeElement?.dataset?.name
      list.replaceChildren(...lines.map((line, index) => lineOf(line, index, cart, change)))
      list.hidden = lines.length === 0
      for (const one of pills) one.pill.ariaPressed = String(one.tip === tip)
      const isSome = lines.length > 0
      const rows = [
        ...(totals.tax > 0n ? [[say('Sum'), totals.sum]] : []),
        ...(!inclusive && totals.tax > 0n ? [[say('Tax'), totals.tax]] : []),
        ...(totals.tip > 0n ? [[say('Tip'), totals.tip]] : []),
      ]
      sums.replaceChildren(...rows.map(([name, minor]) => rowOf(name, cart.text(minor))))
      sums.hidden = rows.length === 0
      pay.textContent = isSome ? say('Charge {amount}', { amount: cart.text(totals.total) }) : say('Charge')
      pay.disabled = totals.total === 0n
      empty.hidden = !isSome
      if (busy !== undefined) list.querySelector(`[data-name="${CSS.escape(busy)}"]`)?.focus()
    },
    /** More ways to be paid. */
    beside: (more) => foot.append(more),
    said: () => trouble.textContent,
    say(text) {
      trouble.textContent = text
      trouble.hidden = text === ''
    },
    wait(isWaiting) {
      pay.ariaBusy = String(isWaiting)
    },
  }
}

const rowOf = (name, value) =>
  element('div', {}, element('dt', { textContent: name }), element('dd', { textContent: value }))

function lineOf(line, index, cart, change) {
  const name = line.title ?? say('Amount')
  const step = (by, sign, label) => {
    const made = button({ textContent: sign, ariaLabel: `${label}: ${name}` })
    made.dataset.name = `${index}${sign}`
    made.addEventListener('click', () => change(index, by))
    return made
  }
  return element(
    'li',
    {},
    element('span', { className: 'title', textContent: name, dir: 'auto' }),
    element(
      'span',
      { className: 'quantity' },
      step(-1, '−', line.quantity === 1 ? say('Remove') : say('One less')),
      element('b', { textContent: line.quantity }),
      step(1, '+', say('One more')),
    ),
    element('span', { className: 'figure', textContent: cart.text(cart.sumOf(line)) }),
  )
}
