import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPhoenixdPeer, type PhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LNURLP } from '../../../../../extensions/lnurlp/lnurlp.ts'
import { runScript } from '../../world/run-script.ts'
import { ask, countTaps, fill, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { looksClean } from './page-steps.ts'

/** Longer than the proof of a log-in is valid. */
const STALE_SECONDS = 20 * 60
const BOSS = { username: 'boss', password: PASSWORD }

let app: AppVisits
let folder: string
/** Another node, to which the operator migrates in the evening. */
let peer: PhoenixdPeer
/** The operator's, from the set-up to the evening: one test follows the other. */
let page: Page

const isClean = (name: string): Promise<void> => looksClean(page, `${name}-${page.viewportSize()?.width ?? 0}`)

async function open(path: string, heading: string): Promise<void> {
  await page.goto(`${app.url}/app${path}`)
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
}

/** The dialog that asks the user to confirm their identity. */
async function stepUp(): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** An answer of the start page of administration. */
const tileSays = (tile: string, text: string): Promise<void> =>
  page.getByRole('region', { name: tile, exact: true }).getByText(text, { exact: true }).waitFor()

/** The link on the screen: the browser of a test cannot read what was copied. */
const listen = (path: string): Promise<string> =>
  page
    .waitForResponse((answer) => answer.url().includes(path) && answer.request().method() === 'POST')
    .then(async (answer) => {
      const { pathname, hash } = new URL(((await answer.json()) as { url: string }).url)
      return pathname.replace('/app', '') + hash
    })

/** Pays 100 sat to another node in the browser's session. Returns the code of the error, if there is one. */
async function refusalOfSending(): Promise<string | undefined> {
  const { bolt11 } = await app.world.foreignInvoice(100_000)
  const sent = { headers: { 'X-Satchel': 'app' }, data: { out: true, bolt11 } }
  const answer = await page.request.post(`${app.url}/api/v1/payments`, sent)
  return answer.ok() ? undefined : ((await answer.json()) as { code: string }).code
}

describe.each(SIZES)('an operator on a $size', ({ options }) => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-operator-'))
    peer = await openPhoenixdPeer()
    app = await openAppVisits({ SERVICE_DATA_FOLDER: folder }, { builtIns: [LNURLP] })
  })
  afterAll(async () => {
    await app?.leave()
    await app?.close()
    await peer?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    expect(await app.world.violations()).toEqual([])
  })

  test('in the morning the operator sets the service up by the link of the start', async () => {
    const token = readFileSync(join(folder, 'first-install-token'), 'utf8').trim()
    page = await app.visit(`/set-up#token=${token}`, options)
    await page.getByLabel('Username').fill(BOSS.username)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByRole('link', { name: 'Done', exact: true }).click()
    await page.getByText('Last payments', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Administration', exact: true }).click()
    await tileSays('Backup', 'There is no backup')
    await isClean('overview')
  })

  test('invites a person, and later helps with a forgotten password', async () => {
    await open('/admin/links', 'Invitations')
    const invitation = listen('/invitations')
    await page.getByRole('button', { name: 'Invite a person', exact: true }).click()
    const guest = await app.visit(await invitation, options)
    await guest.getByLabel('Username').fill('alice')
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Create', exact: true }).click()
    await guest.getByText('Last payments', { exact: true }).waitFor()
    await open('/admin/users', 'Users')
    await page.getByRole('link', { name: 'alice' }).click()
    const reset = listen('/reset-link')
    await page.getByRole('button', { name: 'Link for a new password', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Link for a new password', exact: true }).click()
    const again = await app.visit(await reset, options)
    await again.getByLabel('Password').fill(`${PASSWORD} 2`)
    await again.getByRole('button', { name: 'Save', exact: true }).click()
    await again.getByText('Log in as').waitFor()
  })

  test('halts payments with a reason, and lets them go on in three taps from the banner', async () => {
    await open('/admin/halt', 'Halted payments')
    await page.getByText('Payments go out as usual.').waitFor()
    await isClean('not-halted')
    await page.getByLabel('Why? The next operator reads it.').fill('The node is moved')
    await page.getByRole('button', { name: 'Halt payments', exact: true }).click()
    await page.getByText('The node is moved', { exact: true }).waitFor()
    await isClean('halted')
    app.world.advance(STALE_SECONDS)
    await open('/', 'Home')
    await page.getByRole('link', { name: 'Why payments are halted', exact: true }).waitFor()
    await isClean('home-halted')
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Why payments are halted', exact: true }))
    await taps.tap(page.getByRole('button', { name: 'Let them go on', exact: true }))
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
    await taps.tap(page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }))
    await page.getByText('Payments go out as usual.').waitFor()
    expect(taps.count).toBeLessThanOrEqual(3)
  })

  test('asks the node about a payment that hangs, and resolves it with the amount typed', async () => {
    await fill(page)
    const { bolt11, hash } = await app.world.foreignInvoice(100_000)
    await app.world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    await ask(page, 'POST', '/api/v1/payments', { out: true, bolt11 })
    app.world.advance(3 * 3600)
    await open('/admin/books', 'Books and payments')
    await page.getByRole('button', { name: 'Check the books now', exact: true }).click()
    await stepUp()
    await page.getByText('The books are right to the millisatoshi.', { exact: true }).waitFor()
    await page.getByRole('list', { name: 'Alarms', exact: true }).getByText('Payments were halted').waitFor()
    await isClean('books')
    await page.getByRole('button', { name: 'I have dealt with it: Payments were halted', exact: true }).click()
    await page.getByText('No open alarms', { exact: true }).waitFor()
    await page.getByRole('list', { name: 'Pending payments', exact: true }).getByText('for 3 hours').click()
    await page.getByRole('button', { name: 'Ask the node', exact: true }).click()
    await page.getByText('It may still arrive. Nothing has changed.').waitFor()
    await isClean('stuck')
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Unknown is not failed.').waitFor()
    const resolve = dialog.getByRole('button', { name: 'Resolve', exact: true })
    await dialog.getByLabel('Reason, for the audit log').fill('The node is gone')
    expect([await dialog.getByRole('radio', { checked: true }).count(), await resolve.isDisabled()]).toEqual([0, true])
    await dialog.getByRole('radio', { name: 'It was not paid' }).check()
    await resolve.click()
    await dialog.getByText('the node does not confirm it').waitFor()
    await isClean('resolve')
    const force = dialog.getByRole('button', { name: 'Resolve it without the node', exact: true })
    await dialog.getByLabel('Type the amount in satoshis').fill('1')
    expect(await force.isDisabled()).toBe(true)
    await dialog.getByLabel('Type the amount in satoshis').fill('100')
    await force.click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Failed: nothing was taken', { exact: true }).waitFor()
    expect((await ask(page, 'GET', '/api/v1/wallets'))[0].balance).toBe(10_000_000)
  })

  test('changes a setting, undoes the change, and finds it in the audit log', async () => {
    await open('/admin/settings', 'Settings')
    await page.getByRole('button', { name: 'Largest payment' }).waitFor()
    await isClean('settings')
    await page.getByRole('button', { name: 'Largest payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Largest payment (sat)', { exact: true }).fill('0')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('This must be at least 1.', { exact: true }).waitFor()
    await isClean('setting')
    await dialog.getByLabel('Largest payment (sat)', { exact: true }).fill('250000')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Largest payment' }).getByText('250,000 sat · changed here').click()
    await dialog.getByRole('button', { name: 'Undo the change made here', exact: true }).click()
    await page.getByRole('button', { name: 'Largest payment' }).getByText('as built in').waitFor()
    await open('/admin/audit', 'Audit log')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog.getByLabel('What', { exact: true }).selectOption({ label: 'Setting changed' })
    await dialog.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('button', { name: 'Filtered: 1', exact: true }).waitFor()
    await isClean('audit')
    await page.getByRole('list', { name: 'Audit log', exact: true }).getByText('Setting changed').first().click()
    await dialog.getByText('250,000 sat', { exact: true }).waitFor()
    await isClean('audit-line')
  })

  test('switches an app off for everybody and on again', async () => {
    await open('/admin/extensions', 'Apps of this service')
    await page.getByRole('list', { name: 'On this server', exact: true }).getByText('Pay links').waitFor()
    await isClean('apps')
    await page.getByRole('list', { name: 'On this server', exact: true }).getByText('Pay links').click()
    await page.getByRole('list', { name: 'What it may do', exact: true }).waitFor()
    await isClean('app')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Switch off for everybody', exact: true }).click()
    await dialog.getByRole('button', { name: 'Switch off for everybody', exact: true }).click()
    await page.getByText('Off for everybody', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Switch on for everybody', exact: true }).click()
    await dialog.getByRole('button', { name: 'Switch on for everybody', exact: true }).click()
    await page.getByText('On', { exact: true }).waitFor()
  })

  test('downloads a backup by a link for one use, restores it, and lets payments go on after reading why they wait', async () => {
    await open('/admin/backup', 'Backup')
    const never = page.getByText('Never', { exact: true })
    await page.getByText('Last backup', { exact: true }).waitFor()
    await never.waitFor()
    await isClean('backup')
    app.world.advance(STALE_SECONDS)
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a backup', exact: true }).click()
    await stepUp()
    const file = await begun
    expect(file.suggestedFilename()).toMatch(/^satchel-backup-.*\.tar\.gz$/)
    expect(readFileSync(await file.path()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    expect((await page.request.get(file.url())).status()).toBe(400)
    await never.waitFor({ state: 'detached' })
    await open('/admin', 'Administration')
    await tileSays('Backup', 'Backed up, but no restore has been tried in the last weeks')
    await isClean('overview-backed-up')

    const later = await app.world.foreignInvoice(300_000)
    await ask(page, 'POST', '/api/v1/payments', { out: true, bolt11: later.bolt11 })
    await open('/', 'Home')
    await page.getByText('9,700', { exact: true }).waitFor()
    const archive = await file.path()
    await app.restart(async ({ url }) => {
      const env = { SERVICE_DATA_FOLDER: folder, SERVICE_DATABASE_URL: url }
      const { code, said } = await runScript('restore', [archive, '--force'], env)
      expect([code, said]).toEqual([0, expect.stringContaining('the books are right')])
    })
    await open('/', 'Home')
    await page.getByText('10,000', { exact: true }).waitFor()
    await isClean('home-restored')
    await page.getByRole('link', { name: 'Why payments are halted', exact: true }).click()
    await page.getByText(/^A backup of .* was restored/).waitFor()
    await isClean('restored')
    expect(await refusalOfSending()).toBe('payments_halted')
    await page.getByRole('button', { name: 'Let them go on', exact: true }).click()
    await page.getByText('Payments go out as usual.').waitFor()
    expect(await refusalOfSending()).toBeUndefined()
  })

  test('moves to another node: tries it, uses it, restarts, and sees its name', async () => {
    const { PHOENIXD_API_ENDPOINT: address = '', PHOENIXD_API_PASSWORD: password = '' } = peer.env
    await open('/admin/node', 'Lightning node')
    await page.getByText('Built in', { exact: true }).waitFor()
    await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'phoenixd' })
    await page.getByLabel('Address (URL)', { exact: true }).fill(address)
    await page.getByLabel('Password of the node', { exact: true }).fill('a wrong one')
    await page.getByLabel('Also pay, although the node cannot limit fees', { exact: true }).check()
    await isClean('node-form')
    app.world.advance(STALE_SECONDS)
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await stepUp()
    await page.getByText('PHOENIXD_API_PASSWORD: phoenixd refuses it').waitFor()
    await page.getByLabel('Password of the node', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await page.getByText('The node answers. Nothing was stored yet.', { exact: true }).waitFor()
    await page.getByText('40 sat', { exact: true }).waitFor()
    await isClean('node-tried')
    await page.getByRole('button', { name: 'Use this node', exact: true }).click()
    await isClean('node-use')
    await page.getByRole('dialog').getByRole('button', { name: 'Use this node', exact: true }).click()
    await page.getByText('Restart the service now. Until then it uses the node above.', { exact: true }).waitFor()
    expect(await page.getByLabel('Password of the node', { exact: true }).count()).toBe(0)
    await isClean('node-stored')
    await app.restart()
    await open('/admin/node', 'Lightning node')
    await page.getByText('A super user, here', { exact: true }).waitFor()
    await page.getByText('Simulated node, no real money', { exact: true }).first().waitFor()
    await page.getByText(peer.node.own.nodeKey, { exact: true }).waitFor()
    await isClean('node-in-use')
    await page.getByRole('button', { name: 'Do not ask the node before any more', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Do not ask the node before any more', exact: true }).click()
    await page.getByText('Restart the service now. Until then it uses the node above.', { exact: true }).waitFor()
    await open('/admin/audit', 'Audit log')
    await page.getByRole('list', { name: 'Audit log', exact: true }).getByText('Former node removed').waitFor()
    await page.getByRole('list', { name: 'Audit log', exact: true }).getByText('Node chosen').waitFor()
  })
})
