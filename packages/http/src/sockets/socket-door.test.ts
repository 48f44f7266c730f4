import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import type { HttpApp } from '../http-app.ts'
import { forbidden } from '../service-error.ts'
import { openSocketDoor, type SocketDoor, type SocketRoute } from './socket-door.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const ECHO: SocketRoute = {
  url: '/echo/:name',
  schema: { hide: true },
  async enter({ params }) {
    if ((params as { name: string }).name === 'stranger') throw forbidden('Not you.')
  },
  connect: (socket) => socket.on('message', (text: Buffer) => socket.send(`${text.toString()}!`)),
}

async function open(routes: (app: HttpApp) => void) {
  const app = await openTestApp(routes)
  await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => app.close())
  return { app, host: `127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

const door = (path: RegExp, more: Partial<SocketDoor> = {}): SocketDoor => ({
  path,
  mostBytes: 100,
  close: () => undefined,
  ...more,
})

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  closing.push(() => socket.close())
  await once(socket, 'open')
  return socket
}

/** Asks for a WebSocket and reads the answer as HTTP: the status and the body. */
function knock(host: string, path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const asked = request(`http://${host}${path}`, {
    agent: false,
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...headers,
    },
  })
  return new Promise((resolve, reject) => {
    asked.on('response', (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve([response.statusCode, JSON.parse(text)]))
    })
    asked.on('upgrade', (response, socket) => {
      resolve([response.statusCode])
      socket.destroy()
    })
    asked.on('error', reject)
    asked.end()
  })
}

test('several WebSocket servers on one HTTP server each answer on their own paths', async () => {
  const { host } = await open((app) => {
    openSocketDoor(app, door(/^\/echo\//), [ECHO])
    const shout = (socket: Parameters<SocketRoute['connect']>[0]) => socket.send('HO')
    openSocketDoor(app, door(/^\/shout$/), [{ ...ECHO, url: '/shout', connect: shout }])
  })
  const echo = await connect(`ws://${host}/echo/me`)
  echo.send('Hey')
  const [said] = await once(echo, 'message')
  expect(said.data).toBe('Hey!')
  const [shouted] = await once(await connect(`ws://${host}/shout`), 'message')
  expect(shouted.data).toBe('HO')
})

test('a rejected client gets the reason, and a plain request an answer that names the protocol', async () => {
  const { app, host } = await open((routes) => openSocketDoor(routes, door(/^\/echo\//), [ECHO]))
  expect(await knock(host, '/echo/stranger')).toEqual([403, { detail: 'Not you.' }])
  const plain = await app.inject('/echo/me')
  expect([plain.statusCode, plain.json().detail]).toEqual([400, expect.stringContaining('ws://')])
})

test('pages of other sites may connect only when no public URL is set', async () => {
  const { host } = await open((app) => {
    openSocketDoor(app, door(/^\/echo\//, { publicUrl: 'https://pay.example' }), [ECHO])
    openSocketDoor(app, door(/^\/all$/), [{ ...ECHO, url: '/all' }])
  })
  expect(await knock(host, '/echo/me', { origin: 'https://evil.example' })).toMatchObject([403, {}])
  expect(await knock(host, '/echo/me', { origin: 'https://pay.example' })).toEqual([101])
  expect(await knock(host, '/all', { origin: 'https://evil.example' })).toEqual([101])
})

test('ordinary routes ignore an offer to upgrade and answer as usual', async () => {
  const { host } = await open((app) => {
    openSocketDoor(app, door(/^\/echo\//), [ECHO])
    app.get('/plain', OPEN, async (asked) => ({ touched: 'ws' in asked }))
  })
  expect(await (await fetch(`http://${host}/plain`)).json()).toEqual({ touched: false })
  expect(await knock(host, '/plain')).toEqual([200, { touched: false }])
})

test('a message that is too long ends the connection', async () => {
  const { host } = await open((app) => openSocketDoor(app, door(/^\/echo\//), [ECHO]))
  const socket = await connect(`ws://${host}/echo/me`)
  socket.send('x'.repeat(101))
  const [{ code }] = await once(socket, 'close')
  expect(code).toBe(1009)
})

test('when the service stops, connected clients get a close frame first', async () => {
  const inside = new Set<{ close(code: number): void }>()
  const { app, host } = await open((routes) =>
    openSocketDoor(
      routes,
      door(/^\/echo\//, {
        close() {
          for (const socket of inside) socket.close(1001)
        },
      }),
      [{ ...ECHO, connect: (socket) => inside.add(socket) }],
    ),
  )
  const socket = await connect(`ws://${host}/echo/me`)
  const [[{ code }]] = await Promise.all([once(socket, 'close'), app.close()])
  expect(code).toBe(1001)
})
