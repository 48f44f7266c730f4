import { readInvoice } from '@satchel/bolt11/read-invoice'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { makeZapRequest } from 'nostr-tools/nip57'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { eventually } from '../eventually.ts'
import {
  type HostileLnurl,
  type HostilePeer,
  openDrippingPeer,
  openHostileLnurl,
  openLyingRelay,
  openSilentPeer,
} from './hostile-peers.ts'
import type { Attack } from './noisy-attack.ts'
import type { NoisyStage, StageAccount } from './noisy-stage.ts'

/** For each of five attackers: together at least ten times the load of one stranger in the review. */
const ZAPS = 16
const WEBHOOKS = 120
const PAYOUTS = 320
const JOBS = 120
const SCRUBS = 8
const TICKETS = 4
const RELAYS = 5
const WEBHOOK_HOSTS = 24
/** Payouts of one receipt. */
const PARTS = 20

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const endAll = async (peers: readonly HostilePeer[]): Promise<void> => {
  await Promise.all(peers.map((peer) => peer.end()))
}

export async function prepareZaps(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const relays = await times(RELAYS, (at) => (at % 2 === 0 ? openSilentPeer() : openLyingRelay()))
  const recipient = getPublicKey(generateSecretKey())
  const urls = relays.map(({ host }) => `ws://${host}`)
  const hashes = await ofEach(attackers, async (attacker) => {
    const link = { description: 'Zap me', min: 1, max: 10, zaps: true }
    const { id } = await attacker.ask('POST', '/lnurlp/api/v1/', link)
    return times(ZAPS, async () => {
      const request = makeZapRequest({ pubkey: recipient, amount: 1000, comment: '', relays: urls })
      const nostr = encodeURIComponent(JSON.stringify(finalizeEvent(request, generateSecretKey())))
      const { pr } = await attacker.ask('GET', `/lnurlp/lnurl/${id}/cb?amount=1000&nostr=${nostr}`)
      return readInvoice(pr).paymentHash
    })
  })
  return { begin: () => stage.receive(hashes), end: () => endAll(relays) }
}

export async function prepareWebhooks(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const hosts = await times(WEBHOOK_HOSTS, (at) =>
    at % 2 === 0 ? openSilentPeer(`127.0.1.${at + 1}`) : openDrippingPeer(`127.0.1.${at + 1}`),
  )
  const hashes = await ofEach(attackers, (attacker) =>
    times(WEBHOOKS, (at) => attacker.invoice(1, { webhook: `http://${hosts[at % WEBHOOK_HOSTS]?.host}/` })),
  )
  return { begin: () => stage.receive(hashes), end: () => endAll(hosts) }
}

export async function preparePayouts(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const lnurl = await openHostileLnurl()
  const hashes = await ofEach(attackers, async (attacker) => {
    const { wallet } = await openScrubbed(attacker, lnurl)
    return times(PAYOUTS / PARTS, () => attacker.invoice(PARTS, {}, wallet))
  })
  return {
    async begin() {
      lnurl.mode = 'drips'
      await stage.receive(hashes)
    },
    end: () => lnurl.end(),
  }
}

/** Payouts that have failed once, and whose retry is already due. */
export async function prepareRetries(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const lnurl = await openHostileLnurl()
  const scrubs = await ofEach(attackers, async (attacker) => {
    const made = []
    for (let count = 0; count < SCRUBS; count += 1) {
      const { wallet, id } = await openScrubbed(attacker, lnurl)
      const listJobs = () => attacker.ask('GET', `/scrub/api/v1/${id}/jobs`, undefined, wallet)
      made.push({ hash: await attacker.invoice(1, {}, wallet), listJobs })
    }
    return made
  })
  lnurl.mode = 'rejects'
  await stage.receive(scrubs.map(({ hash }) => hash))
  for (const { listJobs } of scrubs) {
    await eventually('the first try has failed', async () => (await listJobs())[0]?.state === 'waiting')
  }
  return {
    async begin() {
      lnurl.mode = 'drips'
      await stage.write(
        stage.dialect === 'sqlite'
          ? `UPDATE extension_rows SET data = json_set(data, '$.next_at', 1) ${WAITING}`
          : `UPDATE extension_rows SET data = jsonb_set(data::jsonb, '{next_at}', '1')::text ${WAITING}`,
      )
      await stage.write(
        `INSERT INTO extension_jobs (ext_id, kind, reference, payload, due_at, account_id)
         VALUES ('scrub', 'cron', 'retry@${Date.now()}', '', ${Date.now()}, 'scrub')`,
      )
    },
    end: () => lnurl.end(),
  }
}

const WAITING = `WHERE ext_id = 'scrub' AND kind = 'jobs' AND data LIKE '%"state":"waiting"%'`

/** A wallet whose receipts are forwarded to the LNURL, one satoshi at a time. */
async function openScrubbed(attacker: StageAccount, lnurl: HostileLnurl) {
  const wallet = await attacker.openWallet(100_000)
  const scrub = { description: 'Everything', payoraddress: encodeLnurl(lnurl.url) }
  const { id } = await attacker.ask('POST', '/scrub/api/v1/', scrub, wallet)
  return { wallet, id }
}

export async function prepareCalls(_stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const peer = await openDrippingPeer()
  const job = { name: 'Call', cron: '0 0 1 1 *', action: 'http', method: 'GET', url: `http://${peer.host}/` }
  const runs = await ofEach(attackers, (attacker) =>
    times(JOBS, async () => {
      const { id } = await attacker.ask('POST', '/scheduler/api/v1/', job)
      return () => attacker.ask('POST', `/scheduler/api/v1/${id}/run`)
    }),
  )
  return {
    async begin() {
      await Promise.all(runs.map((run) => run()))
    },
    end: () => peer.end(),
  }
}

/** Tickets whose buyers are mailed to. */
export async function prepareMails(stage: NoisyStage, attackers: readonly StageAccount[]): Promise<Attack> {
  const day = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  const days = { closing_date: day(5), event_start_date: day(6), event_end_date: day(7) }
  const hashes = await ofEach(attackers, async (attacker) => {
    const event = { name: 'Concert', info: 'At eight.', ...days, amount_tickets: 1000, price_per_ticket: 1 }
    const { id } = await attacker.ask('POST', '/events/api/v1/', event)
    return times(TICKETS, async (at) => {
      const buyer = { name: 'Ada', email: `ada-${at}@${id}.example` }
      return (await stage.visit(stage.newAddress(), 'POST', `/events/public/${id}/tickets`, buyer))
        .payment_hash as string
    })
  })
  return { begin: () => stage.receive(hashes), end: () => stage.mailServer.end() }
}

/** Starts all jobs of the attackers concurrently. */
const ofEach = async <T>(attackers: readonly StageAccount[], make: (one: StageAccount) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all(attackers.map(make))).flat()
