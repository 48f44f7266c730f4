import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestServer {
  readonly url: string
  close(): Promise<void>
}

/** For tests: a server of another operator on loopback. */
export async function openTestServer(answer: (url: string) => RequestListener): Promise<TestServer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', answer(url))
  return {
    url,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A browser with an empty jar: follows redirects at `origin`, and answers the first address outside it. */
export async function browse(start: string, origin: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(start)
  for (let steps = 0; url.origin === origin && steps < 10; steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${url.pathname}: ${answer.status} ${await answer.text()}`)
    url = new URL(location, url)
  }
  return url
}
