import { generateSecretKey } from 'nostr-tools/pure'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../world/accounts/register.ts'
import { signNostrLogin } from '../../world/accounts/sign-nostr-login.ts'
import { codeOf, openWithTotp } from '../../world/accounts/with-totp.ts'
import { openTestGithub, type TestGithub } from '../../world/providers/open-test-github.ts'
import { addAuthenticator } from './add-authenticator.ts'
import { ask, countTaps } from './money-steps.ts'
import { type AppVisits, DESK, openAppVisits, PASSWORD, PHONE } from './open-app-visits.ts'
import { tabTo } from './tab-to.ts'

let app: AppVisits
let github: TestGithub

beforeAll(async () => {
  github = await openTestGithub()
  github.user = { id: 1815, login: 'lovelace', name: 'Ada Lovelace' }
  app = await openAppVisits(github.env)
})
afterEach(() => app.leave())
afterAll(async () => {
  await app?.close()
  await github?.close()
})

const home = (page: Page): Promise<void> => page.getByText('Last payments').waitFor()

async function typePassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** The redirect to the provider is the only request to another origin. */
async function allowGithub(page: Page): Promise<void> {
  await page.context().route(`${github.url}/**`, (route) => route.continue())
}

/** An authenticator with a passkey of the account on it. */
async function addPasskey(page: Page): Promise<void> {
  await addAuthenticator(page)
  await page.evaluate(`(async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Satchel': 'app' }
    const post = async (path, body) => {
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    }
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await post('/api/v1/auth/passkeys/options', {}))
    const passkey = (await navigator.credentials.create({ publicKey })).toJSON()
    await post('/api/v1/auth/passkeys', { name: 'Phone', passkey })
  })()`)
}

async function logOut(page: Page): Promise<void> {
  await page.goto(`${app.url}/app/more`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
}

test('a passkey logs in with one tap, and after a password it is the second factor', async () => {
  const page = await app.visitAs('hedy', '/')
  await page.getByText('Last payments').waitFor()
  await addPasskey(page)
  await logOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('Last payments').waitFor()
  await logOut(page)
  await page.getByLabel('Username').fill('hedy')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  await page.getByText('Last payments').waitFor()
})

test('an account by a passkey alone: two taps, no password, and the passkey is the way back in', async () => {
  const page = await app.visit('/welcome')
  await addAuthenticator(page)
  const taps = countTaps(page)
  await taps.tap(page.getByRole('link', { name: 'Create account' }))
  const button = page.getByRole('button', { name: 'Use a passkey instead' })
  await button.click()
  expect(await page.evaluate('document.activeElement.name')).toBe('username')
  await page.getByLabel('Username').fill('lynn')
  await taps.tap(button)
  await home(page)
  expect(taps.count).toBe(2)
  expect(await ask(page, 'GET', '/api/v1/auth')).toMatchObject({ username: 'lynn', wallet_count: 1 })
  await logOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await home(page)
  const other = await app.visit('/create-account')
  await addAuthenticator(other)
  await other.getByLabel('Username').fill('Lynn')
  await other.getByRole('button', { name: 'Use a passkey instead' }).click()
  await other.getByRole('alert').filter({ hasText: 'taken' }).waitFor()
})

test('a log-out removes all data of the user', async () => {
  const page = await app.visitAs('ida', '/')
  await page.getByText('Last payments').waitFor()
  await logOut(page)
  const kept = await page.evaluate(`(async () => {
    const files = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) files.push(url)
    return JSON.stringify([localStorage, sessionStorage, files])
  })()`)
  expect(kept).not.toMatch(/ida|\/api\//)
  expect((await page.context().cookies()).filter(({ name }) => name.includes('satchel'))).toEqual([])
})

describe.each([
  { size: 'phone', options: PHONE },
  { size: 'desk', options: DESK },
])('on a $size', ({ options }) => {
  test('after the password, a code of an authenticator app or a recovery code opens the requested page', async () => {
    const user = await register(app.world)
    const { secret, recoveryCodes } = await openWithTotp(app.world, user)
    const page = await app.visit('/account/sessions', options)
    await typePassword(page, user.username, user.password)
    await page.getByLabel('Code of your authenticator app').fill(codeOf(app.world, secret).replace(/^.../, '$& '))
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { level: 1, name: 'Where you are logged in' }).waitFor()
    const other = await app.visit('/account/language', options)
    await typePassword(other, user.username, user.password)
    await other.getByLabel('Code of your authenticator app').fill('000000')
    await other.getByRole('button', { name: 'Go on' }).click()
    await other.getByRole('alert').waitFor()
    await other.getByRole('button', { name: 'Use a recovery code' }).click()
    await other.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await other.getByRole('button', { name: 'Go on' }).click()
    await other.getByRole('heading', { level: 1, name: 'Language' }).waitFor()
  })

  test('a browser extension with a Nostr key logs in', async () => {
    const key = generateSecretKey()
    const page = await app.visit('/welcome', options)
    await page
      .context()
      .exposeFunction('signForTest', (url: string) =>
        signNostrLogin(key, app.url, app.world.nowSeconds(), new URL(url).pathname as '/api/v1/auth/nostr'),
      )
    await page.context().addInitScript(`window.nostr = {
      signEvent: async ({ tags }) => JSON.parse(await signForTest(tags.find(([name]) => name === 'u')[1])),
    }`)
    await page.goto(`${app.url}/app/log-in`)
    await page.getByRole('button', { name: 'Log in with Nostr' }).click()
    await home(page)
  })

  test('an old account without a password is opened by its user id', async () => {
    const { userId } = await app.world.openWallet()
    const page = await app.visit('/log-in', options)
    await page.getByText('Other ways').click()
    await page.getByLabel('User ID').fill(userId)
    await page.getByRole('button', { name: 'Log in with the user ID' }).click()
    await home(page)
  })

  test('after the provider the requested page opens, and no URL contains a secret', async () => {
    const page = await app.visit('/account/appearance', options)
    await allowGithub(page)
    await page.getByRole('link', { name: 'Log in with GitHub' }).click()
    await page.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor()
    expect(page.url()).toBe(`${app.url}/app/account/appearance`)
    const second = await app.visit('/log-in', options)
    await allowGithub(second)
    await second.getByRole('link', { name: 'Log in with GitHub' }).click()
    await home(second)
    expect(second.url()).toBe(`${app.url}/app/`)
  })

  test('the log-in by keyboard alone: every stop is in sight and has a visible focus', async () => {
    await app.visitAs(`keys-${options.viewport.width}`, '/')
    const page = await app.visit('/welcome', options)
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    await tabTo(page, 'Log in')
    await page.keyboard.press('Enter')
    await page.getByLabel('Username').waitFor()
    await tabTo(page, 'Username')
    await page.keyboard.type(`keys-${options.viewport.width}`)
    await tabTo(page, 'Password')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await home(page)
  })

  test('an account is made by keyboard alone', async () => {
    const page = await app.visit('/welcome', options)
    await page.getByRole('link', { name: 'Create account' }).waitFor()
    await tabTo(page, 'Create account')
    await page.keyboard.press('Enter')
    await page.getByLabel('Username').waitFor()
    await tabTo(page, 'Username')
    await page.keyboard.type(`typed-${options.viewport.width}`)
    await tabTo(page, 'Password')
    await page.keyboard.type(PASSWORD)
    await tabTo(page, 'Create')
    await page.keyboard.press('Space')
    await home(page)
  })
})

test('if the account has a second factor, the log-in by a provider asks for it, then opens the requested page', async () => {
  github.user = { id: 1906, login: 'hopper' }
  const page = await app.visit('/account/security/log-in')
  await allowGithub(page)
  await page.getByRole('link', { name: 'Log in with GitHub' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ways to log in' }).waitFor()
  const secret = await setUpTotp(page)
  app.world.advance(60)
  await logOut(page)
  await page.goto(`${app.url}/app/account/money`)
  await page.getByRole('link', { name: 'Log in with GitHub' }).click()
  const code = page.getByLabel('Code of your authenticator app')
  await code.waitFor()
  expect(page.url()).toBe(`${app.url}/app/account/money`)
  await code.fill(codeOf(app.world, secret))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { level: 1, name: 'Currency and amounts' }).waitFor()
})

test('an account at a provider is linked and unlinked, and no URL contains the provider’s answer', async () => {
  github.user = { id: 1936, login: 'turing' }
  const page = await app.visitAs('alan', '/account/security/log-in')
  await allowGithub(page)
  await page.getByRole('button', { name: 'Link GitHub' }).click()
  await page.getByText('you can log in this way from now on').waitFor()
  expect(page.url()).toBe(`${app.url}/app/account/security`)
  await page.getByRole('link', { name: /^Ways to log in/ }).click()
  await page.getByRole('button', { name: 'Unlink GitHub' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
  await page.getByRole('status').getByText('No longer linked').waitFor()
})

/** Adds an authenticator on the account page; returns its secret. */
async function setUpTotp(page: Page): Promise<string> {
  await page.goto(`${app.url}/app/account/security/authenticator`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('Type this key into the app').click()
  const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code of your authenticator app').fill(codeOf(app.world, secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByLabel('I have kept them').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Remove the app' }).waitFor()
  return secret
}
