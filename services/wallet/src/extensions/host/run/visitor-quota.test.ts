import { defineExtension } from '@satchel/extension-sdk/extension'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { JAR } from '../../../../test/world/extensions/jar-extension.ts'
import { openWorld } from '../../../../test/world/open-world.ts'

const PER_MINUTE = 120

/** Besides the page of the jar, one that takes a field, and a form. */
const SEARCHABLE = defineExtension({
  ...JAR,
  routes: {
    ...JAR.routes,
    'GET /p/:id/find': {
      access: 'public',
      summary: 'A page that takes a field',
      query: { text: { type: 'text', max: 20, doc: 'What to find.', optional: true } },
      handle: async () => ({ page: { title: 'Found', blocks: [] } }),
    },
    'GET /public/:id/find': {
      access: 'public',
      summary: 'A form',
      reply: { found: { type: 'bool', doc: 'Whether it is there.' } },
      handle: async () => ({ json: { found: true } }),
    },
  },
})

/** A jar in a service that limits visitors, and a visitor who has used up the quota of its routes. */
async function open() {
  const world = await openWorld({ dialect: 'sqlite', builtIns: [SEARCHABLE], env: { SERVICE_RATE_LIMIT_NO: '100000' } })
  onTestFinished(() => world.close())
  const owner = await world.openWallet()
  await activateExtension(world, owner, 'jar')
  const { body } = await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body: { name: 'Till' } })
  const id: string = body.id
  const page = () => world.call('GET', `/jar/p/${id}/find`)
  const plainPage = () => world.call('GET', `/jar/p/${id}`)
  const state = () => world.call('GET', `/jar/state/${'0'.repeat(64)}`)
  const fill = () => world.call('POST', `/jar/public/${id}/fill`, { body: {} })
  const form = () => world.call('GET', `/jar/public/${id}/find`, { headers: { accept: 'text/html' } })
  const lnurl = () => world.call('GET', `/jar/lnurl/${id}`)
  for (let n = 0; n < PER_MINUTE; n += 1) await Promise.all([page(), plainPage(), fill(), form(), state(), lnurl()])
  return { world, page, plainPage, fill, form, state, lnurl }
}

test('the rate at which a visitor may call a route is a setting', async () => {
  const world = await openWorld({
    dialect: 'sqlite',
    builtIns: [JAR],
    env: { SERVICE_RATE_LIMIT_NO: '100000', SERVICE_VISITOR_REQUESTS: '2' },
  })
  onTestFinished(() => world.close())
  const owner = await world.openWallet()
  await activateExtension(world, owner, 'jar')
  const { body } = await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body: { name: 'Till' } })
  const statuses: number[] = []
  const fill = () => world.call('POST', `/jar/public/${body.id}/fill`, { body: {} })
  for (let n = 0; n < 3; n += 1) statuses.push((await fill()).status)
  expect(statuses).toEqual([201, 201, 429])
})

test('pages without fields and states of invoices have no quota: many visitors may share an address', async () => {
  const { page, plainPage, state } = await open()
  expect((await page()).status).toBe(429)
  expect([(await plainPage()).status, (await state()).status]).toEqual([200, 404])
})

test('above the quota a visitor gets 429 with the end of the minute, on pages, forms and JSON routes', async () => {
  const { world, page, fill, form, lnurl } = await open()
  world.advance(20)
  const json = await fill()
  expect([json.status, json.headers['retry-after'], json.body]).toEqual([
    429,
    '40',
    { detail: 'Too often; try again in a minute.', code: 'rate_limited' },
  ])
  const asPage = await page()
  expect([asPage.status, asPage.headers['retry-after']]).toEqual([429, '40'])
  expect(asPage.body).toContain('Too often; try again in a minute.')
  const asForm = await form()
  expect([asForm.status, asForm.headers['retry-after']]).toEqual([429, '40'])
  expect(asForm.body).toContain('Too often; try again in a minute.')
  // LNURL readers use the body and not the status (LUD-01).
  const asLnurl = await lnurl()
  expect([asLnurl.status, asLnurl.body]).toEqual([
    200,
    { status: 'ERROR', reason: 'Too often; try again in a minute.' },
  ])
  world.advance(40)
  expect([(await page()).status, (await fill()).status]).toEqual([200, 201])
})
