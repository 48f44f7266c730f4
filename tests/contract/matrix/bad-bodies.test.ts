import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../../services/wallet/test/world/open-world.ts'
import { readStoredRows } from '../../../services/wallet/test/world/stored-rows.ts'
import { LOGIC_DIALECTS } from '../../../services/wallet/test/world/test-database.ts'
import { urlOf } from './ask.ts'
import { atBest, MAX_MS } from './at-best.ts'
import { type BadBody, listBadBodies } from './bad-bodies.ts'
import { type Cast, openCast, type Person } from './cast.ts'
import { ofThisRun } from './of-this-run.ts'
import { openMatrixWorld } from './open-matrix-world.ts'
import { listOperations, type Operation, readDocument, type Schema } from './operations.ts'
import type { SampleRequest } from './sample.ts'
import { samplesOf } from './samples.ts'
import { createSecrets } from './secrets.ts'
import { isPublic } from './who-may.ts'

const listing = await openMatrixWorld('sqlite')
const ROWS = listOperations(await readDocument(listing))
  .flatMap((operation) => samplesOf(operation).map((sample) => ({ title: sample.title, operation, sample })))
  .filter(({ operation }) => operation.body !== undefined)
await listing.close()

/** On PostgreSQL every sixth is enough: bad bodies are rejected before a query runs. */
const SAMPLED = { sqlite: 1, postgres: 6 } as const

type Sent = Omit<BadBody, 'title' | 'permitted' | 'contentType'> & { readonly contentType?: string | undefined }

describe.each(LOGIC_DIALECTS)('every operation that takes JSON, on %s (F1)', (dialect) => {
  const rows = ofThisRun(ROWS.filter((_row, index) => index % SAMPLED[dialect] === 0))
  let world: World
  let cast: Cast
  beforeAll(async () => {
    world = await openMatrixWorld(dialect)
    cast = await openCast(world, createSecrets())
  }, 60_000)
  afterAll(() => world.close())

  const send = async (operation: Operation, { token }: Person, request: SampleRequest, sent: Sent) => {
    const { payload, headers } = sent
    const contentType = 'contentType' in sent ? sent.contentType : 'application/json'
    const answer = await world.app.inject({
      method: operation.method,
      url: urlOf(operation, request, {}),
      headers: {
        ...(!isPublic(operation) && { authorization: `Bearer ${token}` }),
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...headers,
      },
      payload,
    })
    return { status: answer.statusCode, text: answer.body, type: answer.headers['content-type'] }
  }

  test.each(rows)('$title: every bad body is rejected, without a crash or a delay', async ({ operation, sample }) => {
    const caller = await cast.openPerson('super-user')
    const request = await sample.make(cast, caller)
    const good = (request.body ?? {}) as Record<string, unknown>
    const empty: BadBody = { title: 'empty', payload: '', permitted: [400, 422] }
    const bad = [...listBadBodies(operation.body as Schema, good), ...(operation.bodyRequired ? [empty] : [])]
    const before = await readStoredRows(world)
    const wrong: string[] = []
    for (const { title, permitted, ...sent } of bad) {
      const { answer, ms } = await atBest(() => send(operation, caller, request, sent))
      const { status, text, type } = answer
      if (ms > MAX_MS) wrong.push(`${title}: ${ms} ms`)
      if (!permitted.includes(status)) wrong.push(`${title}: ${status} ${text.slice(0, 200)}`)
      if (type !== 'application/json' || !hasDetail(text)) wrong.push(`${title}: ${text.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
    expect(await readStoredRows(world)).toEqual(before)
  })

  test.each(rows)('$title: unknown fields are dropped or rejected', async ({ operation, sample }) => {
    const planted = {
      is_admin: true,
      is_super_user: true,
      role: 'super-user',
      user_id: cast.stranger.userId,
      balance: 1_000_000,
      constructor: { prototype: { is_admin: true } },
      prototype: { is_admin: true },
      toString: 'x',
    }
    // A user who may be made an administrator by this field must step up.
    if (operation.id === 'updateUser') Reflect.deleteProperty(planted, 'is_admin')
    const rightsBefore = await listRights(world)
    const person = await cast.openPerson('super-user')
    const request = await sample.make(cast, person)
    const text = JSON.stringify({ ...(request.body as object), ...planted })
    const payload = `{"__proto__":{"is_admin":true,"polluted":true},${text.slice(1)}`
    const { status } = await send(operation, person, request, { payload })
    expect([sample.status, 422]).toContain(status)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    const rights = await listRights(world)
    expect(Object.entries(rights).filter(([id, role]) => role !== 'user' && rightsBefore[id] !== role)).toEqual(
      rights[person.userId] === undefined ? [] : [[person.userId, 'super-user']],
    )
  })

  test.each(rows)(
    '$title: every plain spelling of the JSON content type is accepted',
    async ({ operation, sample }) => {
      const types = [
        'application/json',
        'application/json; charset=utf-8',
        'Application/JSON',
        'application/json;charset=UTF-8',
        // As clients in Go and Rust send it.
        undefined,
      ]
      const statuses: number[] = []
      for (const contentType of types) {
        const person = await cast.openPerson('super-user')
        const request = await sample.make(cast, person)
        const payload = JSON.stringify(request.body ?? {})
        statuses.push((await send(operation, person, request, { payload, contentType })).status)
      }
      expect(statuses).toEqual(types.map(() => sample.status))
    },
  )
})

function hasDetail(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { detail?: unknown }).detail === 'string'
  } catch {
    return false
  }
}

/** User id → role. */
async function listRights({ db }: World): Promise<Record<string, string>> {
  const rows = await db.list('SELECT id, role FROM users', [], (row: { id: string; role: string }) => row)
  return Object.fromEntries(rows.map(({ id, role }) => [id, role]))
}
