import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveAddress } from '../../../../extensions/watchonly/derive-address.ts'
import { readMasterKey } from '../../../../extensions/watchonly/read-master-key.ts'
import { WATCHONLY } from '../../../../extensions/watchonly/watchonly.ts'
import { type FakeEsplora, openFakeEsplora } from '../../../../extensions/watchonly/world/fake-esplora.ts'
import { FINGERPRINT, ROOT_TPRV, tpubAt } from '../../../../extensions/watchonly/world/sample-keys.ts'
import { activateExtension } from '../world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { installBdk, runClient, SIGN_PROGRAM } from './install-clients.ts'

const bdk = await installBdk()
if (bdk.missing !== undefined) process.stdout.write(`skipped, ${bdk.missing}\n`)
afterAll(() => bdk.remove())

const KINDS = [
  ['p2pkh', 44, (key: string) => `pkh(${key})`],
  ['p2sh-p2wpkh', 49, (key: string) => `sh(wpkh(${key}))`],
  ['p2wpkh', 84, (key: string) => `wpkh(${key})`],
  ['p2tr', 86, (key: string) => `tr(${key})`],
] as const
const ELSEWHERE = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

describe.skipIf(bdk.python === undefined)('BDK with its defaults', () => {
  let explorer: FakeEsplora
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    explorer = await openFakeEsplora('regtest')
    const env = { SERVICE_EXPLORER_URLS: `regtest=${explorer.url}/` }
    world = await openWorld({ dialect: 'sqlite', builtIns: [WATCHONLY], env })
    owner = await world.openWallet()
    await activateExtension(world, owner, 'watchonly')
  })
  afterAll(async () => {
    await world.close()
    await explorer.stop()
  })
  const ask = (path: string, body?: object) =>
    world.call('POST', `/watchonly/api/v1/${path}`, { key: owner.adminKey, body })
  const sign = (describeKey: (key: string) => string, purpose: number, psbt: string) => {
    const branch = (at: number) => describeKey(`${ROOT_TPRV}/${purpose}h/1h/0h/${at}/*`)
    return runClient(bdk.python ?? '', [SIGN_PROGRAM, branch(0), branch(1), psbt])
  }

  test.each(KINDS)('signs a %s transaction that is built from the chain, and it is sent', async (...kind) => {
    const [type, purpose, describeKey] = kind
    const masterpub = describeKey(`[${FINGERPRINT}/${purpose}h/1h/0h]${tpubAt(`m/${purpose}'/1'/0'`)}/<0;1>/*`)
    const { body: item } = await ask('', { title: type, masterpub, network: 'regtest' })
    const at = (index: number) => deriveAddress(readMasterKey({ masterpub, network: 'regtest' }), 0, index).address
    for (const index of [0, 3]) explorer.pay(at(index), 50_000)
    explorer.mine()
    await ask(`${item.id}/scan`)
    const order = { outputs: [{ address: ELSEWHERE, amount: 80_000 }], fee_rate: 2 }
    const { body: built } = await ask(`${item.id}/psbt`, order)
    expect(built).not.toHaveProperty('hint')
    const signed = await sign(describeKey, purpose, built.psbt)
    expect(signed).toMatchObject({ signed: true })
    const { body: extracted } = await ask(`${item.id}/psbt/extract`, { psbt: signed.psbt })
    expect(extracted.fee).toBe(built.fee)
    expect(await ask(`${item.id}/broadcast`, { tx: extracted.tx })).toMatchObject({
      status: 200,
      body: { txid: extracted.txid },
    })
  })

  test('refuses to sign a segwit input without its previous transaction, as the answer of the service warns', async () => {
    const masterpub = `wpkh([${FINGERPRINT}/84h/1h/0h]${tpubAt("m/84'/1'/0'")}/<0;1>/*)`
    const { body: item } = await ask('', { title: 'Bare', masterpub, network: 'regtest' })
    const coins = [{ txid: 'ab'.repeat(32), vout: 0, amount: 10_000, branch_index: 0, address_index: 0 }]
    const order = { outputs: [{ address: ELSEWHERE, amount: 5000 }], fee_rate: 2, coins }
    const { body: built } = await ask(`${item.id}/psbt`, order)
    expect(built.hint).toContain('lacks the previous transactions of 1 of 1 coins')
    expect(await sign((key) => `wpkh(${key})`, 84, built.psbt)).toEqual({ error: 'MissingNonWitnessUtxo' })
  })
})
