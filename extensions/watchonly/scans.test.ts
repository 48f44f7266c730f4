import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { deriveAddress } from './derive-address.ts'
import { readMasterKey } from './read-master-key.ts'
import { WATCHONLY } from './watchonly.ts'
import { type FakeEsplora, openFakeEsplora } from './world/fake-esplora.ts'
import { ROOT, tpubAt } from './world/sample-keys.ts'

const PATH = "m/84'/1'/0'"
const KEYS = { p2wpkh: `wpkh([${ROOT.fingerprint.toString(16).padStart(8, '0')}/84h/1h/0h]${tpubAt(PATH)}/<0;1>/*)` }
const ELSEWHERE = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

describe.each(LOGIC_DIALECTS)('a watch-only wallet with an explorer, on %s', (dialect) => {
  let explorer: FakeEsplora
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    explorer = await openFakeEsplora('regtest')
    const env = { SERVICE_EXPLORER_URLS: `regtest=${explorer.url}/` }
    world = await openWorld({ dialect, builtIns: [WATCHONLY], env })
    owner = await world.openWallet()
    await activateExtension(world, owner, 'watchonly')
  })
  afterAll(async () => {
    await world.close()
    await explorer.stop()
  })

  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    world.call(method, `/watchonly/api/v1/${path}`, { key: owner.adminKey, body })
  const make = async (masterpub: string, more: { type?: string; gap_receive?: number; gap_change?: number } = {}) => {
    const answer = await ask('POST', '', { title: 'Savings', masterpub, network: 'regtest', ...more })
    expect(answer).toMatchObject({
      status: 201,
      body: { balance: 0, pending: 0, gap_receive: 20, gap_change: 5, ...more },
    })
    const master = readMasterKey({ masterpub, network: 'regtest', type: more.type })
    const at = (branch: number, index: number): string => deriveAddress(master, branch, index).address
    return { id: String(answer.body.id), at }
  }

  test('a scan finds payments up to the gap limits, also to addresses that others have given out', async () => {
    const { id, at } = await make(tpubAt("m/44'/1'/7'"))
    explorer.pay(at(0, 19), 5000)
    explorer.pay(at(0, 19), 500)
    explorer.pay(at(0, 39), 600)
    explorer.pay(at(0, 60), 7000)
    explorer.pay(at(1, 4), 900)
    explorer.mine()
    explorer.pay(at(0, 2), 80)
    const { status, body } = await ask('POST', `${id}/scan`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ balance: 7000, pending: 80, address_index: 40, change_index: 5 })
    expect((await ask('GET', id)).body).toMatchObject(body)
    const { body: listed } = await ask('GET', `${id}/addresses`)
    expect(listed).toHaveLength(4)
    expect(listed).toContainEqual({
      address: at(0, 19),
      branch_index: 0,
      address_index: 19,
      amount: 5500,
      note: '',
      has_activity: true,
    })
    expect((await ask('POST', `${id}/addresses`, {})).body).toMatchObject({ address: at(0, 40), has_activity: false })
    const wide = await make(tpubAt("m/44'/1'/7'"), { gap_receive: 40, gap_change: 4 })
    expect((await ask('POST', `${wide.id}/scan`)).body).toMatchObject({ balance: 13_100, change_index: 0 })
  })

  test('every address that was given out is checked, however many were never paid', async () => {
    const { id, at } = await make(tpubAt("m/84'/1'/8'"), { type: 'p2wpkh', gap_receive: 1 })
    for (let n = 0; n < 12; n += 1) await ask('POST', `${id}/addresses`, {})
    explorer.pay(at(0, 11), 1000)
    expect((await ask('POST', `${id}/scan`)).body).toMatchObject({ balance: 0, pending: 1000, address_index: 12 })
  })

  test('the owner is warned of unused addresses beyond the gap, until one of them is used', async () => {
    const { id, at } = await make(tpubAt("m/84'/1'/18'"), { type: 'p2wpkh', gap_receive: 4 })
    const scanned = async () => {
      await ask('POST', `${id}/scan`)
      return (await ask('GET', id)).body
    }
    for (let n = 0; n < 4; n += 1) await ask('POST', `${id}/addresses`, {})
    expect(await scanned()).not.toHaveProperty('gap_warning')
    for (let n = 0; n < 2; n += 1) await ask('POST', `${id}/addresses`, {})
    expect(await scanned()).toMatchObject({ gap_warning: expect.stringMatching(/^6 .+ at least 6\.$/) })
    explorer.pay(at(0, 3), 1000)
    const after = await scanned()
    expect(after).toMatchObject({ used_index: 4, address_index: 6 })
    expect(after).not.toHaveProperty('gap_warning')
  })

  test('after a reorganisation the balance is that of the new chain', async () => {
    const { id, at } = await make(tpubAt("m/86'/1'/0'"), { type: 'p2tr' })
    explorer.pay(at(0, 0), 1000)
    const lost = explorer.pay(at(0, 1), 200)
    explorer.mine()
    expect((await ask('POST', `${id}/scan`)).body).toMatchObject({ balance: 1200, pending: 0 })
    explorer.reorganise(lost)
    expect((await ask('POST', `${id}/scan`)).body).toMatchObject({ balance: 0, pending: 1000, address_index: 2 })
    const { body: listed } = await ask('GET', `${id}/addresses`)
    expect(listed).toContainEqual(expect.objectContaining({ address: at(0, 1), amount: 0, has_activity: false }))
    explorer.mine()
    expect((await ask('POST', `${id}/scan`)).body).toMatchObject({ balance: 1000, pending: 0 })
  })

  test('wallets are scanned every ten minutes; an explorer that is down breaks nothing and is queried again', async () => {
    const { id, at } = await make(tpubAt("m/84'/1'/9'"), { type: 'p2wpkh' })
    const tenMinutesLater = async () => {
      world.advance(600)
      await world.tick()
      return (await ask('GET', id)).body
    }
    explorer.pay(at(0, 0), 2000)
    expect(await tenMinutesLater()).toMatchObject({ balance: 0, pending: 2000 })
    explorer.mine()
    explorer.setDown(true)
    expect(await tenMinutesLater()).toMatchObject({ balance: 0, pending: 2000 })
    const refused = await ask('POST', `${id}/scan`)
    expect(refused).toMatchObject({ status: 503, body: { detail: 'The explorer answers 500.' } })
    explorer.setDown(false)
    expect(await tenMinutesLater()).toMatchObject({ balance: 2000, pending: 0 })
  })

  test.each([
    ['p2pkh', 44, true, undefined],
    ['p2sh-p2wpkh', 49, true, '1 of 2 coins'],
    ['p2wpkh', 84, true, '1 of 2 coins'],
    ['p2tr', 86, false, 'none'],
  ] as const)('the previous transactions of %s coins are in the PSBT where signers ask for them', async (...kind) => {
    const [type, purpose, areNeeded, hint] = kind
    const { id, at } = await make(tpubAt(`m/${purpose}'/1'/21'`), { type })
    const txids = [0, 1].map((index) => explorer.pay(at(0, index), 30_000))
    explorer.mine()
    await ask('POST', `${id}/scan`)
    const order = { outputs: [{ address: ELSEWHERE, amount: 50_000 }], fee_rate: 2 }
    const build = async () => ask('POST', `${id}/psbt`, order)
    const { body: built } = await build()
    expect(built).not.toHaveProperty('hint')
    const psbt = Transaction.fromPSBT(base64.decode(built.psbt))
    const inputs = [psbt.getInput(0), psbt.getInput(1)]
    expect(inputs.map(({ nonWitnessUtxo }) => nonWitnessUtxo !== undefined)).toEqual([areNeeded, areNeeded])
    explorer.forget(txids[0] ?? '')
    const { status, body } = await build()
    expect([status, body.hint]).toEqual(
      hint === undefined
        ? [503, undefined]
        : [200, hint === 'none' ? undefined : expect.stringContaining(`previous transactions of ${hint}`)],
    )
  })

  test.each([
    ['p2wpkh', KEYS.p2wpkh],
    ['p2pkh', `pkh([${ROOT.fingerprint.toString(16).padStart(8, '0')}/84h/1h/0h]${tpubAt(PATH)}/<0;1>/*)`],
  ])('coins of %s are chosen, signed elsewhere, and broadcast once', async (_type, masterpub) => {
    const { id, at } = await make(masterpub)
    const order = { outputs: [{ address: ELSEWHERE, amount: 40_000 }], fee_rate: 2 }
    const before = await ask('POST', `${id}/psbt`, order)
    expect(before).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Scan it first') } })
    for (const [index, amount] of [1000, 30_000, 20_000].entries()) explorer.pay(at(0, index), amount)
    explorer.mine()
    explorer.pay(at(0, 3), 90_000)
    expect((await ask('POST', `${id}/scan`)).body).toMatchObject({ balance: 51_000, pending: 90_000 })
    const { status, body: built } = await ask('POST', `${id}/psbt`, order)
    expect(status).toBe(200)
    const psbt = Transaction.fromPSBT(base64.decode(built.psbt))
    expect(psbt.inputsLength).toBe(2)
    expect(built.change.amount).toBe(10_000 - built.fee)
    for (let at = 0; at < 2; at += 1) {
      const [, origin] = psbt.getInput(at).bip32Derivation?.[0] ?? []
      const { privateKey } = origin?.path.reduce((key, step) => key.deriveChild(step), ROOT) ?? ROOT
      psbt.signIdx(privateKey ?? new Uint8Array(), at)
    }
    const extract = await ask('POST', `${id}/psbt/extract`, { psbt: base64.encode(psbt.toPSBT()) })
    const sent = await ask('POST', `${id}/broadcast`, { tx: extract.body.tx })
    expect(sent).toMatchObject({ status: 200, body: { txid: extract.body.txid } })
    await world.tick()
    const left = 51_000 - 40_000 - built.fee
    expect((await ask('GET', id)).body).toMatchObject({ balance: 51_000, pending: 90_000 + left - 51_000 })
    const again = await ask('POST', `${id}/broadcast`, { tx: extract.body.tx })
    expect(again).toMatchObject({ status: 400, body: { detail: expect.stringContaining('missingorspent') } })
    expect((await ask('POST', `${id}/broadcast`, { tx: 'ab'.repeat(20) })).status).toBe(422)
  })

  test('the explorer is queried for single addresses, and never sees a key', () => {
    expect(explorer.asked.length).toBeGreaterThan(100)
    expect(explorer.asked.filter((line) => /pub/.test(line))).toEqual([])
  })

  test('a network without an explorer keeps addresses and transactions of given coins, and reports what is missing', async () => {
    const { body } = await ask('POST', '', { title: 'Elsewhere', masterpub: tpubAt(PATH), network: 'signet' })
    expect(await ask('POST', `${body.id}/scan`)).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('signet') },
    })
    expect((await ask('POST', `${body.id}/addresses`, {})).status).toBe(201)
    const order = { outputs: [{ address: ELSEWHERE, amount: 1000 }], fee_rate: 2 }
    expect((await ask('POST', `${body.id}/psbt`, order)).status).toBe(422)
  })
})
