import { reservePort } from '@satchel/outbound/world/reserve-port'
import { openRealBrowser, type RealBrowser } from '@satchel/page/world/real-browser'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Registered, register } from '../world/accounts/register.ts'
import { openWorld, type World } from '../world/open-world.ts'
import { DIALECTS } from '../world/test-database.ts'

let browser: RealBrowser

beforeAll(async () => {
  browser = await openRealBrowser()
})
afterAll(() => browser?.close())

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads fields of many shapes
  readonly body: any
}

/** A page of the service, in a browser with its own authenticator. */
interface Visit {
  readonly page: Page
  readonly cdp: CDPSession
  post(path: string, body?: object, token?: string): Promise<Answer>
  /** `navigator.credentials.create()` and `.get()` as a log-in page would call them; throws what the browser throws. */
  create(options: object): Promise<object>
  get(options: object): Promise<object>
  addAuthenticator(options: { verifiesUser: boolean }): Promise<string>
}

async function visit(origin: string): Promise<Visit> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/api/v1/health`)
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  /** As text, because it runs in the page. */
  const run = async (body: string, value: unknown) =>
    page.evaluate(`(async (value) => { ${body} })(${JSON.stringify(value)})`)
  return {
    page,
    cdp,
    post: async (path, body, token) =>
      (await run(
        `const headers = {}
         if (value.token) headers.Authorization = 'Bearer ' + value.token
         if (value.body) headers['Content-Type'] = 'application/json'
         const answer = await fetch('/api/v1/auth' + value.path, { method: 'POST', headers, body: value.body && JSON.stringify(value.body) })
         return { status: answer.status, body: await answer.json() }`,
        { path, body, token },
      )) as Answer,
    create: async (options) =>
      (await run(
        `const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(value)
         return (await navigator.credentials.create({ publicKey })).toJSON()`,
        options,
      )) as object,
    get: async (options) =>
      (await run(
        `const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(value)
         return (await navigator.credentials.get({ publicKey })).toJSON()`,
        options,
      )) as object,
    async addAuthenticator({ verifiesUser }) {
      const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: verifiesUser ? 'internal' : 'usb',
          hasResidentKey: verifiesUser,
          hasUserVerification: verifiesUser,
          isUserVerified: verifiesUser,
          automaticPresenceSimulation: true,
        },
      })
      return authenticatorId
    },
  }
}

describe.each(DIALECTS)('passkeys in a browser, on %s', (dialect) => {
  let world: World
  let origin: string
  let user: Registered
  beforeAll(async () => {
    const port = await reservePort()
    origin = `http://localhost:${port}`
    world = await openWorld({ dialect, env: { SERVICE_PUBLIC_URL: origin } })
    await world.app.listen({ host: '127.0.0.1', port })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    user = await register(world)
  })

  const addPasskey = async ({ post, create }: Visit) => {
    const options = await post('/passkeys/options', { password: user.password }, user.token)
    const passkey = await create(options.body)
    return post('/passkeys', { name: 'My browser', passkey }, user.token)
  }
  const logIn = async ({ post, get }: Visit) => post('/passkey', await get((await post('/passkey/options')).body))
  const whoIs = async (answer: Answer) =>
    (await world.call('GET', '/api/v1/auth', { token: answer.body.access_token })).body.username

  test('a registered passkey logs in without a username, again and again', async () => {
    const there = await visit(origin)
    await there.addAuthenticator({ verifiesUser: true })
    const added = await addPasskey(there)
    expect([added.status, added.body.name, added.body.recovery_codes.length]).toEqual([201, 'My browser', 10])
    for (let times = 0; times < 3; times += 1) {
      const login = await logIn(there)
      expect([login.status, await whoIs(login)]).toEqual([200, user.username])
    }
    // The browser rejects a second passkey for the same account.
    await expect(addPasskey(there)).rejects.toThrow('InvalidStateError')
    await there.page.context().close()
  })

  test('a security key without user verification is a second factor after the password, and no log-in alone', async () => {
    const there = await visit(origin)
    await there.addAuthenticator({ verifiesUser: false })
    expect((await addPasskey(there)).status).toBe(201)
    const refused = await there.post('', { username: user.username, password: user.password })
    expect([refused.status, refused.body.second_factor]).toEqual([401, ['passkey']])
    const { ticket } = refused.body
    const passkey = await there.get((await there.post('/passkey/options', { ticket })).body)
    const login = await there.post('/second-factor', { ticket, passkey })
    expect([login.status, await whoIs(login)]).toEqual([200, user.username])
    expect((await there.post('/second-factor', { ticket, passkey })).status).toBe(401)
    const alone = (await there.post('/passkey/options')).body
    await expect(there.get({ ...alone, timeout: 1000 })).rejects.toThrow('NotAllowedError')
    await there.page.context().close()
  })

  test('a copy of a passkey, whose counter is behind, is rejected', async () => {
    const there = await visit(origin)
    const authenticatorId = await there.addAuthenticator({ verifiesUser: true })
    await addPasskey(there)
    const { credentials } = await there.cdp.send('WebAuthn.getCredentials', { authenticatorId })
    const [copy] = credentials
    if (copy === undefined) throw new Error('the authenticator has no passkey')
    expect([(await logIn(there)).status, (await logIn(there)).status]).toEqual([200, 200])
    await there.cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: copy.credentialId })
    await there.cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy })
    expect((await logIn(there)).status).toBe(401)
    await there.page.context().close()
  })

  test('a page of another origin gets no passkey of this one', async () => {
    const there = await visit(origin)
    await there.addAuthenticator({ verifiesUser: true })
    await addPasskey(there)
    const options = (await there.post('/passkey/options')).body
    await there.page.goto(`${origin.replace('localhost', '127.0.0.1')}/api/v1/health`)
    await expect(there.get(options)).rejects.toThrow('SecurityError')
    await there.page.context().close()
  })
})
