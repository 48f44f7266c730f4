import type { Page } from '@satchel/extension-sdk/page'
import { openTestApp } from '@satchel/http/world/open-test-app'
import { Type } from 'typebox'
import { WebSocketServer } from 'ws'
import { pageRoutes, sendPage } from '../../../src/extensions/pages/page.routes.ts'
import { plainFormRoutes } from '../../../src/extensions/pages/plain-form.routes.ts'
import { createKeyVault } from '../../../src/wallets/wallet-keys.ts'
import { INVOICE } from './sample-pages.ts'

export interface PageServer {
  readonly url: string
  /** By name, under `/sample/p/NAME`; may be changed at any time. */
  readonly pages: Map<string, Page>
  /** What `/sample/state/HASH` answers; unknown = not paid. */
  readonly states: Map<string, object>
  /** All bodies that forms have sent. */
  readonly sent: unknown[]
  /** The answer to the next form, instead of an invoice. */
  answerNext(status: number, body: object): void
  /** Sends a message to every listener of any channel. */
  push(body: object): void
  readonly listeners: () => number
  close(): Promise<void>
}

export const OWNER_KEY = 'the key of the owner'

/** A script of an extension: it creates an invoice on request, and shows the messages that it receives. */
const APP = `
const app = document.getElementById('app')
const say = (text) => app.append(Object.assign(document.createElement('p'), { textContent: text }))
say('hello ' + JSON.parse(app.dataset.json).name)
const sell = Object.assign(document.createElement('button'), { textContent: 'Sell' })
sell.addEventListener('click', () => app.dispatchEvent(new CustomEvent('satchel:invoice', {
  bubbles: true,
  detail: { payment_request: ${JSON.stringify(INVOICE)}, state: '/state/app', amount: '3.00 EUR', text: 'Sold.' },
})))
app.append(sell)
for (const name of ['satchel:paid', 'satchel:expired', 'satchel:closed']) app.addEventListener(name, () => say(name))
document.addEventListener('satchel:message', ({ detail }) => say(JSON.stringify(detail)))
`

/** Pages as extensions have them, of an extension whose routes only record their requests. */
export async function openPageServer(port: number): Promise<PageServer> {
  const url = `http://127.0.0.1:${port}`
  const vault = createKeyVault(new Uint8Array(32))
  const pages = new Map<string, Page>()
  const states = new Map<string, object>()
  const sent: unknown[] = []
  const answers: { readonly status: number; readonly body: object }[] = []
  const open = { config: { access: 'anyone' } } as const
  const named = { ...open, schema: { params: Type.Object({ name: Type.String() }) } }
  const context = (path: string) => ({ extId: 'sample', path, publicUrl: url, vault })
  const app = await openTestApp((routes) => {
    pageRoutes(routes, { publicUrl: url })
    plainFormRoutes(routes, { publicUrl: url, vault, translationsOf: () => undefined })
    routes.get('/sample/p/:name', named, async (request, reply) => {
      const page = pages.get(request.params.name)
      if (page === undefined) return reply.code(404).send({ detail: 'No such page.' })
      return sendPage(reply, page, context(`/p/${request.params.name}`))
    })
    routes.post('/sample/public/:name/invoices', { ...named, bodyLimit: 10_000 }, async (request, reply) => {
      sent.push(request.body)
      const next = answers.shift()
      if (next !== undefined) return reply.code(next.status).send(next.body)
      return { payment_hash: `h${sent.length}`, payment_request: INVOICE, claim: 'c/1', expires_at: 4_102_444_800 }
    })
    routes.post('/sample/public/:name/quote', named, async (request) => {
      const { amount, tip } = request.body as { amount?: number; tip?: number }
      return { text: amount === undefined ? '' : `€${(amount * (1 + (tip ?? 0) / 100)).toFixed(2)}` }
    })
    routes.get('/sample/api/v1/sheet', open, async (request, reply) => {
      if (request.headers['x-api-key'] !== OWNER_KEY) return reply.code(401).send({ detail: 'That is not the key.' })
      const page = pages.get('vouchers') ?? { title: 'Nothing', blocks: [] }
      return sendPage(reply, page, context('/api/v1/sheet'))
    })
    routes.get('/sample/assets/app.js', open, async (_request, reply) => reply.type('text/javascript').send(APP))
    routes.get(
      '/sample/state/:hash',
      { ...open, schema: { params: Type.Object({ hash: Type.String() }) } },
      async (request) => states.get(request.params.hash) ?? { paid: false },
    )
  })
  const sockets = new WebSocketServer({ server: app.server })
  await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    pages,
    states,
    sent,
    answerNext: (status, body) => void answers.push({ status, body }),
    push: (body) => sockets.clients.forEach((socket) => socket.send(JSON.stringify(body))),
    listeners: () => sockets.clients.size,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await app.close()
    },
  }
}
