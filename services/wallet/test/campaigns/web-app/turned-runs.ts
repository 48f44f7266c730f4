import type { Page } from 'playwright-core'

/**
 * A text of a stranger that tries to close its element and to reverse the rest of the line (U+202E). Its letters occur
 * nowhere else.
 */
export const TURNING = 'qxa\u2069\u202Eqxb'

/** Words and numbers that are not shown from left to right, with their element; the letters of `TURNING` do not count. */
export const turnedRuns = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = []
    const isolates = /[\\u2066-\\u2068](?:[^\\u2066-\\u2069]|\\u202e)*\\u2069/g
    const spoken = [document.title, ...[...document.querySelectorAll('option')].map((option) => option.textContent)]
    for (const text of spoken)
      if (/\\u202e/.test(text.replace(isolates, '')) && text.trim().length > ${TURNING.length}) found.push('plain: ' + text)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (element.closest('script, style, template, option, noscript') !== null) continue
      for (const { 0: run, index } of node.data.matchAll(/[A-Za-z0-9]{2,}/g)) {
        if (run.includes('qx')) continue
        const boxes = [...run].map((_, at) => {
          const range = document.createRange()
          range.setStart(node, index + at)
          range.setEnd(node, index + at + 1)
          return range.getBoundingClientRect()
        })
        const isTurned = boxes.some((box, at) => {
          const before = boxes[at - 1]
          return before !== undefined && box.width > 0 && Math.abs(box.top - before.top) < 4 && box.left < before.left - 0.5
        })
        if (isTurned) found.push(element.outerHTML.slice(0, 160) + ' ← ' + run)
      }
    }
    return found
  })()`)
