import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScheduler, type SchedulerWorld } from '../../services/wallet/test/world/extensions/open-scheduler.ts'
import { SCHEDULER } from './scheduler.ts'

let scheduler: SchedulerWorld
beforeAll(async () => {
  scheduler = await openScheduler('sqlite', SCHEDULER)
})
afterAll(() => scheduler.world.close())

const BASE = '/scheduler/api/v1/'

/** As the web app calls; `undefined`: as a program does. */
const ask = (method: 'GET' | 'POST', path: string, { app = true, language = 'de-AT', body = {} } = {}) =>
  scheduler.world.call(method, `${BASE}${path}`, {
    key: scheduler.wallet.adminKey,
    headers: { 'accept-language': language, ...(app && { 'x-satchel': 'app' }) },
    ...(method === 'POST' && { body }),
  })

test('how a run has ended is stored in English, and shown in the language of the app', async () => {
  const server = await openHttpServer((_request, response) => void response.writeHead(500).end())
  const url = `http://127.0.0.1:${server.port}/`
  const id = await scheduler.make({ action: 'http', method: 'GET', url })
  const broke = await scheduler.make({ action: 'pay', target: 'a@pay.example', amount: 5, monthly_cap: 1 })
  await scheduler.pass(1)
  expect((await ask('GET', id)).body.last_result).toBe('gescheitert: Mit dem Status 500 beantwortet.')
  expect((await ask('GET', id, { language: 'es' })).body.last_result).toBe('fallido: Respondió con el estado 500.')
  expect((await ask('GET', id, { language: 'ar' })).body.last_result).toMatch(/^فشل: .*500/)
  expect((await ask('GET', '')).body).toContainEqual(
    expect.objectContaining({ id: broke, last_result: 'gescheitert: Das Limit des Monats lässt es nicht zu.' }),
  )
  expect((await ask('GET', `${broke}/runs`)).body[0].detail).toBe('Das Limit des Monats lässt es nicht zu.')
  for (const english of [{ app: false }, { language: 'fr' }]) {
    expect((await ask('GET', id, english)).body.last_result).toBe('failed: Answered with status 500.')
    expect((await ask('GET', `${id}/runs`, english)).body[0].detail).toBe('Answered with status 500.')
  }
  await scheduler.off(id)
  await scheduler.off(broke)
})

test('a rejection is in the language of the app, in the whole answer and at its field', async () => {
  const job = { name: 'Rent', cron: '0 9 31 2 *', action: 'invoice', amount: 1, status: 'active' }
  const { status, body } = await ask('POST', '', { body: job })
  const said = 'Das sind keine fünf Cron-Felder, oder die Zeit kommt nie.'
  expect(status).toBe(422)
  expect(body).toMatchObject({ detail: `body.cron: ${said}`, errors: [{ loc: ['body', 'cron'], msg: said }] })
  const id = await scheduler.make({ action: 'invoice', amount: 1 })
  await scheduler.runNow(id)
  const again = await ask('POST', `${id}/run`)
  expect([again.status, again.body.detail]).toEqual([
    400,
    'Ein Lauf dieses Auftrags ist unterwegs. Versuche es, wenn er beendet ist.',
  ])
  await scheduler.off(id)
})
