import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/** An authenticator that answers at once, and a passkey of the account on it. */
async function addPasskey(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
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

test('a log-out leaves nothing of the person behind', async () => {
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
