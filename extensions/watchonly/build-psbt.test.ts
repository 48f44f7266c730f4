import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { buildPsbt } from './build-psbt.ts'
import { deriveAddress } from './derive-address.ts'
import { readMasterKey } from './read-master-key.ts'
import { WATCHONLY } from './watchonly.ts'
import { FINGERPRINT, ROOT, tpubAt, ZPUB } from './world/sample-keys.ts'

describe.each(LOGIC_DIALECTS)('transactions of a watch-only wallet, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [WATCHONLY] })
    owner = await world.openWallet()
    await activateExtension(world, owner, 'watchonly')
  })
  afterAll(async () => world.close())

  const create = (body: object) =>
    world.call('POST', '/watchonly/api/v1/', { key: owner.adminKey, body: { title: 'Savings', ...body } })
  const make = async (body: object = { masterpub: ZPUB }) => {
    const answer = await create(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key: string | undefined = owner.adminKey) =>
    world.call(method, `/watchonly/api/v1/${path}`, { key, body })

  const coinAt = (address_index: number, amount: number, branch_index = 0) => ({
    txid: 'ab'.repeat(32),
    vout: address_index,
    amount,
    branch_index,
    address_index,
  })

  test.each([
    ['p2pkh', 44, (key: string) => `pkh(${key}/<0;1>/*)`],
    ['p2sh-p2wpkh', 49, (key: string) => `sh(wpkh(${key}/<0;1>/*))`],
    ['p2wpkh', 84, (key: string) => `wpkh(${key}/<0;1>/*)`],
    ['p2tr', 86, (key: string) => `tr(${key}/<0;1>/*)`],
  ] as const)('a %s transaction is built, signed elsewhere and extracted', async (type, purpose, describeKey) => {
    const masterpub = describeKey(`[${FINGERPRINT}/${purpose}h/1h/0h]${tpubAt(`m/${purpose}'/1'/0'`)}`)
    const { id, fingerprint } = await make({ masterpub, network: 'regtest' })
    expect(fingerprint).toBe(FINGERPRINT)
    const master = readMasterKey({ masterpub, network: 'regtest' })
    const coins = [0, 7].map((index) => {
      const previous = new Transaction({ allowUnknownInputs: true })
      previous.addOutput({ script: deriveAddress(master, 0, index).script, amount: 100_000n })
      previous.addInput({ txid: 'cd'.repeat(32), index, finalScriptSig: new Uint8Array([0x51]) })
      const tx = hex.encode(previous.toBytes(true))
      return {
        ...coinAt(index, 100_000),
        vout: 0,
        txid: Transaction.fromRaw(hex.decode(tx), { allowUnknownInputs: true }).id,
        tx,
      }
    })
    const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount: 150_000 }]
    const { status, body } = await ask('POST', `${id}/psbt`, { outputs, fee_rate: 2.5, coins })
    expect(status).toBe(200)
    expect(body.change.address).toBe(deriveAddress(master, 1, 0).address)
    expect(body.change.amount).toBe(200_000 - 150_000 - body.fee)
    expect((await ask('POST', `${id}/psbt/extract`, { psbt: body.psbt })).status).toBe(400)

    const signer = Transaction.fromPSBT(base64.decode(body.psbt))
    for (const [at, index] of [0, 7].entries()) {
      const { bip32Derivation, tapBip32Derivation } = signer.getInput(at)
      const origin = bip32Derivation?.[0]?.[1] ?? tapBip32Derivation?.[0]?.[1].der
      const path = [0x80_00_00_00 + purpose, 0x80_00_00_01, 0x80_00_00_00, 0, index]
      expect(origin).toEqual({ fingerprint: ROOT.fingerprint, path })
      const { privateKey } = ROOT.derive(`m/${purpose}'/1'/0'/0/${index}`)
      expect(signer.signIdx(privateKey ?? new Uint8Array(), at)).toBe(true)
    }
    expect(signer.getOutput(1)).toMatchObject(
      type === 'p2tr' ? { tapInternalKey: expect.anything() } : { bip32Derivation: expect.anything() },
    )
    const signed = base64.encode(signer.toPSBT())
    const extracted = await ask('POST', `${id}/psbt/extract`, { psbt: signed })
    expect(extracted).toMatchObject({ status: 200, body: { fee: body.fee } })
    const final = Transaction.fromRaw(hex.decode(extracted.body.tx))
    expect(final.id).toBe(extracted.body.txid)
    expect(final.getOutput(0).amount).toBe(150_000n)
    expect(body.fee).toBeGreaterThanOrEqual(final.vsize * 2.5)
    expect(body.fee).toBeLessThanOrEqual((final.vsize + 4) * 2.5)
    signer.finalize()
    expect((await ask('POST', `${id}/psbt/extract`, { psbt: base64.encode(signer.toPSBT()) })).body).toEqual(
      extracted.body,
    )
    expect((await ask('GET', `${id}/addresses`)).body).toMatchObject([
      { branch_index: 1, address_index: 0, address: body.change.address },
    ])
    expect((await ask('POST', `${id}/psbt`, { outputs, fee_rate: 1, coins })).body.change.address).toBe(
      deriveAddress(master, 1, 1).address,
    )
    if (type !== 'p2pkh') return
    const wrong = coins.map((coin) => ({ ...coin, amount: 100_001 }))
    for (const refused of [
      wrong,
      coins.map(({ tx: _tx, ...coin }) => coin),
      [{ ...coins[0], txid: 'ab'.repeat(32) }],
    ]) {
      expect((await ask('POST', `${id}/psbt`, { outputs, fee_rate: 1, coins: refused })).status).toBe(422)
    }
  })

  test('change below dust becomes fee, and an insufficient amount is rejected', async () => {
    const { id } = await make()
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
    const psbt = (amount: number, coins: object[] = [coinAt(0, 10_000)], more: object = {}) =>
      ask('POST', `${id}/psbt`, { outputs: [{ address, amount }], fee_rate: 1, coins, ...more })
    // One input, one output: 110 vbytes; a change output costs 31 more, and the dust limit is 294.
    expect((await psbt(10_000 - 110)).body).toMatchObject({ fee: 110, change: null })
    expect((await psbt(10_000 - 110 - 31 - 293)).body).toMatchObject({ fee: 110 + 31 + 293, change: null })
    expect((await psbt(10_000 - 110 - 31 - 294)).body).toMatchObject({ fee: 141, change: { amount: 294 } })
    const short = await psbt(10_000 - 109)
    expect(short).toMatchObject({ status: 400, body: { detail: expect.stringContaining('1 sat short') } })
    expect((await psbt(293)).status).toBe(422)
    expect((await psbt(294)).status).toBe(200)
    expect((await psbt(1000, [coinAt(0, 10_000), coinAt(0, 10_000)])).status).toBe(422)
    expect((await psbt(1000, [])).status).toBe(422)
    expect((await psbt(1000, undefined, { fee_rate: 0 })).status).toBe(422)
    expect((await psbt(1000, undefined, { outputs: [] })).status).toBe(422)
    for (const pasted of [
      ` ${address}\u00a0\n`,
      `bitcoin:${address}?amount=0.00001&label=Shop`,
      `BITCOIN:${address.toUpperCase()}`,
    ])
      expect((await psbt(1000, undefined, { outputs: [{ address: pasted, amount: 1000 }] })).status).toBe(200)
    const other = { outputs: [{ address: `bitcoin:${address}?amount=0.00002`, amount: 1000 }] }
    expect((await psbt(1000, undefined, other)).body.detail).toContain('differs from that of the bitcoin link')
    for (const foreign of ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'nonsense']) {
      expect((await psbt(1000, undefined, { outputs: [{ address: foreign, amount: 1000 }] })).status).toBe(422)
    }
    expect((await ask('POST', `${id}/psbt/extract`, { psbt: 'nonsense' })).status).toBe(422)
  })
})

/** A transaction that pays the script, with many other outputs and a witness. */
function largeTransaction(
  script: Uint8Array,
  others: number,
  seed: number,
): { readonly tx: string; readonly txid: string } {
  const tx = new Transaction({ allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true })
  tx.addOutput({ script, amount: 10_000n })
  for (let n = 0; n < others; n += 1) tx.addOutput({ script: new Uint8Array(9990), amount: 1n })
  tx.addInput({ txid: 'cd'.repeat(32), index: seed, finalScriptWitness: [new Uint8Array(50_000)] })
  return { tx: tx.hex, txid: tx.id }
}

describe.each([
  ['p2pkh', 44],
  ['p2sh-p2wpkh', 49],
  ['p2wpkh', 84],
] as const)('large previous transactions of %s coins', (type, purpose) => {
  const master = readMasterKey({ masterpub: tpubAt(`m/${purpose}'/1'/0'`), network: 'regtest', type })
  const coin = (index: number, others: number) => ({
    vout: 0,
    amount: 10_000,
    branch_index: 0,
    address_index: index,
    ...largeTransaction(deriveAddress(master, 0, index).script, others, index),
  })
  const build = (coins: Parameters<typeof buildPsbt>[1]['coins']) =>
    buildPsbt(master, {
      coins,
      outputs: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount: 12_000 }],
      feeRate: 1,
      changeIndex: 0,
    })

  test('previous transactions are without witnesses, and limited to what fits', () => {
    const both = build([coin(0, 1), coin(1, 15)])
    expect(both.hint).toBeUndefined()
    const sizes = [0, 1].map((at) => Transaction.fromPSBT(both.psbt).getInput(at).nonWitnessUtxo?.outputs.length)
    expect(sizes).toEqual([2, 16])
    // Each output has 10,000 bytes; the witnesses of 50,000 bytes are not there.
    expect(both.psbt.length).toBeLessThan(162_000)
    const tooMany = [coin(0, 1), coin(1, 20), coin(2, 25)]
    if (type === 'p2pkh') {
      expect(() => build(tooMany)).toThrow('spend fewer coins at once')
      return
    }
    const { hint, psbt } = build(tooMany)
    expect(hint).toContain('lacks the previous transactions of 1 of 3 coins')
    const inputs = [0, 1, 2].map((at) => Transaction.fromPSBT(psbt).getInput(at))
    expect(inputs.map(({ nonWitnessUtxo }) => nonWitnessUtxo !== undefined)).toEqual([true, true, false])
    expect(inputs.every(({ witnessUtxo }) => witnessUtxo !== undefined)).toBe(true)
  })
})
