import { readFileSync } from 'node:fs'
import type { DescribedAction } from '@satchel/extension-sdk/owner/owner-description'
import { WATCHONLY } from '@satchel/extensions/watchonly/watchonly'
import { ROOT, ZPUB } from '@satchel/extensions/watchonly/world/sample-keys'
import { Transaction } from '@scure/btc-signer'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { collectPsbt, psbtToCodes } from '../../../../../apps/web/src/places/extension/psbt/psbt-codes.ts'
import { CAMERA_ARGUMENTS, film } from './camera-film.ts'
import { fillIn } from './extension-steps.ts'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { button, go, inDialog, isClean, picture } from './page-steps.ts'

const [TXID, ADDRESS] = ['ab'.repeat(32), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu']

let app: AppVisits

beforeAll(async () => {
  film(undefined)
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })
  app = await openAppVisits({}, { builtIns: [WATCHONLY], browserArguments: CAMERA_ARGUMENTS })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/** Opens the page of a vault, and the form that writes a transaction, and sends it. */
async function prepareTransaction(page: Page): Promise<void> {
  await ask(page, 'POST', '/api/v1/extension', { ext_id: 'watchonly' })
  const { id } = await ask(page, 'POST', '/watchonly/api/v1/', { title: 'Vault', masterpub: ZPUB })
  const { actions } = (await ask(page, 'GET', '/api/v1/extension/watchonly/description')) as {
    actions: readonly DescribedAction[]
  }
  const fields = actions.find((one) => one.id === 'psbt')?.fields ?? []
  await go(page, `/apps/watchonly/${id}`)
  await button(page, 'Prepare a transaction').click()
  const coin = { txid: TXID, vout: '0', amount: '100000', branch_index: '0', address_index: '0' }
  const order = { outputs: [{ address: ADDRESS, amount: '60000' }], fee_rate: '2', coins: [coin] }
  await fillIn(page.getByRole('dialog'), fields, order)
  await inDialog(page, 'Prepare a transaction').click()
  await page.getByRole('img', { name: /^Code of the PSBT, part / }).waitFor()
}

/** The parts of the QR code that a signer's camera reads from the screen. */
async function readFromScreen(page: Page): Promise<Uint8Array> {
  const collector = collectPsbt()
  if ((await button(page, 'Pause').count()) > 0) await button(page, 'Pause').click()
  for (let part = 0; part < 20; part += 1) {
    const picture = await page.getByRole('img', { name: /^Code of the PSBT/ }).screenshot()
    const [code] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
    const psbt = collector.take(code?.text ?? '')
    if (psbt !== undefined) return psbt
    await button(page, 'Next part').click()
  }
  throw new Error('the codes say no PSBT')
}

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('an unsigned PSBT is shown as codes, and the signed one is scanned back', async () => {
    const page = await app.visitAs(`vault-${size}`, '/', options)
    await page.context().grantPermissions(['camera'])
    await prepareTransaction(page)
    await button(page, 'Pause').waitFor()
    await isClean(page)
    await picture(page, `psbt-${size}`)
    const transaction = Transaction.fromPSBT(await readFromScreen(page))
    expect([transaction.inputsLength, transaction.getOutputAddress(0)]).toEqual([1, ADDRESS])
    transaction.sign(ROOT.derive("m/84'/0'/0'/0/0").privateKey ?? new Uint8Array())
    film(psbtToCodes(transaction.toPSBT()))
    await inDialog(page, 'Done').click()
    await button(page, 'Read a signed PSBT').click()
    await button(page, 'Scan the codes of a signed PSBT').click()
    await page.getByText('The PSBT is read').waitFor()
    await isClean(page)
    await inDialog(page, 'Read a signed PSBT').click()
    transaction.finalize()
    await page.getByRole('dialog').getByText(transaction.id).first().waitFor()
  })
})

test('with reduced motion the parts are stepped through by hand, by keyboard, too (16)', async () => {
  const page = await app.visitAs('calm', '/', { reducedMotion: 'reduce' })
  await prepareTransaction(page)
  await button(page, 'Show the parts in turn').waitFor()
  const next = button(page, 'Next part')
  await next.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: /^Code of the PSBT, part 2 of / }).waitFor()
  await button(page, 'Previous part').click()
  await page.getByRole('img', { name: /^Code of the PSBT, part 1 of / }).waitFor()
  expect((await readFromScreen(page)).length).toBeGreaterThan(160)
})

test('the scanner names a code that is no PSBT and says what to choose, and accepts a whole PSBT in one code', async () => {
  const page = await app.visitAs('signer', '/', {})
  await page.context().grantPermissions(['camera'])
  await prepareTransaction(page)
  const transaction = Transaction.fromPSBT(await readFromScreen(page))
  transaction.sign(ROOT.derive("m/84'/0'/0'/0/0").privateKey ?? new Uint8Array())
  await inDialog(page, 'Done').click()
  await button(page, 'Read a signed PSBT').click()
  for (const [code, said] of [
    ['B$2P0100OVGZ4YQPAAAAAAAA', /shows BBQr, .+ Choose UR there/],
    ['UR:CRYPTO-ACCOUNT/OEADCYCWMWOLGUAOLYTAADDLOE', /UR of the type crypto-account, which is no PSBT/],
    [`0200000001${'ab'.repeat(80)}`, /finished transaction, no longer a PSBT/],
    ['https://pay.example/somewhere', /This code is no PSBT/],
  ] as const) {
    film([code])
    await button(page, 'Scan the codes of a signed PSBT').click()
    await page.getByText(said).waitFor()
    await button(page, 'Stop scanning').click()
  }
  film([Buffer.from(transaction.toPSBT()).toString('base64')])
  await button(page, 'Scan the codes of a signed PSBT').click()
  await page.getByText('The PSBT is read').waitFor()
  film(['B$2P0100OVGZ4YQPAAAAAAAA'])
  await go(page, '/scan')
  await page.getByText('This is a code of a signing device (BBQr)').waitFor()
})
