import { expect } from 'vitest'
import { createStopLinks } from '../../services/wallet/src/notifications/mail/stop-links.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { codeText, driveFossa } from '../../services/wallet/test/world/extensions/drive-fossa.ts'
import { newUid, tapPath } from '../../services/wallet/test/world/extensions/software-card.ts'
import { hashOf, hex } from '../../services/wallet/test/world/lnbits/small-lnbits.ts'
import { askBalance, publicKeyOf, readConnection } from '../../services/wallet/test/world/nostr/ask-own-relay.ts'
import { TEST_AUTH_SECRET } from '../../services/wallet/test/world/open-world.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { answerOf, type HandOut, ITEM_CODES, makeItem, type Stage } from './item-codes.ts'

/** The payer pays it inside: nothing listens at any address. */
const received = async ({ world, owner, payer }: Stage, lnurl: string): Promise<void> => {
  const before = await world.balanceMsat(owner)
  const paid = await world.call('POST', '/api/v1/payments/lnurl', {
    key: payer.adminKey,
    body: { lnurl, amount: 10_000 },
  })
  expect([paid.status, paid.body.detail]).toEqual([201, undefined])
  expect(await world.balanceMsat(owner)).toBe(before + 10_000)
}

/** Requests of the app: every URL reaches this process. */
async function balanceFor(uri: string, { world, listening }: Stage): Promise<number> {
  const app = readConnection(uri)
  const { pathname } = new URL(app.relay)
  return askBalance({ ...app, relay: listening.replace('http', 'ws') + pathname }, world.nowSeconds)
}

/** An app's secret in LNbits, and the service key there. */
export const OLD_APP = { secret: '22'.repeat(32), service: '11'.repeat(32) }

/** Data that a program or a device stores, or that is printed, mailed or stored elsewhere. */
export const HANDED_OUT: Readonly<Record<string, HandOut>> = {
  ...ITEM_CODES,

  async 'a pay link that a wallet of this service scans'(stage) {
    const { lnurl } = await makeItem(stage, 'lnurlp')
    return (later) => received(later, lnurl)
  },
  async 'a Lightning address, asked by others and paid by a wallet of this service'(stage) {
    const { lightning_address: address, id } = await makeItem(stage, 'lnurlp', { username: newUid() })
    const [name, host] = address.split('@')
    return async (later) => {
      const asked = await later.world.call('GET', `/.well-known/lnurlp/${name}`, { headers: { host } })
      expect(asked.body).toMatchObject({ tag: 'payRequest', callback: expect.stringContaining(id) })
      await received(later, address)
    }
  },
  async 'a Nostr name'(stage) {
    const { host, hostname } = new URL(stage.base)
    const domain = await makeItem(stage, 'nostrnip5', { domain: `${newUid()}.${hostname}` })
    return async ({ world }) => {
      const headers = { host: `${domain.domain as string}${host.slice(hostname.length)}` }
      const asked = await world.call('GET', '/.well-known/nostr.json?name=x', { headers })
      expect(asked.body).toEqual({ names: {}, relays: {} })
    }
  },
  async 'a voucher that a wallet of this service takes'(stage) {
    const { lnurl } = await makeItem(stage, 'withdraw', { uses: 20, wait_time: 0 })
    return async ({ world, payer }) => {
      const body = { lnurl, amount: 15 }
      const taken = await world.call('POST', '/api/v1/lnurlwithdraw', { key: payer.invoiceKey, body })
      expect([taken.status, taken.body.detail]).toEqual([201, undefined])
      await world.tick()
    }
  },
  async 'a wallet that forwards what it receives to a stored link'(stage) {
    const { lnurl } = await makeItem(stage, 'lnurlp', { min: 1 })
    const wallet = await stage.world.openWallet()
    await activateExtension(stage.world, wallet, 'scrub')
    const body = { description: 'All', payoraddress: lnurl }
    const scrub = await stage.world.call('POST', '/scrub/api/v1/', { key: wallet.adminKey, body })
    expect([scrub.status, scrub.body.detail]).toEqual([201, undefined])
    return async ({ world, owner, payer }) => {
      const before = await world.balanceMsat(owner)
      const invoice = await world.invoice(wallet, 200)
      expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
      await expect.poll(() => world.balanceMsat(owner), { timeout: 10_000 }).toBeGreaterThan(before + 150_000)
    }
  },
  async 'a card, tapped at any till'(stage) {
    const card = await makeItem(stage, 'boltcards')
    let taps = 0
    return async ({ world }) => {
      const offer = await answerOf(world, stage.base + tapPath(card, (taps += 1)))
      expect(offer).toMatchObject({ tag: 'withdrawRequest' })
    }
  },
  async 'a machine that prints slips'({ world, owner, base }) {
    const { id, device } = await driveFossa(
      () => world,
      () => owner,
    ).make()
    return async (later) => {
      const slip = `${base}/fossa/lnurl/${id}?p=${encodeURIComponent(codeText(device.authenticated(5)))}`
      expect(await answerOf(later.world, slip)).toMatchObject({ tag: 'withdrawRequest' })
    }
  },
  async 'a link for the door of an event'(stage) {
    const { id } = await makeItem(stage, 'events')
    const { body } = await stage.world.call('POST', `/events/api/v1/${id as string}/door`, {
      key: stage.owner.adminKey,
    })
    const { host, pathname, hash } = new URL(body.door_link)
    return async ({ world }) => {
      expect((await world.call('GET', pathname, { headers: { host } })).status).toBe(200)
      const scanned = { body: { secret: hash.slice(1), ticket: 'x' }, headers: { host } }
      const asked = await world.call('POST', `/events/public/${id as string}/door`, scanned)
      expect(asked.body).toEqual({ outcome: 'unknown' })
    }
  },
  async 'a short link'({ world, owner, base }) {
    const target = `${base}/lnurlp/p/x`
    const { body } = await world.call('POST', '/api/v1/tinyurl', { key: owner.adminKey, body: { url: target } })
    const { host, pathname } = new URL(body.url)
    return async (later) => {
      const followed = await later.world.call('GET', pathname, { headers: { host } })
      expect([followed.status, followed.headers['location']]).toEqual([307, target])
    }
  },
  async 'a link in a mail by which its reader stops mail'({ base }) {
    const address = createStopLinks({ secret: TEST_AUTH_SECRET, publicUrl: base }).linkFor('ada@mail.example')
    return async ({ world }) => expect(await answerOf(world, address)).toMatchObject({ status: 200 })
  },
  async 'a login of LndHub'(stage) {
    const { uri } = await makeItem(stage, 'lndhub')
    const [, login, password, address] = /^lndhub:\/\/(.*):(.*)@(.*)$/.exec(uri) ?? []
    const { host, pathname } = new URL(address ?? '')
    return async ({ world }) => {
      const body = { login, password }
      const opened = await world.call('POST', `${pathname}auth?type=auth`, { headers: { host }, body })
      expect(opened.body).toMatchObject({ access_token: expect.any(String) })
    }
  },
  async 'a key and a token of a program'({ world, owner, base }) {
    const [headers, token] = [{ host: new URL(base).host }, await tokenOf(world, owner)]
    const acl = { name: 'Program', allowed_endpoints: ['GET /api/v1/wallets'] }
    const { id } = (await world.call('POST', '/api/v1/auth/acls', { token, body: acl })).body
    const { token: given } = (await world.call('POST', `/api/v1/auth/acls/${id as string}/tokens`, { token })).body
    return async (later) => {
      const asked = [
        await later.world.call('GET', '/api/v1/wallet', { key: owner.invoiceKey, headers }),
        await later.world.call('GET', '/api/v1/wallets', { token: given, headers }),
      ]
      expect(asked.map(({ status }) => status)).toEqual([200, 200])
    }
  },
  async 'a wallet connection at the own relay'(stage) {
    const { connection_uri: uri, id } = await makeItem(stage, 'nwcprovider')
    return async (later) => {
      const { world, owner, base } = later
      expect(await balanceFor(uri, later)).toBe(await world.balanceMsat(owner))
      const shown = await world.call('GET', `/nwcprovider/api/v1/${id as string}`, { key: owner.adminKey })
      const relay = `${base.replace('http', 'ws')}/nwcprovider/relay`
      expect(shown.body).toMatchObject({ relay, relays: [relay] })
    }
  },
  async 'a wallet connection of a version that stored the address of its relay'(stage) {
    const { connection_uri: uri, id } = await makeItem(stage, 'nwcprovider')
    const [own, then] = ['wss://own.invalid', `${stage.base.replace('http', 'ws')}/nwcprovider/relay`]
    await writeDirectly(
      stage.world,
      `UPDATE extension_rows SET data = replace(data, '${own}', '${then}') WHERE id = '${id as string}'`,
    )
    return async (later) => expect(await balanceFor(uri, later)).toBe(await later.world.balanceMsat(later.owner))
  },
  async 'a wallet connection of LNbits at the old address of its relay'({ base }) {
    const relay = `${base.replace('http', 'ws')}/nostrclient/api/v1/relay`
    const key = publicKeyOf(OLD_APP.service)
    const uri = `nostr+walletconnect://${key}?relay=${encodeURIComponent(relay)}&secret=${OLD_APP.secret}`
    return async (later) => expect(await balanceFor(uri, later)).toBe(await later.world.balance('shop'))
  },
  ...Object.fromEntries(
    [
      '/lnurlp/pay001',
      '/lnurlp/link/pay001',
      '/lnurlp/print/pay001',
      '/lnurlp/api/v1/lnurl/pay001',
      '/withdraw/abcDEF',
      '/withdraw/api/v1/lnurl/gWpCwT7aF9yk4B2nM6vLxe',
      '/boltcards/api/v1/scan/extern1extern1extern1e?p=00&c=00',
      '/fossa/api/v1/lnurl/abc12?p=abc',
      '/bitcoinswitch/api/v1/lnurl/switch2switch2switch22?pin=21',
      '/tpos/till1',
      '/satspay/charge2',
      '/paywall/wall1',
      '/invoices/pay/inv1',
      '/tipjar/1',
      '/offlineshop/lnurl/item1',
      '/copilot/cp/cop1',
      '/copilot/lnurl/cop1',
      '/events/event1',
      '/events/register/event1',
      `/events/ticket/${hashOf('ticket')}`,
      '/nostrnip5/signup/dom1',
      '/nostrnip5/api/v1/domain/dom1/nostr.json?name=ann',
      '/lncalendar/cal1',
      '/lnticket/form1',
      '/getinfo',
    ].map(
      (path) =>
        [
          `${path} of LNbits`,
          async ({ world, base }) => {
            const before = await answerOf(world, base + path)
            expect(before.status).toBe(200)
            return async (later: Stage) => expect(await answerOf(later.world, base + path)).toEqual(before)
          },
        ] satisfies [string, HandOut],
    ),
  ),
  async 'a short link of LNbits'({ base }) {
    const { host } = new URL(base)
    return async ({ world }) => {
      const followed = await world.call('GET', '/t/aB3dE9xZ', { headers: { host } })
      expect([followed.status, followed.headers['location']]).toEqual([307, 'https://example.com/menu'])
    }
  },
  async 'a login of LndHub of LNbits'({ base }) {
    const headers = { host: new URL(base).host }
    return async ({ world }) => {
      const body = { login: 'invoice', password: hex('purse invoice') }
      const opened = await world.call('POST', '/lndhub/ext/auth', { headers, body })
      expect(opened.body).toMatchObject({ access_token: expect.any(String) })
    }
  },
  async 'a key of LNbits'({ base }) {
    const headers = { host: new URL(base).host }
    return async ({ world }) => {
      const asked = ['/api/v1/wallet', '/lnbits/api/v1/wallet'].map((path) =>
        world.call('GET', path, { key: hex('shop invoice'), headers }),
      )
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200])
    }
  },
  async 'a Lightning address of LNbits'({ base }) {
    const { host } = new URL(base)
    return async ({ world, payer }) => {
      const before = await world.balance('shop')
      const body = { lnurl: `coffee@${host}`, amount: 10_000 }
      const paid = await world.call('POST', '/api/v1/payments/lnurl', { key: payer.adminKey, body })
      expect([paid.status, paid.body.detail]).toEqual([201, undefined])
      expect(await world.balance('shop')).toBe(before + 10_000)
    }
  },
}
