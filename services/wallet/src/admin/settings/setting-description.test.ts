import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { SETTING_NAMES } from '../../config/settings.ts'

let world: World
let token: string

const ROOT = { username: 'root', password: 'root password' }

beforeAll(async () => {
  const env = {
    SUPER_USER_USERNAME: ROOT.username,
    SUPER_USER_PASSWORD: ROOT.password,
    SERVICE_MAX_PAYMENT_SATS: '5000',
  }
  world = await openWorld({ dialect: 'sqlite', env })
  token = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
})
afterAll(() => world.close())

interface Described {
  readonly name: string
  readonly value: unknown
}

const describeAll = async (): Promise<readonly Described[]> =>
  (await world.call('GET', '/api/v1/admin/settings/description', { token })).body

test('every setting is described, with the value in force', async () => {
  const all = await describeAll()
  expect(all.map(({ name }) => name)).toEqual(SETTING_NAMES)
  const values = (await world.call('GET', '/api/v1/admin/settings', { token })).body
  expect(Object.fromEntries(all.map(({ name, value }) => [name, value]))).toEqual(values)
})

test('a description has the source of the value, its bounds and its unit, and the value after a reset', async () => {
  const find = async (name: string) => (await describeAll()).find((each) => each.name === name)
  expect(await find('max_payment_sats')).toMatchObject({
    group: 'amounts',
    type: 'integer',
    unit: 'sat',
    minimum: 1,
    options: null,
    needs_restart: false,
    value: 5000,
    default: 5000,
    origin: 'environment',
  })
  expect(await find('site_name')).toMatchObject({ type: 'text', maximum: 64, origin: 'default', default: 'Satchel' })
  await world.call('PUT', '/api/v1/admin/settings', { token, body: { max_payment_sats: 7, site_name: 'Shop' } })
  expect(await find('max_payment_sats')).toMatchObject({ value: 7, default: 5000, origin: 'stored' })
  expect(await find('site_name')).toMatchObject({ value: 'Shop', default: 'Satchel', origin: 'stored' })
  expect(await find('rate_limit_unit')).toMatchObject({ type: 'choice', needs_restart: true })
  expect(await find('auth_allowed_methods')).toMatchObject({ type: 'choices', minimum: 1 })
  expect(await find('allowed_users')).toMatchObject({ type: 'list', options: null })
})
