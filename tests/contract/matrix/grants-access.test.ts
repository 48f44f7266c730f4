import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUILT_INS } from '../../../services/wallet/src/extensions/built-ins.ts'
import { OF_ACCOUNT } from '../../../services/wallet/test/world/access/grants.ts'
import { OF_ADMINISTRATOR } from '../../../services/wallet/test/world/access/grants-of-administrators.ts'
import { logInBrowser, type TestBrowser } from '../../../services/wallet/test/world/accounts/open-browser.ts'
import { openWorld, type World } from '../../../services/wallet/test/world/open-world.ts'
import { files } from '../../house/source-files.ts'
import { GRANTED_WAYS } from './granted-ways.ts'
import { GRANTS_NOTHING, SHOWS_NO_SECRET } from './grants-nothing.ts'
import { type ApiDocument, readDocument, type Schema } from './operations.ts'

const ROOT = { username: 'root', password: 'root password' }

interface Declared {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly isOpen: boolean
  /** `x-grants-access`: from the configuration of the route. */
  readonly grants: true | 'handler-asks' | undefined
  /** The names of all fields of its good answers. */
  readonly shown: readonly string[]
}

const openAll = (): Promise<World> =>
  openWorld({
    dialect: 'sqlite',
    builtIns: BUILT_INS,
    env: {
      SUPER_USER_USERNAME: ROOT.username,
      SUPER_USER_PASSWORD: ROOT.password,
      GITHUB_CLIENT_ID: 'client',
      GITHUB_CLIENT_SECRET: 'a secret of the provider',
      SERVICE_MESSAGES: 'true',
    },
  })

const listing = await openAll()
const DECLARED = listDeclared(await readDocument(listing))
await listing.close()
const GUARDED = DECLARED.filter(({ isOpen }) => !isOpen)

function listDeclared({ paths, components }: ApiDocument): Declared[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      const contents = good.flatMap(([, { content = {} }]) => Object.values(content) as { schema: Schema }[])
      const { 'x-grants-access': grants } = operation as { 'x-grants-access'?: Declared['grants'] }
      return {
        id: operation.operationId,
        method: method.toUpperCase() as Declared['method'],
        path,
        isOpen: operation.description.endsWith('Access: anyone.'),
        grants,
        shown: contents.flatMap(({ schema }) => [...fieldsOf(schema, components.schemas)]),
      }
    }),
  )
}

function fieldsOf(schema: Schema, schemas: ApiDocument['components']['schemas'], within: readonly string[] = []) {
  const found = new Set<string>()
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined && within.includes(name)) return found
  const whole = name === undefined ? schema : (schemas[name] ?? {})
  const inside = name === undefined ? within : [...within, name]
  for (const field of Object.keys(whole.properties ?? {})) found.add(field)
  const parts = [whole.items, ...(whole.anyOf ?? []), ...(whole.allOf ?? []), ...Object.values(whole.properties ?? {})]
  for (const part of parts) if (part !== undefined) for (const one of fieldsOf(part, schemas, inside)) found.add(one)
  return found
}

/** Names of fields that let their reader in. */
const SECRET = /secret|token|adminkey|inkey|^otp$|password|recovery_codes|^(prev_)?k\d$|^key$|_uri$|_link$|redirect_to/

test('each operation that creates, changes or deletes something for an account declares whether that grants access', () => {
  const silent = GUARDED.filter(
    ({ id, method, grants }) => method !== 'GET' && grants === undefined && GRANTS_NOTHING[id] === undefined,
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('each operation that shows a secret to an account requires a step-up, or is listed with a reason', () => {
  const silent = GUARDED.filter(
    ({ id, grants, shown }) =>
      grants === undefined && SHOWS_NO_SECRET[id] === undefined && shown.some((name) => SECRET.test(name)),
  )
  expect(silent.map(({ id, shown }) => [id, shown.filter((name) => SECRET.test(name))])).toEqual([])
})

test('each operation that grants access has a row in the table of access, or names what else it grants (decision 0089)', () => {
  const granting = DECLARED.filter(({ grants }) => grants !== undefined).map(({ id }) => id)
  expect(granting.toSorted()).toEqual(Object.keys(GRANTED_WAYS).toSorted())
})

test('the lists of exceptions have only routes that are exceptions', () => {
  const known = new Map(GUARDED.map((one) => [one.id, one]))
  const needless = Object.keys({ ...GRANTS_NOTHING, ...SHOWS_NO_SECRET }).filter(
    (id) => known.get(id)?.grants !== undefined || !known.has(id),
  )
  expect(needless).toEqual([])
  const harmless = Object.keys(SHOWS_NO_SECRET).filter(
    (id) => known.get(id)?.shown.some((name) => SECRET.test(name)) !== true,
  )
  expect(harmless).toEqual([])
})

/** Their own tests call them without a proof: `passkey-registration`, `totp`, `protection`, `profile`, `fresh-proof`, `spend-grants`. */
const HANDLERS_THAT_ASK = [
  'updateCurrentUser',
  'changePassword',
  'updatePassword',
  'prepareTotp',
  'activateTotp',
  'preparePasskey',
  'addPasskey',
  'removePasskey',
  'removeTotp',
  'renewRecoveryCodes',
  'setSpendGrant',
]

test('only some handlers check the proof themselves', () => {
  const asking = DECLARED.filter(({ grants }) => grants === 'handler-asks').map(({ id }) => id)
  expect(asking.toSorted()).toEqual(HANDLERS_THAT_ASK.toSorted())
})

describe('a route that grants access, without a fresh proof', () => {
  let world: World
  let browser: TestBrowser
  let token: string
  beforeAll(async () => {
    world = await openAll()
    browser = await logInBrowser(world, ROOT)
    token = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
    world.advance(601)
  })
  afterAll(() => world.close())

  const granting = DECLARED.filter(({ grants }) => grants === true)

  test('operations that grant access exist for every method', () => {
    expect(granting.length).toBeGreaterThan(40)
    expect(new Set(granting.map(({ method }) => method)).size).toBe(4)
  })

  test.each(granting)('$method $path requires it before it reads the body', async ({ method, path }) => {
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    const byToken = await world.call(method, url, { token })
    const inBrowser = await browser.call(method, url)
    expect([byToken.status, byToken.body.code, byToken.body.step_up]).toEqual([
      401,
      'step_up_required',
      ['password', 'login'],
    ])
    expect([inBrowser.status, inBrowser.body.code, inBrowser.body.step_up]).toEqual([
      401,
      'step_up_required',
      ['password'],
    ])
  })
})

test('every command that grants access is in the test of ended credentials', () => {
  const sources = files.filter(({ path }) => path.startsWith('services/wallet/src/') && !path.endsWith('.test.ts'))
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/= defineGrant\(\{\s*name: '([\w-]+)'/g)].map(([, name]) => name),
  )
  const asked = [...OF_ACCOUNT, ...OF_ADMINISTRATOR].map(({ name }) => name)
  expect(names.length).toBeGreaterThan(18)
  expect(names.filter((name = '') => !asked.includes(name))).toEqual([])
})
