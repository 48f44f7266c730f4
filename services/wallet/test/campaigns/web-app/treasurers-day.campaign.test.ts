import { NWCPROVIDER } from '@satchel/extensions/nwcprovider/nwcprovider'
import { WITHDRAW } from '@satchel/extensions/withdraw/withdraw'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLnurlService } from '../../world/lnurl-service.ts'
import { writeDirectly } from '../../world/write-directly.ts'
import { amountField, ask, countTaps, fill, give, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, PHONE } from './open-app-visits.ts'
import { button, go, inDialog, isClean, rowOf } from './page-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({}, { builtIns: [NWCPROVIDER, WITHDRAW] })
})
afterEach(async () => {
  await app.leave()
  expect(await app.world.violations()).toEqual([])
})
afterAll(() => app?.close())

/** Names are for one visit. */
let visits = 0

const payable = async (sats: number): Promise<string> => (await app.world.foreignInvoice(sats * 1000)).bolt11

/** An account with a wallet that is called Household. */
async function openTreasurer(name: string, options: object = PHONE): Promise<Page> {
  visits += 1
  const page = await app.visitAs(`${name}-${visits}`, '/', options)
  await ask(page, 'PUT', '/api/v1/wallet', { name: 'Household' })
  await fill(page)
  return page
}

describe.each(SIZES)('a treasurer on a $size', ({ options }) => {
  test('shares the household wallet in four taps; the right to pay is given, used, and taken back', async () => {
    const owner = await openTreasurer('anna', options)
    const [anna, name] = [`anna-${visits}`, `ben-${visits}`]
    const guest = await app.visitAs(name, '/', options)
    await guest.getByRole('heading', { level: 1 }).waitFor()
    const taps = countTaps(owner)
    await taps.tap(owner.getByRole('link', { name: 'More', exact: true }))
    await taps.tap(owner.getByRole('link', { name: 'People Share a wallet' }))
    await owner.getByLabel('Username of the person').fill(name.toUpperCase())
    await taps.tap(owner.getByRole('checkbox', { name: 'Send money from it' }))
    await isClean(owner)
    await taps.tap(button(owner, 'Invite'))
    await owner.getByText(`${name} is invited`).waitFor()
    expect(taps.count).toBe(4)
    const ben = owner.getByRole('main').getByRole('button').filter({ hasText: name })
    await ben.filter({ hasText: 'May look in, receive, and pay · has not answered yet' }).waitFor()
    await isClean(owner)

    await go(guest, '/wallets')
    await guest.getByRole('heading', { name: `${anna} wants to share the wallet “Household” with you` }).waitFor()
    await isClean(guest)
    await button(guest, 'Accept').click()
    await rowOf(guest, 'Household').click()
    await guest.getByRole('main').getByRole('button', { name: 'Send' }).click()
    await give(guest, await payable(300))
    await guest.getByRole('button', { name: 'Pay 300 sat' }).click()
    await guest.getByRole('heading', { name: 'Paid', exact: true }).waitFor()

    await go(guest, '/send')
    const wallets = await ask(guest, 'GET', '/api/v1/wallets')
    const shared = wallets.find(({ name }: { name: string }) => name === 'Household')
    await give(guest, await payable(200))
    await guest.getByLabel('From wallet').selectOption(shared.id)
    const pay = guest.getByRole('button', { name: 'Pay 200 sat' })
    await pay.waitFor()
    await owner.reload()
    await ben.click()
    await owner.getByRole('dialog').getByRole('checkbox', { name: 'Send money from it' }).uncheck()
    await isClean(owner)
    await inDialog(owner, 'Save').click()
    await ben.filter({ hasText: 'May look in and receive' }).waitFor()
    await pay.click()
    await guest.getByText('You may not send from this wallet.').waitFor()
    await guest.getByText('Nothing was taken from your wallet.', { exact: true }).waitFor()
    expect(await ask(owner, 'GET', '/api/v1/payments?direction=out')).toHaveLength(1)

    await ben.click()
    await inDialog(owner, 'Take back the access').click()
    await owner.getByText('No other person has access yet.').waitFor()
    expect(await ask(guest, 'GET', '/api/v1/wallets')).toHaveLength(1)
    await owner.getByLabel('Username of the person').fill(name)
    await button(owner, 'Invite').click()
    await ben.waitFor()
    await go(guest, '/wallets')
    await button(guest, 'Decline').click()
    await guest.getByText('“Household” is declined').waitFor()
    await owner.getByLabel('Username of the person').fill('unknown-user')
    await button(owner, 'Invite').click()
    await owner.getByText('There is no user with this name here.').waitFor()
    await isClean(owner)
  })

  test('makes a contact, pays it in four taps, and finds the payment by note, label and contact', async () => {
    const lnurl = await openLnurlService(app.world)
    const page = await openTreasurer('cora', options)
    await go(page, '/more')
    await rowOf(page, 'Contacts').click()
    await page.getByText('No contacts yet').waitFor()
    await isClean(page)
    await button(page, 'New contact').click()
    await page.getByLabel('Name', { exact: true }).fill('Corner bakery')
    await page.getByLabel('Lightning address or pay link').fill('not an address')
    await inDialog(page, 'Save').click()
    await page.getByText('This is no Lightning address and no pay link.').waitFor()
    await isClean(page)
    await page.getByLabel('Lightning address or pay link').fill(`alice@${lnurl.host}`)
    await inDialog(page, 'Save').click()
    await rowOf(page, 'Corner bakery').waitFor()
    await page.getByLabel('Search contacts').fill('nothing like it')
    await page.getByText('No contact has these words').waitFor()

    await go(page, '/')
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Send' }))
    await taps.tap(page.getByRole('button', { name: 'Corner bakery' }))
    await amountField(page).fill('55')
    await page.getByText('Corner bakery', { exact: true }).waitFor()
    await taps.tap(page.getByRole('button', { name: 'Go on' }))
    await taps.tap(page.getByRole('button', { name: 'Pay 55 sat' }))
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    expect(taps.count).toBe(4)

    await go(page, '/activity')
    await rowOf(page, '−55 sat').click()
    await page.getByText('Corner bakery').first().waitFor()
    await button(page, 'Change note and labels').click()
    await page.getByLabel('Note', { exact: true }).fill('Rolls for the summer party')
    await page.getByLabel('Labels', { exact: true }).fill('party')
    await inDialog(page, 'Add').click()
    await page.getByLabel('Labels', { exact: true }).fill('food')
    await isClean(page)
    await inDialog(page, 'Save').click()
    await page.getByText('Rolls for the summer party').waitFor()
    await isClean(page)

    await go(page, '/activity')
    await page.getByRole('searchbox').fill('summer')
    await page.getByText('1 payment', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('')
    await button(page, 'Filter').click()
    await page.getByLabel('Label', { exact: true }).selectOption('food')
    await isClean(page)
    await inDialog(page, 'Show').click()
    await page.locator('.filter-words').getByText('food', { exact: true }).waitFor()
    await page.getByText('1 payment', { exact: true }).waitFor()
    await go(page, '/contacts')
    await rowOf(page, 'Corner bakery').click()
    await page.getByText('Last payment').waitFor()
    await isClean(page)
    await button(page, 'Payments with this contact').click()
    await page.locator('.filter-words').getByText('Corner bakery', { exact: true }).waitFor()
    await page.getByText('1 payment', { exact: true }).waitFor()
    await page.goBack()
    await button(page, 'Delete the contact').click()
    await inDialog(page, 'Delete the contact').click()
    await page.getByText('No contacts yet').waitFor()
  })
})

test('connects programs by presets, with a budget that holds, and revokes the token', async () => {
  const page = await openTreasurer('emma')
  const call = async (token: string, method: string, path: string, body?: object): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await fetch(`${app.url}/api/v1${path}`, { method, headers, ...sent })).status
  }
  const connect = async (name: string, preset: string, more = async (): Promise<void> => undefined) => {
    await page.getByRole('link', { name: 'Connect a program' }).click()
    await page.getByLabel('Which program').fill(name)
    await page.getByRole('radio', { name: new RegExp(`^${preset}`) }).check()
    await more()
    await isClean(page)
    await button(page, 'Create the token').click()
  }
  const takeToken = async (): Promise<string> => {
    await page.getByRole('heading', { name: 'The token is ready' }).waitFor()
    await isClean(page)
    const token = (await page.locator('.facts code').first().textContent()) ?? ''
    await page.getByRole('link', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(token)
    return token
  }
  await go(page, '/more')
  await rowOf(page, 'Connections').click()
  // More than five minutes after the log-in a token needs a new proof.
  app.world.advance(301)
  await connect('Web shop', 'Receive only')
  await page.getByRole('dialog').getByLabel('Password').fill('correct horse battery')
  await inDialog(page, 'Confirm').click()
  const shop = await takeToken()
  await connect('Gardener', 'Pay', async () => {
    await page.getByLabel('At most, fees included').fill('400')
  })
  const gardener = await takeToken()
  await connect('Bookkeeping', 'Read the history')
  const books = await takeToken()
  await connect('Own list', 'All rights', async () => {
    await page.getByLabel('Search rights').fill('List your contacts')
    await page.getByRole('checkbox', { name: 'List your contacts' }).check()
  })
  const own = await takeToken()

  const invoice = { out: false, amount: 5 }
  const bill = { out: true, bolt11: await payable(40) }
  const large = { out: true, bolt11: await payable(399) }
  expect([
    await call(shop, 'POST', '/payments', invoice),
    await call(shop, 'POST', '/payments', bill),
    await call(shop, 'GET', '/wallets'),
    await call(gardener, 'POST', '/payments', bill),
    await call(gardener, 'POST', '/payments', large),
    await call(books, 'GET', '/payments/paginated'),
    await call(books, 'POST', '/payments', invoice),
    await call(own, 'GET', '/contacts'),
  ]).toEqual([201, 403, 403, 201, 400, 200, 403, 200])

  await rowOf(page, 'Gardener').waitFor()
  await isClean(page)
  await rowOf(page, 'Gardener').click()
  await page.getByText('at most 400 sat a week').waitFor()
  await isClean(page)
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await inDialog(page, 'Revoke').click()
  await page.getByText('It has no token').waitFor()
  expect(await call(gardener, 'GET', '/wallets')).toBe(401)
  await button(page, 'End the connection').click()
  await inDialog(page, 'End the connection').click()
  await rowOf(page, 'Web shop').waitFor()
  await rowOf(page, 'Gardener').waitFor({ state: 'detached' })
})

test('withdraws an own invoice, which cannot be paid any more', async () => {
  const page = await openTreasurer('dora')
  const made = await ask(page, 'POST', '/api/v1/payments', { out: false, amount: 70, memo: 'By mistake' })
  await go(page, `/activity/${made.checking_id}`)
  await button(page, 'Withdraw the invoice').click()
  await isClean(page)
  await inDialog(page, 'Withdraw the invoice').click()
  await page.getByText('The invoice was withdrawn.').or(page.getByText('The invoice is withdrawn')).first().waitFor()
  await button(page, 'Withdraw the invoice').waitFor({ state: 'detached' })
  expect((await app.world.send(await app.world.openWallet(100), made.bolt11)).status).toBe(400)
})

test('sees the calls of webhooks, sends one again, and makes a short link', async () => {
  const page = await openTreasurer('fred')
  const [wallet] = await ask(page, 'GET', '/api/v1/wallets')
  await writeDirectly(
    app.world,
    `INSERT INTO deliveries (id, wallet_id, checking_id, url, body, state, attempts, last_status, last_error, created_at)
     VALUES ('call-${visits}', '${wallet.id}', 'x', 'https://shop.example/paid', '{}', 'given-up', 10, 500, 'HTTP 500', 1)`,
  )
  await go(page, `/wallets/${wallet.id}`)
  await rowOf(page, 'Webhooks').click()
  const delivery = page.getByRole('button').filter({ hasText: 'https://shop.example/paid' })
  await delivery.filter({ hasText: 'given up' }).waitFor()
  await button(page, 'Show the secret').click()
  await page.getByText('Public key').waitFor()
  await isClean(page)
  await delivery.click()
  await page.getByRole('dialog').getByText('10 attempts').waitFor()
  await isClean(page)
  await inDialog(page, 'Send again').click()
  await delivery.filter({ hasText: 'waits for its next attempt' }).waitFor()

  await go(page, `/wallets/${wallet.id}/links`)
  await page.getByLabel('Where it leads').fill('example.com')
  await button(page, 'Make a short link').click()
  await page.getByText('This is no web address.').waitFor()
  await page.getByLabel('Where it leads').fill('https://example.com/menu')
  await button(page, 'Make a short link').click()
  await page.getByRole('listitem').filter({ hasText: 'https://example.com/menu' }).waitFor()
  await isClean(page)
  await page.getByRole('button', { name: /^Delete the link/ }).click()
  await inDialog(page, 'Delete the link').click()
  await page.getByText('No short links yet.').waitFor()
})

test('sees what an app may still spend, stops it, and finds the connections of wallet apps', async () => {
  const page = await openTreasurer('gina')
  for (const id of ['nwcprovider', 'withdraw']) await ask(page, 'PUT', `/api/v1/extension/${id}`, { active: true })
  const voucher = { title: 'Gift', min_withdrawable: 10, max_withdrawable: 20, uses: 2 }
  await ask(page, 'POST', '/withdraw/api/v1/', voucher)
  await go(page, '/connections')
  const grant = page.getByRole('button').filter({ hasText: 'may still spend 40 sat, has spent 0 sat' })
  await grant.waitFor()
  await rowOf(page, 'Connections (NWC)').waitFor()
  await isClean(page)
  await grant.click()
  await isClean(page)
  await inDialog(page, 'Stop its spending').click()
  await page.getByRole('button').filter({ hasText: 'stopped, has spent 0 sat' }).waitFor()
  await rowOf(page, 'Connections (NWC)').click()
  await page.getByRole('heading', { level: 1, name: 'Connections (NWC)' }).waitFor()
})
