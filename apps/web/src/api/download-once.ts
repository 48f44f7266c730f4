import { call } from './call.ts'

/** Downloads by a one-time URL, so that the file is never in the memory of the page. */
export async function downloadOnce(path: string): Promise<void> {
  const { url } = await call('POST /api/v1/download-links', { body: { path } })
  const link = document.createElement('a')
  // Use the origin at which the app is open: the cookie belongs to it.
  link.href = new URL(url).pathname
  link.click()
}
