import { openRealBrowser, type RealBrowser } from '@satchel/page/world/real-browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { type CrashStage, openCrashStage } from '../stages/crash-stage.ts'
import { ask, fill } from './money-steps.ts'
import { buildWebApp, PHONE, REGISTER } from './open-app-visits.ts'
import { type FixedDoor, openFixedDoor } from './open-fixed-door.ts'

let stage: CrashStage | undefined
let door: FixedDoor
let browser: RealBrowser
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  buildWebApp()
  door = await openFixedDoor(() => Number(new URL(stage?.service.url ?? 'http://127.0.0.1:9').port))
  env = { SERVICE_PUBLIC_URL: `http://localhost:${door.port}` }
  stage = await openCrashStage('sqlite', { env })
  browser = await openRealBrowser()
})
afterAll(async () => {
  await browser?.close()
  await door?.close()
  await stage?.close()
})

test.each([
  { ending: 'is paid', heading: 'Paid', call: 'POST /release', left: 9_000_000 },
  { ending: 'fails', heading: 'Not paid', call: 'POST /fail', left: 10_000_000 },
])(
  'the service is killed during a payment that $ending: on its way, then the truth, without a further tap',
  async ({ ending, heading, call, left }) => {
    const { foreignInvoice, restart, service } = stage as CrashStage
    const origin = `http://localhost:${door.port}`
    const { page } = await browser.visit(origin, '/app/welcome', { locale: 'en', ...PHONE })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(REGISTER(`mortal-${ending.replace(' ', '-')}`))
    await page.goto(`${origin}/app/send`)
    await fill(page)
    const { bolt11, hash } = await foreignInvoice(1_000_000)
    await service.sendControl('POST /script', { match: { hash }, pay: [{ do: 'barrier', name: hash }] })
    await page.getByRole('textbox').fill(bolt11)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Pay 1,000 sat' }).click()
    const atNode = async () => JSON.stringify(await (stage as CrashStage).truth()).includes(hash)
    await eventually('the node has the payment', atNode)
    await service.kill()
    await page.getByRole('heading', { name: 'On its way' }).waitFor()
    await page.waitForTimeout(4000)
    await page.getByRole('heading', { name: 'On its way' }).waitFor()
    await restart({ env })
    await (stage as CrashStage).service.sendControl(call, call === 'POST /release' ? { name: hash } : { hash })
    await page.getByRole('heading', { name: heading, exact: true }).waitFor({ timeout: 25_000 })
    const sent = await ask(page, 'GET', '/api/v1/payments?direction=out')
    const { balance } = await ask(page, 'GET', '/api/v1/wallet')
    expect([sent.length, balance]).toEqual([1, left])
    await (stage as CrashStage).expectSound()
    await page.context().close()
  },
)
