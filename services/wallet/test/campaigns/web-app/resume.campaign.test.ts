import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, axeAtRest } from './money-steps.ts'
import { type AppVisits, openAppVisits, overflowOf, PASSWORD, PHONE } from './open-app-visits.ts'
import { picture } from './page-steps.ts'

const ROOT = { username: 'root', password: PASSWORD }

let app: AppVisits
beforeAll(async () => {
  app = await openAppVisits({ SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

test('payments stay halted while the node differs: the page names the difference and the possible actions', async () => {
  const { world } = app
  const page = await app.visit('/log-in', PHONE)
  await page.getByLabel('Username').fill(ROOT.username)
  await page.getByLabel('Password').fill(ROOT.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('Last payments', { exact: true }).waitFor()
  await ask(page, 'PUT', '/api/v1/admin/halt', { halted: true, reason: 'stopped by the operator' })
  await page.goto(`${app.url}/app/admin/halt`)
  await page.getByText('An operator has halted payments by hand.', { exact: true }).waitFor()
  const resume = page.getByRole('button', { name: 'Let them go on', exact: true })

  await world.node.sendControl('POST /down', { mode: 'refuse' })
  await resume.click()
  await page.getByText('The node cannot be asked at the moment.').waitFor()
  await world.node.sendControl('POST /up')

  // The node has a payment with an id that a service like this one gave it, and the books do not have it.
  const { bolt11, hash } = await world.foreignInvoice(50_000)
  await world.tick()
  await world.tick()
  await world.node.pay({ bolt11, paymentHash: hash, feeLimitMsat: 1000n as never, attemptId: `${randomUUID()}/1` })
  await resume.click()
  await page.getByText('A payment of the node is not in the books', { exact: true }).waitFor()
  await page.getByText('The node has another balance than the books say', { exact: true }).waitFor()
  expect([await axeAtRest(page), await overflowOf(page)]).toEqual([[], 0])
  await picture(page, 'obstacles')

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Let them go on all the same', exact: true }).click()
  const force = dialog.getByRole('button', { name: 'Let them go on all the same', exact: true })
  await dialog.getByLabel('Type RISK to confirm', { exact: true }).fill('risk')
  expect([await force.isDisabled(), await axeAtRest(page)]).toEqual([true, []])
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('button', { name: 'I made this payment at the node', exact: true }).click()
  await dialog.getByLabel('Amount, without the fee (sat)', { exact: true }).fill('50')
  await dialog.getByLabel('Reason, for the audit log', { exact: true }).fill('Paid by hand')
  await dialog.getByRole('button', { name: 'I made this payment at the node', exact: true }).click()
  await page.getByText('The payment is booked', { exact: true }).waitFor()
  await resume.click()
  await page.getByText('Payments go out as usual.', { exact: true }).waitFor()
  expect(await world.violations()).toEqual([])
})
