import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../../test/world/accounts/open-browser.ts'
import { openTestSocket } from '../../test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('the socket of a session, on %s', (dialect) => {
  let world: World
  let host: string
  let payer: WorldWallet
  let people = 0
  beforeAll(async () => {
    world = await openWorld({ dialect })
    // Background work runs: the follower of events among it.
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    host = `127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
    payer = await world.openWallet(1000)
  })
  afterAll(() => world.close())

  const open = (): Promise<TestBrowser> => openBrowser(world, `socket-${(people += 1)}`)
  const connect = async ({ cookie }: Pick<TestBrowser, 'cookie'>, lastId?: unknown) => {
    const socket = await openTestSocket(`ws://${host}/api/v1/ws`, {
      headers: { cookie: cookie(), origin: `http://${host}` },
    })
    socket.say({ subscribe: 'account', ...(lastId !== undefined && { last_id: lastId }) })
    await socket.heard()
    return socket
  }
  /** Pays one satoshi into a wallet of the browser's user. */
  const payInto = async (browser: TestBrowser, walletId: string, memo: string) => {
    const url = `/api/v1/payments?wallet_id=${walletId}`
    const { body } = await browser.call('POST', url, { body: { out: false, amount: 1, memo } })
    expect((await world.send(payer, body.bolt11)).status).toBe(201)
  }
  const memos = ({ messages }: { messages: Record<string, unknown>[] }) => messages.map(({ memo }) => memo)

  test('it gets the payments of every wallet of its user, also new ones, and of no other user', async () => {
    const [browser, stranger] = [await open(), await open()]
    const [socket, other] = [await connect(browser), await connect(stranger)]
    const { body: wallets } = await browser.call('GET', '/api/v1/wallets')
    await payInto(browser, wallets[0].id, 'first wallet')
    const { body: added } = await browser.call('POST', '/api/v1/wallet', { body: { name: 'New' } })
    await payInto(browser, added.id, 'new wallet')
    await expect.poll(() => memos(socket)).toEqual(['first wallet', 'new wallet'])
    expect(socket.messages[1]).toMatchObject({
      wallet_id: added.id,
      event: 'payment_received',
      amount: 1,
      balance: 1000,
    })
    expect(other.messages).toEqual([])
  })

  test('a guest who may view payments gets them as long as the share lasts', async () => {
    const [owner, guest] = [await open(), await open()]
    const { body: wallets } = await owner.call('GET', '/api/v1/wallets')
    const { id } = wallets[0]
    const invite = { username: `socket-${people}`, permissions: ['view-payments'] }
    const { body: share } = await owner.call('PUT', `/api/v1/wallet/share/invite?wallet_id=${id}`, { body: invite })
    const shareId = share.share_request_id
    const [ownSocket, socket] = [await connect(owner), await connect(guest)]
    await payInto(owner, id, 'before')
    // An event is sent to users who may view the wallet when it is delivered.
    await expect.poll(() => memos(ownSocket)).toEqual(['before'])
    await guest.call('PUT', '/api/v1/wallet/share', { body: { share_request_id: shareId } })
    await payInto(owner, id, 'shared')
    await expect.poll(() => memos(socket)).toEqual(['shared'])
    await owner.call('DELETE', `/api/v1/wallet/share/${shareId}?wallet_id=${id}`)
    await payInto(owner, id, 'after')
    await world.tick()
    await socket.heard()
    expect(memos(socket)).toEqual(['shared'])
  })

  test('it resumes after the last id it received: nothing is missed or sent twice', async () => {
    const browser = await open()
    const { body: wallets } = await browser.call('GET', '/api/v1/wallets')
    const { id } = wallets[0]
    const socket = await connect(browser)
    await payInto(browser, id, 'seen')
    await expect.poll(() => memos(socket)).toEqual(['seen'])
    socket.socket.terminate()
    await payInto(browser, id, 'missed')
    const again = await connect(browser, socket.messages[0]?.['id'])
    await payInto(browser, id, 'live')
    await expect.poll(() => memos(again)).toEqual(['missed', 'live'])
  })

  test('it closes within two seconds after its session has ended, and others stay open', async () => {
    const [browser, stranger] = [await open(), await open()]
    const [socket, other] = [await connect(browser), await connect(stranger)]
    await browser.call('POST', '/api/v1/auth/logout')
    const began = performance.now()
    await expect.poll(() => socket.closed()).toBe(1008)
    expect(performance.now() - began).toBeLessThan(2000)
    expect(other.closed()).toBeUndefined()
  })

  test('a client without a session cannot subscribe to an account', async () => {
    const ended = await open()
    await ended.call('POST', '/api/v1/auth/logout')
    for (const cookie of ['', 'satchel=x', ended.cookie()]) {
      const socket = await connect({ cookie: () => cookie })
      await expect
        .poll(() => socket.messages)
        .toEqual([{ error: 'Only a session of the web app may subscribe to its account.' }])
    }
  })

  test('a page of another site cannot open the socket of a session', async () => {
    const browser = await open()
    const headers = { cookie: browser.cookie(), origin: 'https://evil.example' }
    await expect(openTestSocket(`ws://${host}/api/v1/ws`, { headers })).rejects.toThrow('403')
  })
})
