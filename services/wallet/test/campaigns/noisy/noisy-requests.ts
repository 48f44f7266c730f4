import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { buy } from './honest-account.ts'
import { openLargeFile } from './hostile-peers.ts'
import type { Attack } from './noisy-attack.ts'
import type { NoisyStage, StageAccount } from './noisy-stage.ts'

/** Ten times the load of one stranger in the review. */
const LOG_INS = 3000
const VISITS = 1000
const SCANS = 500
const DOWNLOADS = 640
const HOLDS = 600
const ADDRESSES = ['10.2.0.1', '10.2.0.2', '10.2.0.3'] as const
/** Each attacker waits after an answer, so that the flood lasts as long as the measurement. */
const CONNECTIONS = 10
const PAUSE_MS = 200

interface FloodOptions {
  readonly count: number
  readonly pauseMs?: number
  readonly send: (turn: number, address: string) => Promise<number>
}

/** Sends `count` requests, then more until `end` is called. */
function openFlood({ count, pauseMs = PAUSE_MS, send }: FloodOptions): Attack {
  const statuses = new Map<number, number>()
  let sent = 0
  let isOver = false
  let done: Promise<unknown> = Promise.resolve()
  const connection = async (): Promise<void> => {
    while (!isOver || sent < count) {
      const turn = (sent += 1)
      const status = await send(turn, ADDRESSES[turn % ADDRESSES.length] ?? '')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (!isOver) await delay(pauseMs)
    }
  }
  return {
    statuses,
    async begin() {
      done = Promise.all(Array.from({ length: CONNECTIONS }, connection))
      // `end` reports failures.
      done.catch(() => undefined)
    },
    async end() {
      isOver = true
      await done
    },
  }
}

/** Every third to the honest account. */
export const prepareLogIns = async (stage: NoisyStage): Promise<Attack> =>
  openFlood({
    count: LOG_INS,
    pauseMs: 20,
    send: (turn, address) => {
      const username = turn % 3 === 0 ? 'honest' : `name-${turn}`
      return stage.status(address, 'POST', '/api/v1/auth', { body: { username, password: 'a wrong password' } })
    },
  })

export const prepareVisits = async (
  stage: NoisyStage,
  _attackers: readonly StageAccount[],
  items: readonly string[],
): Promise<Attack> =>
  openFlood({
    count: VISITS,
    send: (turn, address) =>
      stage.status(address, 'POST', `/paywall/public/${items[turn % items.length]}/invoices`, { body: {} }),
  })

/** Starts scans of Lightning addresses of this service. */
export async function prepareScans(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const targets = await Promise.all(
    attackers.map(async ({ ask, wallet }, at) => {
      const link = { description: 'Tips', min: 1, max: 10, username: `attacker-${at}` }
      const { lightning_address: target } = await ask('POST', '/lnurlp/api/v1/', link)
      return { key: wallet.adminKey, path: `/api/v1/lnurlscan/${target}` }
    }),
  )
  return openFlood({
    count: SCANS,
    send: (turn, address) => {
      const { key = '', path = '' } = targets[turn % targets.length] ?? {}
      return stage.status(address, 'GET', path, { key })
    },
  })
}

/** Creates hold invoices up to the limit; an external payer pays them immediately, and they stay held. */
export async function prepareHolds(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  return openFlood({
    count: HOLDS,
    async send(turn, address) {
      const key = attackers[turn % attackers.length]?.wallet.invoiceKey
      const body = { out: false, amount: 1, hold: true }
      const { status, body: made } = await stage.answer(address, 'POST', '/api/v1/payments', { key, body })
      if (status === 201) await stage.receive([made.payment_hash])
      return status
    },
  })
}

/** Visitors that start to download a large paid file and stop reading. */
export async function prepareDownloads(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const host = await openLargeFile()
  const links = await Promise.all(attackers.map((attacker) => sellFile(stage, attacker, `http://${host.host}/file`)))
  const statuses = new Map<number, number>()
  const requests = new Set<ClientRequest>()
  const download = async (turn: number): Promise<void> => {
    const service = stage.services[turn % stage.services.length]
    const headers = { 'x-forwarded-for': ADDRESSES[turn % ADDRESSES.length] }
    const request = get(`${service?.url}${links[turn % links.length]}`, { agent: false, headers })
    requests.add(request)
    request.on('error', () => undefined)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    const status = answer.statusCode ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 200) return
    requests.delete(request)
    answer.resume()
  }
  return {
    statuses,
    async begin() {
      await Promise.all(Array.from({ length: DOWNLOADS }, (_, turn) => download(turn)))
    },
    async end() {
      for (const request of requests) request.destroy()
      await host.end()
    },
  }
}

async function sellFile(stage: NoisyStage, seller: StageAccount, url: string): Promise<string> {
  const file = { memo: 'A file', amount: 1, kind: 'file', url, max_downloads: 10_000 }
  const { id } = await seller.ask('POST', '/paywall/api/v1/', file)
  const claim = await buy({ stage, address: stage.newAddress }, id)
  const access = await stage.visit(stage.newAddress(), 'GET', `/paywall/public/${id}/access?claim=${claim}`)
  return new URL(access.url).pathname
}
