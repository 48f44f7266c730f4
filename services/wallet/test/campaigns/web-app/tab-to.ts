import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const MAX_PRESSES = 40

/**
 * Presses Tab until the element with this name has the focus. Every stop on the way is visible, not behind a bar, and has
 * a ring of 2 px that stands out 3:1; below each other they come in the order in which one reads.
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  let before = -Infinity
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab')
    const stop = (await page.evaluate(FOCUS)) as Stop
    const { hidden, ring, contrast, inMain, top, bottom } = stop
    const isWell = { hidden, ring: ring >= 2, contrast: contrast >= 3, isAfter: !inMain || bottom > before }
    expect([stop.name, isWell]).toEqual([stop.name, { hidden: '', ring: true, contrast: true, isAfter: true }])
    before = inMain ? top : -Infinity
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return
  }
  throw new Error(`no stop is named ${name}`)
}

/** Expects that a visible or accessible element has the focus, and not the body. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY')
}

interface Stop {
  readonly name: string
  /** The element that covers it, or an empty text. */
  readonly hidden: string
  /** Pixels. */
  readonly ring: number
  readonly contrast: number
  readonly inMain: boolean
  readonly top: number
  readonly bottom: number
}

const FOCUS = `(() => {
  const focused = document.activeElement
  const label = focused.labels?.[0]
  const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(focused)
  const seen = focused.matches('.unseen') && label !== undefined ? label : focused
  const { top, bottom, left, right } = seen.getBoundingClientRect()
  const hidden = () => {
    if (focused === document.body) return 'the focus is lost'
    if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return 'the edge of the screen'
    for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
      const over = document.elementFromPoint((left + right) / 2, y)
      if (over !== null && !seen.contains(over) && !over.contains(seen)) return over.outerHTML.slice(0, 80)
    }
    return ''
  }
  const paint = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  const luminance = (colours) => {
    for (const colour of colours) {
      paint.fillStyle = colour
      paint.fillRect(0, 0, 1, 1)
    }
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data]
      .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const grounds = []
  for (let one = parseFloat(outlineOffset) < 0 ? seen : seen.parentElement; one !== null; one = one.parentElement)
    grounds.unshift(getComputedStyle(one).backgroundColor)
  const [ring, ground] = [luminance([...grounds, outlineColor]), luminance(grounds)]
  return {
    name: (focused.getAttribute('aria-label') ?? (label ?? focused).textContent).trim(),
    hidden: hidden(),
    ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth),
    contrast: (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05),
    inMain: focused.closest('main') !== null,
    top,
    bottom,
  }
})()`
