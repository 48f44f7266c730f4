import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44'
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure'
import { type NoisyStage, PASSWORD, type StageAccount } from './noisy-stage.ts'

/** An honest account, whose calls are timed in each lane of background work. */
export interface HonestAccount {
  /** The ids of items that it sells. */
  readonly items: readonly string[]
  /** Each call runs from the request until its effect is visible. */
  readonly deeds: Readonly<Record<string, () => Promise<void>>>
  close(): Promise<void>
}

const POLL_EVERY_MS = 40
/** Several of each, because requests to one of them are limited per minute. */
const PAYWALLS = 6
const APPS = 16
const WITHDRAW_LINKS = 4
const NAME = 'honest'
const FILE = 'What was bought.'

export async function openHonestAccount(stage: NoisyStage): Promise<HonestAccount> {
  /** Each visit comes from a different address: an honest account has many customers. */
  const address = stage.newAddress
  const account = await stage.openAccount(NAME, address)
  await stage.receive([await account.invoice(1_000_000)])
  const parts = { stage, account, address }
  const receiver = await openReceiver()
  const files = await openHttpServer((_request, response) => void response.end(FILE))
  const sales = await openSales(parts)
  const apps: App[] = []
  for (let count = 0; count < APPS; count += 1) apps.push(await openApp(parts))
  let asked = 0
  const ask: App['ask'] = (method, params) => (apps[(asked += 1) % APPS] as App).ask(method, params)
  return {
    items: sales.items,
    deeds: {
      'a log-in': async () => {
        // One log-in from each address: an address that was just served yields to others.
        const status = await stage.status(stage.newAddress(), 'POST', '/api/v1/auth', {
          body: { username: NAME, password: PASSWORD },
        })
        if (status !== 200) throw new Error(`a log-in: ${status}`)
      },
      'a file is downloaded': await openDownloads(parts, files.url),
      'a held payment is settled': await openHolds(parts),
      'an own address is read': await openAddress(parts),
      'a purchase is seen': sales.buy,
      'a withdrawal is paid': await openWithdrawals(parts),
      'a webhook is delivered': async () => {
        const [path, delivered] = receiver.expect()
        await stage.receive([await account.invoice(1, { webhook: receiver.url + path })])
        await delivered
      },
      'an app reads the balance': () => ask('get_balance', {}),
      'an app pays': async () => ask('pay_invoice', { invoice: (await stage.foreignInvoice()).bolt11 }),
      'a scheduled payment is made': await openSchedule(parts),
    },
    async close() {
      for (const app of apps) app.close()
      await receiver.close()
      await files.close()
    },
  }
}

interface Parts {
  readonly stage: NoisyStage
  readonly account: StageAccount
  readonly address: () => string
}

async function until(poll: () => Promise<boolean>): Promise<void> {
  while (!(await poll())) await delay(POLL_EVERY_MS)
}

async function openSales({ stage, account, address }: Parts) {
  const body = { memo: 'An essay', amount: 1, url: 'https://files.example/essay' }
  const items: string[] = []
  for (let count = 0; count < PAYWALLS; count += 1) {
    items.push((await account.ask('POST', '/paywall/api/v1/', body)).id)
  }
  let sold = 0
  return { items, buy: async () => void (await buy({ stage, address }, items[(sold += 1) % PAYWALLS] ?? '')) }
}

/** The claim of what was bought. */
export async function buy({ stage, address }: Pick<Parts, 'stage' | 'address'>, item: string): Promise<string> {
  const { payment_hash: hash, claim } = await stage.visit(address(), 'POST', `/paywall/public/${item}/invoices`, {})
  await stage.receive([hash])
  const path = `/paywall/public/${item}/state?claim=${claim}`
  await until(async () => (await stage.visit(address(), 'GET', path)).paid)
  return claim
}

async function openDownloads(parts: Parts, url: string): Promise<() => Promise<void>> {
  const { stage, account, address } = parts
  const file = { memo: 'A file', amount: 1, kind: 'file', url, max_downloads: 10_000 }
  const { id } = await account.ask('POST', '/paywall/api/v1/', file)
  const access = `/paywall/public/${id}/access?claim=${await buy(parts, id)}`
  return async () => {
    const link = new URL((await stage.visit(address(), 'GET', access)).url).pathname
    if ((await stage.visit(address(), 'GET', link)) !== FILE) throw new Error('the download is not the file')
  }
}

async function openHolds({ stage, account }: Parts): Promise<() => Promise<void>> {
  return async () => {
    const hash = await account.invoice(1, { hold: true })
    await stage.receive([hash])
    const readPayment = () => account.ask('GET', `/api/v1/payments/${hash}`)
    await until(async () => (await readPayment()).details.held)
    await account.ask('PUT', `/api/v1/payments/${hash}`, {})
    await until(async () => (await readPayment()).status === 'success')
  }
}

/** The request of a wallet before it pays a Lightning address of this service. */
async function openAddress({ account }: Parts): Promise<() => Promise<void>> {
  const link = { description: 'Tips', min: 1, max: 10, username: NAME }
  const { lightning_address: address } = await account.ask('POST', '/lnurlp/api/v1/', link)
  return async () => void (await account.ask('GET', `/api/v1/lnurlscan/${address}`))
}

async function openWithdrawals({ stage, account, address }: Parts): Promise<() => Promise<void>> {
  const body = { title: 'Gift', min_withdrawable: 1, max_withdrawable: 1, uses: 250, wait_time: 0 }
  const links: string[] = []
  for (let count = 0; count < WITHDRAW_LINKS; count += 1) {
    links.push((await account.ask('POST', '/withdraw/api/v1/', body)).hash)
  }
  let asked = 0
  return async () => {
    const link = links[(asked += 1) % WITHDRAW_LINKS]
    const { k1 } = await stage.visit(address(), 'GET', `/withdraw/lnurl/${link}`)
    const { bolt11, hash } = await stage.foreignInvoice()
    await stage.visit(address(), 'GET', `/withdraw/lnurl/${link}/cb?k1=${k1}&pr=${bolt11}`)
    const isPaid = (one: { payment_hash: string; status: string }): boolean =>
      one.payment_hash === hash && one.status === 'success'
    await until(async () => (await account.ask('GET', '/api/v1/payments?limit=50')).some(isPaid))
  }
}

async function openSchedule({ account }: Parts): Promise<() => Promise<void>> {
  const target = (await account.openWallet(1)).id
  const job = { name: 'Rent', cron: '0 0 1 1 *', action: 'pay', target, amount: 1, monthly_cap: 100_000 }
  const { id } = await account.ask('POST', '/scheduler/api/v1/', job)
  return async () => {
    await account.ask('POST', `/scheduler/api/v1/${id}/run`)
    // The job ends only after its payment.
    await until(async () => {
      const { running, last_result: result } = await account.ask('GET', `/scheduler/api/v1/${id}`)
      if (result !== undefined && !String(result).startsWith('success')) throw new Error(`not paid: ${result}`)
      return typeof running !== 'string'
    })
  }
}

/** Receives webhooks, identified by their path. */
async function openReceiver() {
  const awaited = new Map<string, () => void>()
  const server = await openHttpServer((request, response) => {
    request.resume()
    response.end()
    awaited.get(request.url ?? '')?.()
  })
  return {
    ...server,
    expect(): readonly [path: string, delivered: Promise<void>] {
      const path = `/${randomUUID()}`
      return [path, new Promise((resolve) => awaited.set(path, resolve))]
    },
  }
}

async function openHttpServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An app connected to the account through the relay (NIP-47). */
interface App {
  /** Rejects if the answer is an error. */
  ask(method: string, params: object): Promise<void>
  close(): void
}

async function openApp({ stage, account }: Parts): Promise<App> {
  const permissions = ['pay', 'balance']
  const body = { description: 'App', permissions, unlimited: true }
  const made = await account.ask('POST', '/nwcprovider/api/v1/', body)
  const secret = Buffer.from(new URL(made.connection_uri).searchParams.get('secret') ?? '', 'hex')
  const service: string = made.service_pubkey
  const key = getConversationKey(secret, service)
  const answers = new Map<string, (content: string) => void>()
  const socket = new WebSocket(stage.relay.url)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const say = (message: readonly unknown[]): void => socket.send(JSON.stringify(message))
  socket.addEventListener('message', ({ data }) => {
    const [type, , event] = JSON.parse(String(data))
    if (type !== 'EVENT') return
    const about = (event.tags as string[][]).find(([name]) => name === 'e')?.[1] ?? ''
    answers.get(about)?.(event.content)
  })
  say(['REQ', 'answers', { kinds: [23195], '#p': [getPublicKey(secret)] }])
  await until(async () => stage.relay.listensTo(service))
  return {
    async ask(method, params) {
      const content = encrypt(JSON.stringify({ method, params }), key)
      const tags = [
        ['p', service],
        ['encryption', 'nip44_v2'],
      ]
      const event = finalizeEvent({ kind: 23194, created_at: Math.floor(Date.now() / 1000), tags, content }, secret)
      const answer = new Promise<string>((resolve) => answers.set(event.id, resolve))
      say(['EVENT', event])
      const { error } = JSON.parse(decrypt(await answer, key))
      if (error !== undefined && error !== null) throw new Error(`${method}: ${error.code} ${error.message}`)
    },
    close: () => socket.close(),
  }
}
