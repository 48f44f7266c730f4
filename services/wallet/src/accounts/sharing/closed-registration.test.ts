import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const SHARE = '/api/v1/wallet/share'
const ALL = ['view-payments', 'receive-payments', 'send-payments']

describe.each(LOGIC_DIALECTS)('sharing where registration is closed, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_ALLOW_NEW_ACCOUNTS: 'false' } })
  })
  afterAll(() => world.close())

  test('an invitation does not reveal whether the user exists', async () => {
    const [owner, guest] = [await world.openWallet(), await world.openWallet()]
    const invite = (username: string) =>
      world.call('PUT', `${SHARE}/invite`, { key: owner.adminKey, body: { username, permissions: ALL } })
    for (const username of [`user-${guest.userId}`, 'unknown-user']) {
      const { status, body } = await invite(username)
      expect([status, body]).toEqual([
        201,
        { share_request_id: expect.any(String), wallet_id: owner.id, username, permissions: ALL, status: 'pending' },
      ])
      expect((await invite(username)).status).toBe(400)
    }
    const listed = (await world.call('GET', SHARE, { key: owner.adminKey })).body
    expect(listed.map(({ username }: { username: string }) => username)).toEqual([
      `user-${guest.userId}`,
      'unknown-user',
    ])
    const url = `${SHARE}/${listed[1].share_request_id}`
    expect((await world.call('DELETE', url, { key: owner.adminKey })).status).toBe(200)
  })
})
