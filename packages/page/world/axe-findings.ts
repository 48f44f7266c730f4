import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The findings of axe-core on the current page: WCAG 2.2 A and AA, and its best practices. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  return page.evaluate(`axe.run(document, {
    resultTypes: ['violations'],
    // Speech input finds a control by the label that is seen: its name begins with it.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
}
