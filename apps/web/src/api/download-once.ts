import { call } from './call.ts'

/** Into the downloads of the browser by an address for one use: the file is never in the memory of the page. */
export async function downloadOnce(path: string): Promise<void> {
  const { url } = await call('POST /api/v1/download-links', { body: { path } })
  const link = document.createElement('a')
  // On the address at which the app is open: the cookie goes there.
  link.href = new URL(url).pathname
  link.click()
}
