import type { X509Certificate } from 'node:crypto'
import { TLSSocket } from 'node:tls'
import type { Log } from '@satchel/http/log'
import { nodeExpiry } from '@satchel/lightning/node-expiry'
import type { Outbound } from '@satchel/outbound/outbound'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { serverCertificates } from '../../db/postgres/server-certificates.ts'
import { EXPIRY_ALARM, raiseExpiryAlarms } from './expiry-store.ts'

/** The parts that can expire: the metric's label, and the name in alarms. */
const NAMES = {
  node_certificate: 'the certificate of the Lightning node',
  node_credential: 'the credential for the Lightning node',
  former_node_certificate: 'the certificate of the former Lightning node',
  former_node_credential: 'the credential for the former Lightning node',
  database_certificate: 'the certificate of PostgreSQL',
  public_certificate: 'the certificate of the public address',
} as const

export type Expiring = keyof typeof NAMES

export interface Expiry {
  readonly what: Expiring
  /** Unix seconds. */
  readonly endsAt: number
  /** How long before the expiry operators get an alarm. */
  readonly noticeSeconds: number
}

export interface ExpiryWatch {
  /** Reads all dates when that is due, and raises an alarm for each that is near. */
  check(): Promise<void>
  /** The dates last read; those without a date or never reached are absent. */
  last(): readonly Expiry[]
}

export interface ExpiryWatchDeps {
  readonly config: Pick<Config, 'funding' | 'databaseUrl' | 'publicUrl'>
  readonly outbound: Pick<Outbound, 'connect'>
  readonly db: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'info'>
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const NOTICE_SECONDS = 14 * DAY_SECONDS

type Dates = Pick<Expiry, 'endsAt' | 'noticeSeconds'>

/**
 * Certificates and credentials are read once a day; once an hour while one is about to expire, so that a new one is seen
 * soon. What cannot be reached keeps the date that was read last.
 */
export function createExpiryWatch(deps: ExpiryWatchDeps): ExpiryWatch {
  const { db, clock, log } = deps
  const known = new Map<Expiring, Dates>()
  let readAt = Number.NEGATIVE_INFINITY

  const listSoon = (now: number): Expiry[] => last().filter((one) => one.endsAt - now <= one.noticeSeconds)
  const last = (): Expiry[] => [...known].map(([what, dates]) => ({ what, ...dates }))
  return {
    last,
    async check() {
      const now = unixSeconds(clock)
      if (now - readAt < (listSoon(now).length > 0 ? HOUR_SECONDS : DAY_SECONDS)) return
      readAt = now
      await Promise.all(listReaders(deps).map((reader) => readInto(known, reader, log)))
      const alarms = listSoon(now).map((one) => describe(one, now))
      if (alarms.length === 0) return
      for (const { detail } of await db.transact(raiseExpiryAlarms, { alarms, at: now })) {
        log.warn({ alarm: EXPIRY_ALARM, detail }, 'a certificate or credential expires soon')
      }
    },
  }
}

/** Undefined: it has no date. Rejects when it cannot be read. */
type Reader = readonly [what: Expiring, read: () => Promise<Dates | undefined>]

async function readInto(known: Map<Expiring, Dates>, [what, read]: Reader, log: ExpiryWatchDeps['log']): Promise<void> {
  try {
    const dates = await read()
    if (dates === undefined) known.delete(what)
    else known.set(what, dates)
  } catch (error) {
    log.info({ err: error, what }, 'cannot read when this expires')
  }
}

function listReaders({ config, outbound }: ExpiryWatchDeps): readonly Reader[] {
  const { source, former } = config.funding
  return [
    ...readersOfNode(source, ['node_certificate', 'node_credential']),
    ...(typeof former === 'object' ? readersOfNode(former, ['former_node_certificate', 'former_node_credential']) : []),
    [
      'database_certificate',
      async () =>
        config.databaseUrl.startsWith('postgres')
          ? earliest((await serverCertificates(config.databaseUrl)).map(datesOf))
          : undefined,
    ],
    ['public_certificate', () => publicDates(config.publicUrl, outbound)],
  ]
}

function readersOfNode(
  source: Config['funding']['source'],
  [certificate, credential]: readonly [Expiring, Expiring],
): readonly Reader[] {
  const { certificate: readCertificate, credentialEndsAt: endsAt } = nodeExpiry(source)
  return [
    [certificate, async () => readCertificate && datesOf(await readCertificate())],
    [credential, async () => (endsAt === undefined ? undefined : { endsAt, noticeSeconds: NOTICE_SECONDS })],
  ]
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Through the guard, like everything that goes to a name: an address inside the own network is not connected to. */
async function publicDates(publicUrl: string, outbound: ExpiryWatchDeps['outbound']): Promise<Dates | undefined> {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (protocol !== 'https:' || LOOPBACK.test(hostname)) return undefined
  const connection = await outbound.connect({ url: origin })
  if (connection.kind !== 'connected') throw new Error(connection.message)
  const { socket } = connection
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  socket.end()
  return certificate && datesOf(certificate)
}

/** One that lasts for days is renewed days before: notice is at most a quarter of its life. */
function datesOf({ validFromDate, validToDate }: X509Certificate): Dates {
  const lifeSeconds = (validToDate.getTime() - validFromDate.getTime()) / 1000
  return {
    endsAt: Math.floor(validToDate.getTime() / 1000),
    noticeSeconds: Math.min(NOTICE_SECONDS, Math.floor(lifeSeconds / 4)),
  }
}

const earliest = (all: readonly Dates[]): Dates | undefined =>
  all.toSorted((a, b) => a.endsAt - a.noticeSeconds - (b.endsAt - b.noticeSeconds))[0]

function describe({ what, endsAt }: Expiry, now: number): { reference: string; detail: string } {
  const end = new Date(endsAt * 1000).toISOString()
  const day = `${end.slice(0, 10)} at ${end.slice(11, 16)} UTC`
  const verb = endsAt <= now ? `expired on ${day}` : `expires on ${day}`
  return { reference: `${what} ${end}`, detail: `${NAMES[what]} ${verb}; renew it` }
}
