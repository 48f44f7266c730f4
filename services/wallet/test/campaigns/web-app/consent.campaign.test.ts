import { hash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { button, isClean } from './page-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/** A program on the user's device, which waits for the browser on a port (RFC 8252 §7.3). */
async function openProgram() {
  const arrivals: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname === '/connected') arrivals.push(url.searchParams)
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Till</title><h1>Back at the till</h1>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const verifier = randomBytes(32).toString('base64url')
  const fields = {
    response_type: 'code',
    client_id: 'Till of Ann',
    redirect_uri: `${origin}/connected`,
    scope: 'pay receive',
    state: 'state-of-the-till',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  }
  return {
    arrivals,
    fields,
    verifier,
    path: (more: Partial<typeof fields> = {}) => `/authorize?${new URLSearchParams({ ...fields, ...more }).toString()}`,
    /** The only other origin that the browser may visit is this program. */
    allow: (page: Page) => page.route(`${origin}/**`, (route) => route.continue()),
  }
}

test('a program gets a token: the person logs in, chooses wallet and budget, allows it, and ends it later', async () => {
  const program = await openProgram()
  await app.visitAs('ann', '/')
  const page = await app.visit(program.path())
  await program.allow(page)
  await page.getByLabel('Username').fill('ann')
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Log in').click()
  await page.getByText('calls itself').waitFor()
  expect(await page.getByText(program.fields.redirect_uri).count()).toBe(1)
  await isClean(page)
  expect(await button(page, 'Allow').isDisabled()).toBe(true)
  await page.getByLabel('At most, fees included').fill('500')
  await button(page, 'Allow').click()
  await page.getByRole('heading', { name: 'Back at the till' }).waitFor()
  const [arrived] = program.arrivals
  expect([arrived?.get('state'), arrived?.get('iss')]).toEqual(['state-of-the-till', app.url])
  const { body } = await app.world.call('POST', '/oauth/token', {
    body: {
      grant_type: 'authorization_code',
      code: arrived?.get('code'),
      client_id: program.fields.client_id,
      redirect_uri: program.fields.redirect_uri,
      code_verifier: program.verifier,
    },
  })
  const invoice = { token: body.access_token, body: { out: false, amount: 5 } }
  expect((await app.world.call('POST', '/api/v1/payments', invoice)).status).toBe(201)
  await page.goto(`${app.url}/app/connections`)
  await page.getByRole('link').filter({ hasText: 'Till of Ann' }).filter({ hasText: 'Receive only, Pay' }).click()
  await page.getByText(/at most 500 sats? a week/).waitFor()
  await isClean(page)
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('The token is revoked').waitFor()
  expect((await app.world.call('POST', '/api/v1/payments', invoice)).status).toBe(401)
})

test('a user who declines is redirected without a code; an invalid request is not redirected', async () => {
  const program = await openProgram()
  const page = await app.visitAs('emil', program.path())
  await program.allow(page)
  await button(page, 'Do not allow').click()
  await page.getByRole('heading', { name: 'Back at the till' }).waitFor()
  const [arrived] = program.arrivals
  expect([arrived?.get('error'), arrived?.has('code')]).toEqual(['access_denied', false])
  await page.goto(`${app.url}/app${program.path({ redirect_uri: 'javascript:alert(1)' })}`)
  await page.getByText('This request is not valid').waitFor()
  await page.getByText('redirect_uri: the answer may not be sent to this address.').waitFor()
  expect(await button(page, 'Allow').count()).toBe(0)
  await isClean(page)
})

const WRONG = {
  client_id: ['', 'client_id: the program does not say who it is.'],
  redirect_uri: ['http://elsewhere.example/', 'redirect_uri: the answer may not be sent to this address.'],
  scope: ['everything', 'scope: some of history, pay and receive are needed.'],
  code_challenge: ['short', 'code_challenge: is missing, or is not 43 letters'],
  code_challenge_method: ['plain', 'code_challenge_method: only S256 is accepted.'],
  response_type: ['token', 'response_type: only code is accepted.'],
  state: ['x'.repeat(3000), 'state: is too long.'],
} as const

test('each error of a request is explained, with the parameter that the program sent', async () => {
  const program = await openProgram()
  const page = await app.visitAs('fay', '/')
  for (const [name, [value, text]] of Object.entries(WRONG)) {
    await page.goto(`${app.url}/app${program.path({ [name]: value })}`)
    await page.getByRole('alert').getByText(text).waitFor()
    expect(await page.getByText('Check what you typed').count()).toBe(0)
  }
})
