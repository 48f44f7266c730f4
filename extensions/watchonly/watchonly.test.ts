import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { WATCHONLY } from './watchonly.ts'
import { ROOT, tpubAt, xpubAt, ZPUB } from './world/sample-keys.ts'

const COIN = { txid: 'ab'.repeat(32), vout: 0, amount: 5000, branch_index: 0, address_index: 0 }

extensionContract(WATCHONLY, {
  create: (n) => ({ title: `Wallet ${n}`, masterpub: ZPUB }),
  missing: 'masterpub',
  patch: { title: 'Another wallet' },
})

describe.each(LOGIC_DIALECTS)('a watch-only wallet, on %s', (dialect) => {
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

  test('the key is stored encrypted, and key, type and network cannot be changed', async () => {
    const { id, ...made } = await make()
    expect(made).toMatchObject({ masterpub: ZPUB, type: 'p2wpkh', network: 'mainnet', address_index: 0 })
    expect(made.fingerprint).toMatch(/^[0-9a-f]{8}$/)
    const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    expect(rows.join('')).not.toContain('zpub')
    for (const body of [{ masterpub: xpubAt("m/84'/0'/0'") }, { type: 'p2pkh' }, { network: 'testnet' }]) {
      expect((await ask('PUT', id, body)).status).toBe(400)
    }
    expect((await ask('PUT', id, { title: 'New' })).body).toMatchObject({ title: 'New', type: 'p2wpkh' })
  })

  test('private keys are rejected, and not repeated in the answer', async () => {
    const zprv = new HDKey({
      versions: { public: 0x04_b2_47_46, private: 0x04_b2_43_0c },
      ...(ROOT.privateKey !== null && { privateKey: ROOT.privateKey }),
      ...(ROOT.chainCode !== null && { chainCode: ROOT.chainCode }),
    }).privateExtendedKey
    for (const secret of [ROOT.privateExtendedKey, zprv, `wpkh(${ROOT.privateExtendedKey}/<0;1>/*)`]) {
      const answer = await create({ masterpub: secret })
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toContain('private key')
      expect(JSON.stringify(answer.body)).not.toContain(secret.slice(4, 40))
    }
  })

  test.each([
    [{ masterpub: 'nonsense' }, 'masterpub'],
    [{ masterpub: `${ZPUB.slice(0, -1)}t` }, 'masterpub'],
    [{ masterpub: 'xpub()' }, 'masterpub'],
    [{ masterpub: `wsh(${xpubAt("m/84'/0'/0'")})` }, 'masterpub'],
    [{ masterpub: `sh(wpkh(${xpubAt("m/84'/0'/0'")})` }, 'masterpub'],
    [{ masterpub: `wpkh(${xpubAt("m/84'/0'/0'")}/<0;1>/*)#aaaaaaaa` }, 'checksum'],
    [{ masterpub: ZPUB, type: 'p2tr' }, 'type'],
    [{ masterpub: ZPUB, type: 'p2wsh' }, 'type'],
    [{ masterpub: `tr(${xpubAt("m/86'/0'/0'")})`, type: 'p2wpkh' }, 'type'],
    [{ masterpub: ZPUB, network: 'testnet' }, 'network'],
    [{ masterpub: tpubAt("m/84'/1'/0'"), network: 'mainnet' }, 'network'],
  ])('%j is refused with 422 that names the field', async (body, field) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('a hundred concurrent requests get a hundred different addresses', async () => {
    const { id } = await make()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => ask('POST', `${id}/addresses`, index % 2 === 0 ? {} : undefined)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 201))
    expect(new Set(answers.map(({ body }) => body.address)).size).toBe(100)
    expect(answers.map(({ body }) => body.address_index).toSorted((a, b) => a - b)).toEqual([...Array(100).keys()])
    expect((await ask('GET', id)).body.address_index).toBe(100)
    expect((await ask('GET', `${id}/addresses?limit=100`)).body).toHaveLength(100)
  })

  test('addresses are listed with their notes, for the admin key of the wallet', async () => {
    const { id } = await make()
    const other = await make()
    const { body: first } = await ask('POST', `${id}/addresses`, { note: 'rent' })
    const known = { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', branch_index: 0, address_index: 0 }
    const unseen = { amount: 0, has_activity: false }
    expect(first).toEqual({ ...known, ...unseen, note: 'rent' })
    const note = { note: 'rent of May' }
    expect((await ask('PUT', `${id}/addresses/${first.address}`, note)).body).toEqual({ ...known, ...unseen, ...note })
    expect((await ask('GET', `${id}/addresses`)).body).toEqual([{ ...known, ...unseen, ...note }])
    expect((await ask('PUT', `${other.id}/addresses/${first.address}`, note)).status).toBe(404)
    expect((await ask('PUT', `${id}/addresses/${first.address}`, {})).status).toBe(422)
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'watchonly')
    for (const [method, path, body] of [
      ['GET', 'addresses'],
      ['POST', 'addresses', {}],
      ['PUT', `addresses/${first.address}`, note],
      ['POST', 'psbt', { outputs: [{ address: known.address, amount: 1000 }], fee_rate: 1, coins: [COIN] }],
      ['POST', 'psbt/extract', { psbt: 'x' }],
    ] as const) {
      expect((await world.call(method, `/watchonly/api/v1/${id}/${path}`, { body })).status).toBe(401)
      expect((await ask(method, `${id}/${path}`, body, owner.invoiceKey)).status).toBe(403)
      expect((await ask(method, `${id}/${path}`, body, stranger.adminKey)).status).toBe(404)
    }
  })
})
