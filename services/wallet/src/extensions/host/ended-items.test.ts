import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOLTCARDS } from '../../../../../extensions/boltcards/boltcards.ts'
import { LNDHUB } from '../../../../../extensions/lndhub/lndhub.ts'
import { LNURLP } from '../../../../../extensions/lnurlp/lnurlp.ts'
import { WITHDRAW } from '../../../../../extensions/withdraw/withdraw.ts'
import { activateExtension } from '../../../test/world/extensions/activate-extension.ts'
import { openHub } from '../../../test/world/extensions/open-hub.ts'
import { newUid, scanCard } from '../../../test/world/extensions/software-card.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const ROOT = { username: 'root', password: 'root password' }
const EXTENSIONS = [BOLTCARDS, LNDHUB, LNURLP, WITHDRAW]

describe.each(LOGIC_DIALECTS)('items that open a wallet, on %s', (dialect) => {
  let world: World
  let rootId: string
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      builtIns: EXTENSIONS,
      env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password },
    })
    const { body } = await world.call('POST', '/api/v1/auth', { body: ROOT })
    rootId = (await world.call('GET', '/api/v1/auth', { token: body.access_token })).body.id
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const make = async ({ adminKey: key }: WorldWallet, extension: string, body: object): Promise<Answer['body']> => {
    const answer = await world.call('POST', `/${extension}/api/v1/`, { key, body })
    expect([extension, answer.status]).toEqual([extension, 201])
    return answer.body
  }

  /** A wallet with a login, a card and a withdraw link, and what their holders get now. */
  async function open() {
    const owner = await world.openWallet(1000)
    for (const { manifest } of EXTENSIONS) await activateExtension(world, owner, manifest.id)
    const hub = openHub(world, owner)
    const { token } = await hub.open()
    const link = await make(owner, 'withdraw', { title: 'Gift', min_withdrawable: 5, max_withdrawable: 5, uses: 9 })
    const uid = newUid()
    const card = await make(owner, 'boltcards', { card_name: 'Card', uid, tx_limit: 100, daily_limit: 250 })
    const offer = async () => (await world.call('GET', `/withdraw/lnurl/${link.hash}`)).body
    let taps = 6
    return {
      owner,
      offer,
      /** Whether the app, the link and the card get something. */
      async opened() {
        taps += 1
        const balance = await hub.call('GET', 'balance', token)
        const tap = await scanCard(world, card, taps)
        return [balance.BTC !== undefined, (await offer()).tag === 'withdrawRequest', tap.tag === 'withdrawRequest']
      },
    }
  }
  const renew = async (owner: WorldWallet, keep: readonly string[] = []) =>
    world.call('PUT', '/api/v1/wallet/reset', { key: owner.adminKey, body: { keep } })
  const disable = async ({ userId }: WorldWallet, disabled: boolean) =>
    world.call('PUT', `/users/api/v1/user/${userId}`, {
      token: await tokenOf(world, { userId: rootId }),
      body: { disabled },
    })

  test('new wallet keys revoke what the old admin key created', async () => {
    const { owner, opened } = await open()
    expect(await opened()).toEqual([true, true, true])
    const { status, body } = await renew(owner)
    expect(status).toBe(200)
    expect(await opened()).toEqual([false, false, false])
    for (const extension of ['lndhub', 'withdraw', 'boltcards'])
      expect((await world.call('GET', `/${extension}/api/v1/`, { key: body.adminkey })).body).toEqual([])
  })

  test('new wallet keys do not allow an extension to spend again whose spending was revoked', async () => {
    const { owner } = await open()
    const path = '/api/v1/extension/grants/withdraw'
    expect((await world.call('PUT', path, { key: owner.adminKey, body: { active: false } })).status).toBe(200)
    const { adminkey: key } = (await renew(owner)).body
    const { body } = await world.call('GET', '/api/v1/extension/grants', { key })
    expect(body).toContainEqual(expect.objectContaining({ ext_id: 'withdraw', active: false }))
  })

  test('new wallet keys leave what the owner chooses to keep', async () => {
    const { owner, opened } = await open()
    await renew(owner, ['withdraw-link', 'bolt-card'])
    expect(await opened()).toEqual([false, true, true])
    const answer = await world.call('PUT', '/api/v1/wallet/reset', { key: owner.adminKey, body: { keep: ['session'] } })
    expect([answer.status]).toEqual([401])
  })

  test('a payment that is in flight when its link ends is completed', async () => {
    const { owner, offer } = await open()
    const { callback, k1 } = await offer()
    const { bolt11, hash } = await world.foreignInvoice(5000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    const { pathname } = new URL(callback)
    expect((await world.call('GET', `${pathname}?k1=${k1}&pr=${bolt11}`)).body).toEqual({ status: 'OK' })
    await world.tick()
    const { body } = await renew(owner)
    await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
    for (let round = 0; round < 3; round += 1) {
      world.advance(60)
      await world.tick()
    }
    expect((await world.call('GET', '/api/v1/wallet', { key: body.adminkey })).body.balance).toBe(995_000)
  })

  test('items of a disabled account grant no access, and grant it again when it is enabled', async () => {
    const { owner, offer, opened } = await open()
    const { callback, k1 } = await offer()
    await disable(owner, true)
    expect(await opened()).toEqual([false, false, false])
    const { bolt11 } = await world.foreignInvoice(5000)
    const { body } = await world.call('GET', `${new URL(callback).pathname}?k1=${k1}&pr=${bolt11}`)
    expect(body).toEqual({ status: 'ERROR', reason: expect.any(String) })
    await disable(owner, false)
    expect(await opened()).toEqual([true, true, true])
  })

  test('a pay link of a disabled account still receives', async () => {
    const { owner } = await open()
    const body = { description: 'Shop', min: 10, max: 10 }
    const { id } = await make(owner, 'lnurlp', body)
    await disable(owner, true)
    const { callback } = (await world.call('GET', `/lnurlp/lnurl/${id}`)).body
    const { pathname } = new URL(callback)
    const invoice = (await world.call('GET', `${pathname}?amount=10000`)).body
    expect((await world.send(await world.openWallet(100), invoice.pr)).status).toBe(201)
    await disable(owner, false)
    expect(await world.balanceMsat(owner)).toBe(1_010_000)
  })
})
