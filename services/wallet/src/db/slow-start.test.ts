import { expect, inject, type TestContext, test } from 'vitest'
import { startForwarder } from '../../test/world/servers/forwarder.ts'
import { openSlowLine } from '../../test/world/servers/slow-line.ts'
import { createTestDatabase } from '../../test/world/test-database.ts'
import { openDatabase, openForReading } from './open-database.ts'
import { inspectPostgres } from './postgres/postgres-tools.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href
/** One round trip takes 1.6 s, and a login at least two: more than the 3 s that a host usually has. */
const LATENCY_MS = 800

type Finished = Pick<TestContext, 'onTestFinished'>

async function openPatiently({ onTestFinished }: Finished, url: string, waitMs?: number) {
  const said: string[] = []
  const log = {
    warn: ({ reason }: { reason?: unknown }, text: string) => void said.push(`${text}: ${String(reason)}`),
    error: () => undefined,
  }
  const opening = openDatabase(url, COMMANDS, { log, ...(waitMs !== undefined && { waitMs }) })
  opening.then(
    (db) => onTestFinished(() => db.close()),
    () => undefined,
  )
  return { opening, said }
}

async function openPlace({ onTestFinished }: Finished) {
  const place = await createTestDatabase('postgres')
  onTestFinished(() => place.drop())
  return place
}

// They wait together.
test.concurrent('a database that takes longer than 3 s to accept the service is waited for, and used however slow', async (context) => {
  const place = await openPlace(context)
  const url = new URL(place.url)
  const line = await openSlowLine({ toPort: Number(url.port), latencyMs: LATENCY_MS })
  context.onTestFinished(() => line.close())
  url.port = String(line.port)
  const { opening, said } = await openPatiently(context, url.href, 60_000)
  const db = await opening
  const waiting = /^waiting for the database of SERVICE_DATABASE_URL, 5\d s at most: timeout expired$/
  expect(said).toEqual([expect.stringMatching(waiting)])
  expect(await db.list('SELECT 1 AS n', [], ({ n }: { n: number }) => n)).toEqual([1])
}, 90_000)

/** `mend`, `rekey`, `restore`, `import-lnbits`, `restore-drill`; `audit`, `upgrade-check`; `backup`, `restore`. */
test.concurrent('commands wait for a database that takes longer than 3 s, as the service does', async (context) => {
  const place = await openPlace(context)
  const url = new URL(place.url)
  const line = await openSlowLine({ toPort: Number(url.port), latencyMs: LATENCY_MS })
  context.onTestFinished(() => line.close())
  url.port = String(line.port)
  const one = ({ n }: { n: number }) => n
  const answers = await Promise.all([
    openDatabase(url.href, COMMANDS, { alone: true }).then(async (db) => {
      const answer = await db.list('SELECT 1 AS n', [], one)
      await db.close()
      return answer
    }),
    openForReading(url.href).listAside('SELECT 1 AS n', [], one),
    inspectPostgres(url.href).then(({ tables }) => [tables]),
  ])
  expect(answers).toEqual([[1], [1], [expect.any(Number)]])
}, 90_000)

test.concurrent('a database that refuses connections is waited for until it accepts them, and the log says so once', async (context) => {
  const forwarder = await startForwarder((await openPlace(context)).url)
  context.onTestFinished(() => forwarder.close())
  await forwarder.refuse()
  const { opening, said } = await openPatiently(context, forwarder.url, 60_000)
  await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1)
  await forwarder.mend()
  await opening
  expect(said).toEqual([
    expect.stringMatching(/^waiting for the database of SERVICE_DATABASE_URL, (59|60) s.*ECONNREFUSED/),
  ])
}, 60_000)

test.concurrent('after that time the start ends and names the setting', async (context) => {
  const forwarder = await startForwarder(inject('postgresUrl'))
  context.onTestFinished(() => forwarder.close())
  await forwarder.refuse()
  const wanted = /^SERVICE_DATABASE_URL: the database cannot be opened \(.*ECONNREFUSED.*\)$/
  const service = await openPatiently(context, forwarder.url, 800)
  await expect(service.opening).rejects.toThrow(wanted)
  expect(service.said).toHaveLength(1)
})

test.concurrent.for([
  ['password', (url: URL): void => void (url.password = 'wrong')],
  ['database', (url: URL): void => void (url.pathname = '/nowhere')],
] as const)('a wrong %s is not waited for', async ([_what, spoil], context) => {
  const url = new URL(inject('postgresUrl'))
  spoil(url)
  const { opening, said } = await openPatiently(context, url.href, 60_000)
  await expect(opening).rejects.toThrow('SERVICE_DATABASE_URL')
  expect(said).toEqual([])
})
