import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { runScript } from '../../test/world/run-script.ts'
import { DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'

const NOT_THE_NODE = 'This does not compare them with the node: the service does that while it runs.\n'

describe.each(DIALECTS)('npm run audit beside the service, on %s', (dialect) => {
  let world: World
  let place: TestDatabase
  beforeAll(async () => {
    world = await openWorld({ dialect })
    await world.restart({}, (found) => {
      place = found
    })
  })
  afterAll(() => world.close())

  const audit = () => runScript('audit', [], { SERVICE_DATABASE_URL: place.url, SERVICE_DATA_FOLDER: place.folder })

  test('the audit reports what it has read, and that this proves nothing about the node', async () => {
    const [payer, payee] = [await world.openWallet(10), await world.openWallet()]
    await world.send(payer, (await world.invoice(payee, 5)).payment_request)
    // Adjustment, and both halves of the transfer; the payment of either side.
    expect(await audit()).toEqual({ code: 0, said: `The books add up: 3 postings, 2 payments.\n${NOT_THE_NODE}` })
  })

  test('the audit reports violations, and exits with 1', async () => {
    const wallet = await world.openWallet(7)
    await writeDirectly(world, `UPDATE balances SET available_msat = 8000 WHERE wallet_id = '${wallet.id}'`)
    const { code, said } = await audit()
    expect([code, said.split('\n').slice(-3)]).toEqual([
      1,
      ['2 violations: 4 postings, 2 payments.', NOT_THE_NODE.trim(), ''],
    ])
    expect(said).toContain(`B2 ${wallet.id}: available 8000 but postings say 7000\n`)
    await writeDirectly(world, `UPDATE balances SET available_msat = 7000 WHERE wallet_id = '${wallet.id}'`)
  })
})
