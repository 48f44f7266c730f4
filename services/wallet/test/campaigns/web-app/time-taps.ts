import type { Locator, Page } from 'playwright-core'
import { amountField, countTaps } from './money-steps.ts'

interface Tap {
  readonly name: string
  readonly on: (page: Page) => Locator
  /** Runs in the page: true as soon as the page shows a reaction to the tap. */
  readonly answer: string
  /** The element to wait for before the next tap. */
  readonly next: (page: Page) => Locator
}

/** One person's taps, from Home on; no place was visited before, so each has to be fetched. */
export const TAPS: readonly Tap[] = [
  {
    name: 'Receive',
    on: (page) => page.getByRole('link', { name: 'Receive', exact: true }),
    answer: "document.querySelector('#last-payments') === null",
    next: amountField,
  },
  {
    name: 'a key of the keypad',
    on: (page) => page.getByRole('button', { name: '5', exact: true }),
    answer: "document.querySelector('.amount-field input').value === '5'",
    next: (page) => page.getByRole('button', { name: 'Show code' }),
  },
  {
    name: 'the next tab',
    on: (page) => page.getByRole('tab', { name: 'My address' }),
    answer: "document.querySelector('[role=tab]:last-child').ariaSelected === 'true'",
    next: (page) => page.getByRole('tab', { name: 'Amount', selected: false }),
  },
  {
    name: 'the tab before it',
    on: (page) => page.getByRole('tab', { name: 'Amount' }),
    answer: "document.querySelector('[role=tab]').ariaSelected === 'true'",
    next: (page) => page.getByRole('button', { name: '1,000', exact: true }),
  },
  {
    name: 'an amount',
    on: (page) => page.getByRole('button', { name: '1,000', exact: true }),
    answer: "document.querySelector('.amount-field input').value === '1,000'",
    next: (page) => page.getByRole('button', { name: 'Show code', disabled: false }),
  },
  {
    name: 'Show code',
    on: (page) => page.getByRole('button', { name: 'Show code' }),
    answer: "document.querySelector('form [type=submit]')?.ariaBusy === 'true' || location.pathname !== '/app/receive'",
    next: (page) => page.getByRole('img', { name: /^Code to pay/ }),
  },
  place('/activity', 'Activity'),
  {
    name: 'Filter',
    on: (page) => page.getByRole('button', { name: 'Filter' }),
    answer: "document.querySelector('dialog[open]') !== null",
    next: (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }),
  },
  {
    name: 'Close of a dialog',
    on: (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }),
    answer: "document.querySelector('dialog[open]') === null",
    next: (page) => page.locator('main a.row').first(),
  },
  {
    name: 'a payment',
    on: (page) => page.locator('main a.row').first(),
    answer: "document.querySelector('[role=search]') === null",
    next: (page) => page.locator('.facts').first(),
  },
  place('/apps', 'Apps'),
  place('/more', 'More'),
  place('/', 'Home', '#last-payments'),
  {
    name: 'Send',
    on: (page) => page.getByRole('link', { name: 'Send', exact: true }),
    answer: "document.querySelector('#last-payments') === null",
    next: (page) => page.getByRole('textbox', { name: 'Invoice, Lightning address or link' }),
  },
]

/** The answer to each tap in ms, after a visit of Home with an empty cache. */
export async function timeTaps(page: Page): Promise<readonly number[]> {
  const taps = countTaps(page)
  const times: number[] = []
  for (const { on, answer, next } of TAPS) {
    await on(page).waitFor()
    await page.evaluate(WATCH_TAP(answer))
    await taps.tap(on(page))
    await next(page).waitFor()
    times.push(await page.evaluate<number>(READ_TAP))
  }
  return times
}

/** A place of the bar. */
function place(path: string, name: string, next = 'h1:focus'): Tap {
  return {
    name,
    on: (page) => page.getByRole('navigation').getByRole('link', { name, exact: true }),
    answer: `document.querySelector('nav [aria-current=page]')?.getAttribute('href') === '/app${path}'`,
    next: (page) => page.locator(next),
  }
}

/**
 * From the end of the touch to the frame that shows the reaction, and the longest event of the interaction up
 * to its next paint, as Interaction to Next Paint counts it. Events below 16 ms are not reported.
 */
const WATCH_TAP = (answer: string): string => `(() => {
  if (${answer}) throw new Error('the answer is there before the tap')
  window.tap?.observer.disconnect()
  const tap = window.tap = { answered: undefined, event: 16 }
  tap.note = (entries) => {
    for (const { interactionId, duration } of entries) if (interactionId > 0) tap.event = Math.max(tap.event, duration)
  }
  tap.observer = new PerformanceObserver((list) => tap.note(list.getEntries()))
  tap.observer.observe({ type: 'event', durationThreshold: 16 })
  addEventListener('click', ({ timeStamp }) => {
    const poll = () => {
      if (!(${answer})) return requestAnimationFrame(poll)
      // After the current frame, when its paint is complete.
      const drawn = new MessageChannel()
      drawn.port1.onmessage = () => { tap.answered = performance.now() - timeStamp }
      drawn.port2.postMessage(undefined)
    }
    requestAnimationFrame(poll)
  }, { capture: true, once: true })
})()`

/** The longer of both times; an event is reported some frames after its paint. */
const READ_TAP = `(async () => {
  for (let frames = 0; frames < 5 || tap.answered === undefined; frames += 1) await new Promise(requestAnimationFrame)
  tap.note(tap.observer.takeRecords())
  return Math.max(tap.answered, tap.event)
})()`
