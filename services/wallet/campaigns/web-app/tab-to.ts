import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses Tab until the element with this name has the focus; every stop on the way has a ring and is in sight. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    const stop = (await page.evaluate(FOCUS)) as { name: string; ring: number; inSight: boolean }
    expect([stop.name, stop.ring >= 2, stop.inSight]).toEqual([stop.name, true, true])
    if (stop.name === name) return
  }
  throw new Error(`no stop is named ${name}`)
}

const FOCUS = `(() => {
  const focused = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  return {
    name: (focused.labels?.[0] ?? focused).textContent.trim(),
    ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth),
    inSight: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
  }
})()`
