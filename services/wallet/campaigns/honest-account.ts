import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44'
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { NoisyStage, StageAccount } from './noisy-stage.ts'

/** An account that does nothing wrong: what it waits for in each lane of background work. */
export interface HonestAccount {
  /** Each does one thing from its beginning until its effect is seen. */
  readonly deeds: Readonly<Record<string, () => Promise<void>>>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 40
/** Several of each, because what one is asked in a minute is limited. */
const PAYWALLS = 6
const APPS = 4

export async function openHonestAccount(stage: NoisyStage): Promise<HonestAccount> {
  let visitors = 0
  /** Every visit is from another address: an honest account has many customers. */
  const address = (): string => `10.1.${(visitors += 1) >> 8}.${visitors & 255}`
  const account = await stage.openAccount('honest', address)
  await stage.receive([await account.invoice(1_000_000)])
  const parts = { stage, account, address }
  const receiver = await openReceiver()
  const apps: App[] = []
  for (let count = 0; count < APPS; count += 1) apps.push(await openApp(parts))
  let asked = 0
  const ask: App['ask'] = (method, params) => (apps[(asked += 1) % APPS] as App).ask(method, params)
  return {
    deeds: {
      'a purchase is seen': await openSales(parts),
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
    },
  }
}

interface Parts {
  readonly stage: NoisyStage
  readonly account: StageAccount
  readonly address: () => string
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await delay(LOOK_EVERY_MS)
}

async function openSales({ stage, account, address }: Parts): Promise<() => Promise<void>> {
  const body = { memo: 'An essay', amount: 1, url: 'https://files.example/essay' }
  const items: string[] = []
  for (let count = 0; count < PAYWALLS; count += 1) {
    items.push((await account.ask('POST', '/paywall/api/v1/', body)).id)
  }
  let sold = 0
  return async () => {
    const item = items[(sold += 1) % PAYWALLS]
    const { payment_hash: hash, claim } = await stage.visit(address(), 'POST', `/paywall/public/${item}/invoices`, {})
    await stage.receive([hash])
    const path = `/paywall/public/${item}/state?claim=${claim}`
    await until(async () => (await stage.visit(address(), 'GET', path)).paid)
  }
}

async function openWithdrawals({ stage, account, address }: Parts): Promise<() => Promise<void>> {
  const body = { title: 'Gift', min_withdrawable: 1, max_withdrawable: 1, uses: 250, wait_time: 0 }
  const { hash: link } = await account.ask('POST', '/withdraw/api/v1/', body)
  return async () => {
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
    // The turn of the job ends after its payment.
    await until(async () => {
      const { running, last_result: result } = await account.ask('GET', `/scheduler/api/v1/${id}`)
      if (result !== undefined && !String(result).startsWith('success')) throw new Error(`not paid: ${result}`)
      return typeof running !== 'string'
    })
  }
}

/** Takes webhooks; each is known by its path. */
async function openReceiver() {
  const awaited = new Map<string, () => void>()
  const server = createServer((request, response) => {
    request.resume()
    response.end()
    awaited.get(request.url ?? '')?.()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expect(): readonly [path: string, delivered: Promise<void>] {
      const path = `/${randomUUID()}`
      return [path, new Promise((resolve) => awaited.set(path, resolve))]
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An app that is connected to the account over the relay (NIP-47). */
interface App {
  /** Rejects when the answer is an error. */
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
