import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const SHARE = '/api/v1/wallet/share'
const ALL = ['view-payments', 'receive-payments', 'send-payments']

describe.each(LOGIC_DIALECTS)('sharing a wallet, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SUPER_USER_USERNAME: 'boss', SUPER_USER_PASSWORD: 'a good password' } })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const nameOf = ({ userId }: WorldWallet): string => `user-${userId}`
  const invite = (wallet: WorldWallet, username: string, permissions: unknown = ALL) =>
    world.call('PUT', `${SHARE}/invite`, { key: wallet.adminKey, body: { username, permissions } })
  const accept = (token: string, id: string) => world.call('PUT', SHARE, { token, body: { share_request_id: id } })
  const share = async (owner: WorldWallet, permissions: readonly string[] = ALL) =>
    shareWallet(world, owner, await world.openWallet(), permissions)
  const walletStatus = async (key: string) => (await world.call('GET', '/api/v1/wallet', { key })).status
  const ids = (wallets: readonly { id: string }[]): string[] => wallets.map(({ id }) => id)

  test('an accepted invitation puts the wallet into the guest’s lists, with keys of its own', async () => {
    const [mine, theirs] = [await world.openWallet(100), await world.openWallet()]
    const invited = await invite(mine, nameOf(theirs).toUpperCase(), ['view-payments', 'receive-payments'])
    const id = invited.body.share_request_id
    const offer = {
      share_request_id: id,
      wallet_id: mine.id,
      username: nameOf(theirs),
      permissions: ['view-payments', 'receive-payments'],
    }
    expect([invited.status, invited.body]).toEqual([201, { ...offer, status: 'pending' }])
    const token = await tokenOf(world, theirs)
    expect((await world.call('GET', `/api/v1/wallet?wallet_id=${mine.id}`, { token })).status).toBe(404)
    expect(ids((await world.call('GET', '/api/v1/wallets', { token })).body)).toEqual([theirs.id])

    const { status, body } = await accept(token, id)
    const shared = { id: mine.id, name: 'Test', balance: 100_000, share_id: id, permissions: offer.permissions }
    expect([status, body]).toEqual([200, { ...shared, adminkey: expect.any(String), inkey: expect.any(String) }])
    const keys = [body.adminkey, body.inkey, mine.adminKey, mine.invoiceKey, theirs.adminKey, theirs.invoiceKey]
    expect(new Set(keys).size).toBe(6)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    const all = (await world.call('GET', '/api/v1/wallets', { token })).body
    expect([ids(all), all[1]]).toEqual([[theirs.id, mine.id], body])
    const page = (await world.call('GET', '/api/v1/wallet/paginated?limit=1&offset=1', { token })).body
    expect(page).toEqual({ data: [body], total: 2 })
    expect((await world.call('GET', `/api/v1/wallet?wallet_id=${mine.id}`, { token })).body).toEqual(body)
    expect((await world.call('GET', '/api/v1/wallet', { token })).body.id).toBe(theirs.id)
    expect((await world.call('GET', '/api/v1/wallet', { key: body.adminkey })).body).toEqual(body)
    expect((await world.call('GET', '/api/v1/wallet', { key: body.inkey })).body).toEqual({ ...body, adminkey: '' })
    expect((await accept(token, id)).body).toEqual(body)
  })

  test('an invitation is shown in the account of its guest until it is answered, and not to tokens of an access list', async () => {
    const [mine, theirs] = [await world.openWallet(), await world.openWallet()]
    const token = await tokenOf(world, theirs)
    const listed = async (by: string) =>
      (await world.call('GET', '/api/v1/auth', { token: by })).body.wallet_invitations
    expect(await listed(token)).toEqual([])
    const first = await invite(mine, nameOf(theirs), ['view-payments'])
    const second = await invite(await world.openWallet(), nameOf(theirs))
    const id = first.body.share_request_id
    const offer = { share_request_id: id, wallet_name: 'Test', owner: nameOf(mine), permissions: ['view-payments'] }
    expect(await listed(token)).toEqual([offer, expect.objectContaining({ permissions: ALL })])
    expect(await listed(await tokenOf(world, mine))).toEqual([])
    const limited = await makeAclToken(world, token, ['GET /api/v1/auth'])
    expect(await listed(limited.token)).toEqual([])
    await accept(token, id)
    await world.call('DELETE', `${SHARE}/invite/${second.body.share_request_id}`, { token })
    expect(await listed(token)).toEqual([])
  })

  test('ending a share revokes its keys immediately, by owner or guest', async () => {
    const owner = await world.openWallet(10)
    const ownerToken = await tokenOf(world, owner)
    for (const by of ['key', 'owner', 'guest'] as const) {
      const guest = await share(owner)
      // Cached by now.
      expect([await walletStatus(guest.wallet.adminkey), await walletStatus(guest.wallet.inkey)]).toEqual([200, 200])
      const credential = { key: { key: owner.adminKey }, owner: { token: ownerToken }, guest: { token: guest.token } }[
        by
      ]
      const ended = await world.call('DELETE', `${SHARE}/${guest.shareId}`, credential)
      expect([by, ended.status, ended.body]).toEqual([by, 200, { detail: 'Share ended' }])
      expect([await walletStatus(guest.wallet.adminkey), await walletStatus(guest.wallet.inkey)]).toEqual([401, 401])
      const chosen = `/api/v1/wallet?wallet_id=${owner.id}`
      expect((await world.call('GET', chosen, { token: guest.token })).status).toBe(404)
      expect((await world.call('GET', '/api/v1/wallets', { token: guest.token })).body).toHaveLength(1)
      expect((await world.call('DELETE', `${SHARE}/${guest.shareId}`, credential)).status).toBe(404)
      expect(await walletStatus(owner.adminKey)).toBe(200)
    }
  })

  test('the owner changes what a guest may do: from the next request on; a guest or a stranger cannot', async () => {
    const owner = await world.openWallet(100)
    const guest = await share(owner)
    const change = (credential: object, permissions: readonly string[]) =>
      world.call('PUT', `${SHARE}/${guest.shareId}`, { ...credential, body: { permissions } })
    const { bolt11 } = await world.invoice(await world.openWallet(), 5)
    const pay = () =>
      world.call('POST', '/api/v1/payments', { key: guest.wallet.adminkey, body: { out: true, bolt11 } })
    const [ownerToken, stranger] = [await tokenOf(world, owner), await world.openWallet()]
    for (const credential of [{ token: guest.token }, { token: await tokenOf(world, stranger) }])
      expect((await change(credential, ALL)).status).toBe(404)
    expect((await change({ key: stranger.adminKey }, ALL)).status).toBe(404)
    expect((await change({ key: guest.wallet.adminkey }, ALL)).status).toBe(403)
    expect((await change({ key: owner.adminKey }, [])).status).toBe(422)

    const less = await change({ key: owner.adminKey }, ['view-payments'])
    expect([less.status, less.body.permissions, less.body.status]).toEqual([200, ['view-payments'], 'accepted'])
    expect((await pay()).status).toBe(403)
    expect((await change({ token: ownerToken }, ['VIEW_PAYMENTS', 'SEND_PAYMENTS'])).body).toEqual({
      ...less.body,
      permissions: ['view-payments', 'send-payments'],
    })
    expect((await pay()).status).toBe(201)
  })

  test('new keys of the owner end the share, unless guests are kept; ending a share leaves the keys of the owner', async () => {
    const [owner, strict] = [await world.openWallet(), await world.openWallet()]
    const [guest, gone] = [await share(owner), await share(strict)]
    const renew = async (key: string, body?: object) =>
      (await world.call('PUT', '/api/v1/wallet/reset', { key, ...(body !== undefined && { body }) })).body
    await renew(strict.adminKey)
    expect([await walletStatus(gone.wallet.adminkey), await walletStatus(gone.wallet.inkey)]).toEqual([401, 401])
    expect((await world.call('GET', '/api/v1/wallets', { token: gone.token })).body).toHaveLength(1)
    const reset = await renew(owner.adminKey, { keep: ['guest-share'] })
    expect([await walletStatus(owner.adminKey), await walletStatus(guest.wallet.adminkey)]).toEqual([401, 200])
    await world.call('DELETE', `${SHARE}/${guest.shareId}`, { token: guest.token })
    expect(await walletStatus(reset.adminkey)).toBe(200)
  })

  test('the deletion of the wallet ends its shares', async () => {
    const owner = await world.openWallet()
    const guest = await share(owner)
    const pending = await invite(owner, nameOf(await world.openWallet()))
    expect((await world.call('DELETE', '/api/v1/wallet', { key: owner.adminKey })).status).toBe(200)
    expect([await walletStatus(guest.wallet.adminkey), await walletStatus(guest.wallet.inkey)]).toEqual([401, 401])
    expect((await world.call('GET', '/api/v1/wallets', { token: guest.token })).body).toHaveLength(1)
    expect((await world.call('GET', SHARE, { token: guest.token })).body).toEqual([])
    expect((await accept(guest.token, pending.body.share_request_id)).status).toBe(404)
  })

  test('the deletion of the guest or of the owner ends it', async () => {
    const boss = { username: 'boss', password: 'a good password' }
    const token = (await world.call('POST', '/api/v1/auth', { body: boss })).body.access_token
    const remove = async ({ userId }: WorldWallet) =>
      (await world.call('DELETE', `/users/api/v1/user/${userId}`, { token })).status
    const [owner, first, second] = [await world.openWallet(), await world.openWallet(), await world.openWallet()]
    const [gone, left] = [await shareWallet(world, owner, first), await shareWallet(world, owner, second)]
    expect([await walletStatus(gone.wallet.adminkey), await remove(first)]).toEqual([200, 200])
    expect([await walletStatus(gone.wallet.adminkey), await walletStatus(gone.wallet.inkey)]).toEqual([401, 401])
    expect((await world.call('GET', SHARE, { key: owner.adminKey })).body).toHaveLength(1)
    expect([await walletStatus(left.wallet.adminkey), await remove(owner)]).toEqual([200, 200])
    expect([await walletStatus(left.wallet.adminkey), await walletStatus(left.wallet.inkey)]).toEqual([401, 401])
    expect((await world.call('GET', SHARE, { token: left.token })).body).toEqual([])
  })

  test('a rejected invitation is deleted; an accepted one is ended as a share', async () => {
    const [owner, guest] = [await world.openWallet(), await world.openWallet()]
    const token = await tokenOf(world, guest)
    const { share_request_id: id } = (await invite(owner, nameOf(guest))).body
    const reject = () => world.call('DELETE', `${SHARE}/invite/${id}`, { token })
    const rejected = await reject()
    expect([rejected.status, rejected.body]).toEqual([200, { detail: 'Invitation rejected' }])
    expect([(await reject()).status, (await accept(token, id)).status]).toEqual([404, 404])
    const { shareId } = await shareWallet(world, owner, guest)
    expect((await world.call('DELETE', `${SHARE}/invite/${shareId}`, { token })).status).toBe(404)
    expect((await world.call('GET', SHARE, { token })).body).toHaveLength(1)
  })

  test('the owner sees the guests’ names, the guest the owner’s; neither sees a user id', async () => {
    const [owner, first, second] = [await world.openWallet(), await world.openWallet(), await world.openWallet()]
    await shareWallet(world, owner, first, ['view-payments'])
    await invite(owner, nameOf(second), ['send-payments'])
    const body = (guest: WorldWallet, permission: string, status: string) => ({
      share_request_id: expect.any(String),
      wallet_id: owner.id,
      wallet_name: 'Test',
      owner: nameOf(owner),
      username: nameOf(guest),
      permissions: [permission],
      status,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const both = [body(first, 'view-payments', 'accepted'), body(second, 'send-payments', 'pending')]
    expect((await world.call('GET', SHARE, { key: owner.adminKey })).body).toEqual(both)
    expect((await world.call('GET', SHARE, { token: await tokenOf(world, owner) })).body).toEqual(both)
    expect((await world.call('GET', SHARE, { token: await tokenOf(world, second) })).body).toEqual([both[1]])
    expect((await world.call('GET', SHARE, { key: owner.invoiceKey })).status).toBe(403)
  })

  test('shares between two other users are not visible', async () => {
    const [owner, guest, stranger] = [await world.openWallet(), await world.openWallet(), await world.openWallet()]
    const token = await tokenOf(world, stranger)
    const pending = (await invite(owner, nameOf(guest))).body.share_request_id
    const { shareId } = await share(owner)
    for (const id of [pending, shareId, 'x']) {
      const ended = await world.call('DELETE', `${SHARE}/${id}`, { token })
      expect([id, ended.status, ended.body]).toEqual([id, 404, { detail: 'Share not found.', code: 'share_not_found' }])
      expect((await world.call('DELETE', `${SHARE}/${id}`, { key: stranger.adminKey })).status).toBe(404)
      expect((await world.call('DELETE', `${SHARE}/invite/${id}`, { token })).status).toBe(404)
      expect((await accept(token, id)).status).toBe(404)
    }
    expect((await world.call('GET', SHARE, { token })).body).toEqual([])
    // The owner cannot accept in the guest's place.
    expect((await accept(await tokenOf(world, owner), pending)).status).toBe(404)
    // An admin key ends shares of its own wallet only, also where its user owns both.
    const second = (await world.call('POST', '/api/v1/wallet', { token: await tokenOf(world, owner) })).body
    expect((await world.call('DELETE', `${SHARE}/${shareId}`, { key: second.adminkey })).status).toBe(404)
  })

  test('one share per guest, none with oneself, a hundred at most', async () => {
    const [owner, guest] = [await world.openWallet(), await world.openWallet()]
    expect((await invite(owner, nameOf(guest))).status).toBe(201)
    expect((await invite(owner, nameOf(guest).toUpperCase(), ['view-payments'])).status).toBe(400)
    expect((await invite(owner, nameOf(owner))).status).toBe(400)
    const guests = await Promise.all(Array.from({ length: 99 }, () => world.openWallet()))
    const invited = await Promise.all(guests.map((one) => invite(owner, nameOf(one))))
    expect(new Set(invited.map(({ status }) => status))).toEqual(new Set([201]))
    expect((await invite(owner, nameOf(await world.openWallet()))).status).toBe(400)
  })

  test('two concurrent acceptances give one pair of keys', async () => {
    const [owner, guest] = [await world.openWallet(), await world.openWallet()]
    const token = await tokenOf(world, guest)
    const { share_request_id: id } = (await invite(owner, nameOf(guest))).body
    const answers = await Promise.all([accept(token, id), accept(token, id), accept(token, id)])
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    expect(await walletStatus(answers[0]?.body.adminkey)).toBe(200)
  })

  test.each([
    [{ username: 'x' }, 'body.permissions'],
    [{ permissions: ALL }, 'body.username'],
    [{ username: '', permissions: ALL }, 'body.username'],
    [{ username: 'a\0b', permissions: ALL }, 'body.username'],
    [{ username: 'x', permissions: [] }, 'body.permissions'],
    [{ username: 'x', permissions: 'send-payments' }, 'body.permissions'],
    [{ username: 'x', permissions: ['send-payments', 'send-payments'] }, 'body.permissions'],
    [{ username: 'x', permissions: ['own'] }, 'body.permissions.0'],
  ])('an invitation of %j is 422', async (body, place) => {
    const { adminKey: key } = await world.openWallet()
    const answer = await world.call('PUT', `${SHARE}/invite`, { key, body })
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(`${place}: `)])
  })

  test('where registration is open, an unknown name is 404', async () => {
    expect((await invite(await world.openWallet(), 'unknown-user')).status).toBe(404)
  })

  test('the audit log has who offered, accepted and ended a share', async () => {
    const [owner, guest] = [await world.openWallet(), await world.openWallet()]
    const { shareId, token } = await shareWallet(world, owner, guest)
    await world.call('DELETE', `${SHARE}/${shareId}`, { token })
    const log = await world.db.list(
      'SELECT actor, action FROM audit_log WHERE subject = $1 ORDER BY id',
      [shareId],
      (row: { actor: string; action: string }) => [row.actor, row.action],
    )
    expect(log).toEqual([
      [owner.userId, 'wallet-share-offered'],
      [guest.userId, 'wallet-share-accepted'],
      [guest.userId, 'wallet-share-ended'],
    ])
  })

  test('a restart changes nothing about a share', async () => {
    const guest = await share(await world.openWallet(7))
    await world.restart()
    expect((await world.call('GET', '/api/v1/wallet', { key: guest.wallet.adminkey })).body).toEqual(guest.wallet)
  })
})
