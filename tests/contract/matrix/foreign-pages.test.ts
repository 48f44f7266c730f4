import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_HEADERS } from '../../../services/wallet/test/world/accounts/open-browser.ts'
import { openSession } from '../../../services/wallet/test/world/accounts/open-session.ts'
import type { World } from '../../../services/wallet/test/world/open-world.ts'
import { readStoredRows } from '../../../services/wallet/test/world/stored-rows.ts'
import { urlOf } from './ask.ts'
import { type Cast, openCast } from './cast.ts'
import { ofThisRun } from './of-this-run.ts'
import { openMatrixWorld } from './open-matrix-world.ts'
import { listOperations, readDocument } from './operations.ts'
import { samplesOf } from './samples.ts'
import { createSecrets } from './secrets.ts'
import { isPublic, letsIn } from './who-may.ts'

const listing = await openMatrixWorld('sqlite')
const OPERATIONS = listOperations(await readDocument(listing))
await listing.close()

const EVIL = 'https://evil.example'
const FORM = 'application/x-www-form-urlencoded'

/** The headers of a browser with the cookie, if it sent the cookie at all: SameSite=Strict prevents it. */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  form: { origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'content-type': FORM },
  'fetch without CORS': { origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  'fetch with our header': { ...APP_HEADERS, origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  'fetch of a sibling domain': { ...APP_HEADERS, origin: 'https://x.pay.example', 'sec-fetch-site': 'same-site' },
  'fetch of an old browser': { 'x-satchel': 'app', origin: EVIL },
  image: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  frame: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  link: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
}

describe('the cookie of a session on every operation', () => {
  let world: World
  let cast: Cast
  beforeAll(async () => {
    world = await openMatrixWorld('sqlite')
    cast = await openCast(world, createSecrets())
  }, 60_000)
  afterAll(() => world.close())

  const rows = ofThisRun(
    OPERATIONS.filter((operation) => !isPublic(operation)).flatMap((operation) =>
      samplesOf(operation).map((sample) => ({ title: sample.title, operation, sample })),
    ),
  )

  test.each(rows)('$title: a page of another site cannot call it', async ({ operation, sample }) => {
    const person = await cast.openPerson('super-user')
    const request = await sample.make(cast, person)
    const { cookie } = await openSession(world, person)
    const before = await readStoredRows(world)
    const statuses: [string, number][] = []
    for (const [way, headers] of Object.entries(FOREIGN)) {
      const { statusCode } = await world.app.inject({
        method: operation.method,
        url: urlOf(operation, request, {}),
        headers: { ...headers, cookie },
        ...(request.body !== undefined && headers['content-type'] !== FORM && { payload: request.body as object }),
      })
      statuses.push([way, statusCode])
    }
    expect(statuses).toEqual(Object.keys(FOREIGN).map((way) => [way, 401]))
    expect(await readStoredRows(world)).toEqual(before)
  })

  test.each(rows)('$title: the web app may do what the token of its user may', async ({ operation, sample }) => {
    const person = await cast.openPerson()
    const request = await sample.make(cast, person)
    const { headers } = await openSession(world, person)
    const { statusCode } = await world.app.inject({
      method: operation.method,
      url: urlOf(operation, request, {}),
      headers,
      ...(request.body !== undefined && { payload: request.body as object }),
    })
    const isAllowed = letsIn(sample.whoMay ?? operation.whoMay, { kind: 'user' })
    expect(statusCode).toBe(isAllowed ? sample.status : 403)
  })
})
