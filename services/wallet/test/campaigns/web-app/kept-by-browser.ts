import type { Page } from 'playwright-core'

/** All data that a page can store in the browser. */
export const keptByBrowser = async (page: Page): Promise<string> => String(await page.evaluate(EVERYTHING_KEPT))

const EVERYTHING_KEPT = `(async () => {
  const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
  for (const { name } of await indexedDB.databases()) kept.push('database ' + name)
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const text = await (await cache.match(request)).text()
      kept.push(request.url, /\\.(js|css|svg)$/.test(request.url) ? '' : text)
    }
  }
  return kept.join('\\n')
})()`
