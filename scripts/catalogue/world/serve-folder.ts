import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.zip': 'application/zip',
}

export interface ServedFolder {
  /** With a slash at its end. */
  readonly url: string
  close(): Promise<void>
}

/** Any static web server: files as they are, on loopback. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    const file = join(
      folder,
      normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname)),
    )
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
