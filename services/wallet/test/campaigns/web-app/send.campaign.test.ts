import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLnurlService } from '../../world/lnurl-service.ts'
import {
  amountField,
  ask,
  axeAtRest,
  countTaps,
  expectNotHacked,
  fill,
  give,
  HOSTILE,
  SIZES,
  sentCount,
  smallTargets,
  spoken,
} from './money-steps.ts'
import { type AppVisits, openAppVisits, overflowOf } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('a pasted invoice is paid after three taps, and announced once', async () => {
    const page = await app.visitAs(`payer-${size}`, '/', options)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await fill(page)
    const { bolt11 } = await app.world.foreignInvoice(2_000_000, { description: 'Bicycle repair' })
    await page.evaluate(`navigator.clipboard.writeText('lightning:${bolt11.toUpperCase()}')`)
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Send' }))
    await taps.tap(page.getByRole('button', { name: 'Paste' }))
    const button = page.getByRole('button', { name: 'Pay 2,000 sat' })
    await button.waitFor()
    await page.getByText('at most').waitFor()
    expect([await page.getByRole('checkbox').count(), await page.getByText('Bicycle repair').count()]).toEqual([0, 1])
    expect([await axeAtRest(page), await overflowOf(page), await smallTargets(page)]).toEqual([[], 0, []])
    await taps.tap(button)
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    expect(taps.count).toBe(3)
    expect((await spoken(page)).filter((text) => text === 'Paid: 2,000 sat')).toHaveLength(1)
    expect([await sentCount(page), await axeAtRest(page)]).toEqual([1, []])
    await page.reload()
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    expect(await sentCount(page)).toBe(1)
  })

  test('an address that was paid before takes four taps', async () => {
    const lnurl = await openLnurlService(app.world)
    const page = await app.visitAs(`again-${size}`, '/send', options)
    await fill(page)
    await give(page, `alice@${lnurl.host}`)
    await amountField(page).fill('21')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Pay 21 sat' }).click()
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    await page.goto(`${app.url}/app/`)
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Send' }))
    await taps.tap(page.getByRole('button', { name: `alice@${lnurl.host}` }))
    await amountField(page).fill('34')
    expect([await axeAtRest(page), await smallTargets(page)]).toEqual([[], []])
    await taps.tap(page.getByRole('button', { name: 'Go on' }))
    await taps.tap(page.getByRole('button', { name: 'Pay 34 sat' }))
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    expect([taps.count, await sentCount(page)]).toEqual([4, 2])
  })
})

test('each kind of pasted text leads to its screen or to its error', async () => {
  const lnurl = await openLnurlService(app.world)
  const page = await app.visitAs('reader', '/send')
  await fill(page)
  const { bolt11 } = await app.world.foreignInvoice(1_000_000)
  const open = await app.world.foreignInvoice(undefined as unknown as number)
  const own = await ask(page, 'POST', '/api/v1/payments', { out: false, amount: 7 })
  const onchain = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const pay = /^Pay 1,000 sat/
  const texts: readonly (readonly [string, RegExp])[] = [
    [bolt11, pay],
    [bolt11.toUpperCase(), pay],
    [`lightning:${bolt11}`, pay],
    [`bitcoin:${onchain}?amount=0.00001&lightning=${bolt11}`, pay],
    [`\u00a0${bolt11}\u200b\n`, pay],
    [bolt11.match(/.{1,60}/g)?.join('\n') ?? '', pay],
    [`Please pay ${bolt11}, thank you!`, pay],
    // The link has named the amount: it is not asked for.
    [`bitcoin:${onchain}?amount=0.00000042&label=Shop&lightning=${open.bolt11}`, /^Pay 42 sat/],
    [`bitcoin:?amount=0.00000042&lightning=alice@${lnurl.host}`, /^Pay 42 sat/],
    [`bitcoin:?amount=1&lightning=alice@${lnurl.host}`, /which the payee does not take/],
    [`bitcoin:${onchain}?amount=0.00002&lightning=${bolt11}`, /asks for 2,?000 sat, but 1,?000 sat/],
    [`${bolt11} alice@${lnurl.host}`, /several things that can be paid/],
    [encodeLnurl(lnurl.url('/pay')), /^Go on$/],
    [`lnurlp://${lnurl.host}/pay`, /^Go on$/],
    [`lnurlw://${lnurl.host}/withdraw`, /^Take it$/],
    [`keyauth://${lnurl.host}/login?tag=login&k1=${'ab'.repeat(32)}`, /^Log in there$/],
    [`alice@${lnurl.host}`, /^Go on$/],
    [`₿alice@${lnurl.host}`, /^Go on$/],
    [
      'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg',
      /BOLT 12/,
    ],
    [onchain, /bitcoin address/],
    [open.bolt11, /^Go on$/],
    [own.bolt11, /your own/],
    ['what is this', /nothing that can be paid/],
  ]
  for (const [text, expected] of texts) {
    await page.goto(`${app.url}/app/send`)
    await give(page, text)
    if (expected.source.startsWith('^')) {
      await page.waitForURL(/send\/\w/)
      await page.getByRole('button', { name: expected }).waitFor()
    } else await page.getByRole('alert').filter({ hasText: expected }).waitFor()
    expect([text, await overflowOf(page)]).toEqual([text, 0])
  }
  expect(await sentCount(page)).toBe(0)
})

test('a failed payment says that no money was taken, and can be retried', async () => {
  const page = await app.visitAs('unlucky', '/send')
  await fill(page)
  const { bolt11, hash } = await app.world.foreignInvoice(1_000_000)
  await app.world.node.sendControl('POST /script', { match: { hash }, pay: [{ do: 'fail' }, { do: 'settle' }] })
  await give(page, bolt11)
  await page.getByRole('button', { name: 'Pay 1,000 sat' }).click()
  await page.getByRole('heading', { name: 'Not paid' }).waitFor()
  await page.locator('main').getByText('Nothing was taken from your wallet.', { exact: true }).waitFor()
  expect((await spoken(page)).filter((text) => text.startsWith('Not paid'))).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Pay 1,000 sat' }).click()
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  const { balance } = await ask(page, 'GET', '/api/v1/wallet')
  expect(balance).toBe(9_000_000)
})

test('a request that never arrived is sent again under its key, and pays once', async () => {
  const page = await app.visitAs('tunnel', '/send')
  await fill(page)
  const { bolt11 } = await app.world.foreignInvoice(1_000_000)
  await give(page, bolt11)
  await page.getByRole('button', { name: 'Pay 1,000 sat' }).waitFor()
  await page.route(/\/api\/v1\/payments\?wallet_id/, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Pay 1,000 sat' }).click()
  await page.getByRole('heading', { name: 'On its way' }).waitFor()
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: 15_000 })
  expect(await sentCount(page)).toBe(1)
})

test('an amount above the balance cannot be paid', async () => {
  const page = await app.visitAs('poor', '/send')
  const { bolt11 } = await app.world.foreignInvoice(1_000_000)
  await give(page, bolt11)
  await page.getByRole('alert').filter({ hasText: 'more than you have' }).waitFor()
  expect(await page.getByRole('button', { name: 'Pay 1,000 sat' }).isDisabled()).toBe(true)
})

test('the message of the payee is shown as text, and its link shows the domain', async () => {
  const lnurl = await openLnurlService(app.world)
  const page = await app.visitAs('guest', '/send')
  await fill(page)
  const actions = [
    { tag: 'message', message: '<b>Thank you</b>' },
    { tag: 'url', description: 'Your <i>ticket</i>', url: lnurl.url('/ticket') },
  ]
  for (const successAction of actions) {
    lnurl.payAnswer = { successAction }
    await page.goto(`${app.url}/app/send`)
    await give(page, `alice@${lnurl.host}`)
    await amountField(page).fill('5')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Pay 5 sat' }).click()
    await page.getByText(successAction.message ?? successAction.description ?? '', { exact: true }).waitFor()
  }
  const link = page.getByRole('link', { name: `Open ${lnurl.host}` })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    lnurl.url('/ticket'),
    'noopener noreferrer',
  ])
})

test('a voucher is redeemed, and an LNURL log-in at another site works', async () => {
  const lnurl = await openLnurlService(app.world)
  const page = await app.visitAs('winner', '/send')
  await give(page, encodeLnurl(lnurl.url('/withdraw')))
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByRole('heading', { name: 'On its way' }).waitFor()
  expect(lnurl.handedOver).toHaveLength(1)
  const payer = await app.world.openWallet(100)
  expect((await app.world.send(payer, lnurl.handedOver.at(-1) ?? '')).status).toBe(201)
  await page.getByRole('heading', { name: 'Received' }).waitFor()
  await page.goto(`${app.url}/app/send`)
  await give(page, `keyauth://${lnurl.host}/login?tag=login&k1=${'ab'.repeat(32)}`)
  await page.getByRole('button', { name: 'Log in there' }).click()
  await page.getByRole('heading', { name: `You are logged in at ${lnurl.host}` }).waitFor()
  expect(lnurl.loggedIn).toHaveLength(1)
})

test('a memo of a stranger is text in the confirmation', async () => {
  const page = await app.visitAs('careful', '/send')
  await fill(page)
  for (const description of HOSTILE) {
    const { bolt11 } = await app.world.foreignInvoice(1_000_000, { description })
    await page.goto(`${app.url}/app/send`)
    await give(page, bolt11)
    await page.getByRole('button', { name: /^Pay 1,000/ }).waitFor()
    expect([await page.locator('.send-found p').textContent(), await overflowOf(page)]).toEqual([description, 0])
  }
  await expectNotHacked(page)
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(/lnbc|hacked/)
})
