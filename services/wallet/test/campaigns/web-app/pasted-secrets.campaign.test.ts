import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SPLITPAYMENTS } from '../../../../../extensions/splitpayments/splitpayments.ts'
import { give } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({}, { builtIns: [SPLITPAYMENTS] })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const SEED = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const NODE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798@203.0.113.7:9735'
const PSBT = 'cHNidP8BAHECAAAAAaurq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAAD9////AmDqAAAAAAAA'

test('recovery words that are pasted into Send are not sent, and are removed from the screen', async () => {
  const page = await app.visitAs('newcomer', '/send')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await give(page, SEED)
  await page.getByText('These look like the recovery words of a wallet').waitFor()
  expect(await page.getByRole('textbox').first().inputValue()).toBe('')
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])'),
  ).not.toContain('abandon')
  expect(sent.filter((each) => each.includes('abandon'))).toEqual([])
})

test('Send names a text that cannot be paid, and says what to choose instead', async () => {
  const page = await app.visitAs('newcomer', '/send')
  for (const [text, says] of [
    [PSBT, 'This is a code of a signing device (PSBT)'],
    [NODE, 'This is the address of a Lightning node. Ask for an invoice or a Lightning address.'],
    ['lntb10u1pexample', 'This is nothing that can be paid.'],
  ] as const) {
    await give(page, text)
    await page.getByRole('alert').filter({ hasText: says }).waitFor()
  }
})

test.each([
  ['a contact', '/contacts', 'New contact', 'Lightning address or pay link'],
  ['a payout', '/apps/splitpayments/new', undefined, /: address$/],
] as const)(
  '%s keeps and sends no words of a wallet, and names what it cannot pay',
  async (_what, path, opens, label) => {
    const page = await app.visitAs('newcomer', '/apps/splitpayments')
    if (opens === undefined) await page.getByRole('button', { name: 'Switch on' }).click()
    await page.goto(`${app.url}/app${path}`)
    if (opens !== undefined) await page.getByRole('button', { name: opens }).first().click()
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    const field = page.getByLabel(label).first()
    await field.fill(SEED)
    await page.getByText('These look like the recovery words of a wallet').waitFor()
    expect(await field.inputValue()).toBe('')
    await field.fill(NODE)
    await page.getByText('This is the address of a Lightning node.').waitFor()
    expect(await field.getAttribute('data-refused')).not.toBeNull()
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])'),
    ).not.toContain('abandon')
    expect(sent.filter((each) => each.includes('abandon'))).toEqual([])
  },
)
