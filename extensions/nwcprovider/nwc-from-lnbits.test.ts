import { NWCClient } from '@getalby/sdk/nwc'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { getPublicKey } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { buildLnbits } from '../../services/wallet/test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../services/wallet/test/world/lnbits/import-built.ts'
import { hex, smallCore } from '../../services/wallet/test/world/lnbits/small-lnbits.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const SERVICE = '11'.repeat(32)
const APPS = { shop: '22'.repeat(32), purse: '33'.repeat(32) }
const pubkeyOf = (secret: string): string => getPublicKey(Buffer.from(secret, 'hex'))

test.each(LOGIC_DIALECTS)(
  'apps of LNbits continue with one service key and the old relay address, on %s',
  async (dialect) => {
    const port = await reservePort()
    const env = { SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}`, SERVICE_NOSTR_OWN_RELAY: 'true' }
    const world = await openWorld({ dialect, builtIns: [NWCPROVIDER], env })
    onTestFinished(() => world.close())
    const app = (wallet: keyof typeof APPS, permissions: string) => ({
      pubkey: pubkeyOf(APPS[wallet]),
      wallet: hex(wallet),
      description: wallet,
      expires_at: 0,
      permissions,
      created_at: 1_700_000_000,
      last_used: 0,
    })
    const config = [
      { key: 'provider_key', value: SERVICE },
      { key: 'relay', value: 'nostrclient' },
    ]
    const nwcprovider = { keys: [app('shop', 'balance info'), app('purse', 'pay balance info')], config }
    const core = smallCore(world.nowSeconds())
    const lnbits = await buildLnbits({ dialect, rows: { core, nwcprovider } })
    onTestFinished(() => lnbits.drop())
    await importBuilt(world, lnbits, {
      extensions: [NWCPROVIDER],
      domains: ['127.0.0.1'],
    })
    await world.app.listen({ host: '127.0.0.1', port })
    await world.service.start()
    const relay = `ws://127.0.0.1:${port}/nostrclient/api/v1/relay`
    const open = (wallet: keyof typeof APPS) => {
      const nostrWalletConnectUrl = `nostr+walletconnect://${pubkeyOf(SERVICE)}?relay=${relay}&secret=${APPS[wallet]}`
      const client = new NWCClient({ nostrWalletConnectUrl })
      onTestFinished(() => client.close())
      return client
    }
    const [shop, purse] = [open('shop'), open('purse')]
    const balance = async (wallet: string) =>
      (await world.call('GET', '/api/v1/wallet', { key: hex(`${wallet} admin`) })).body.balance
    await expect.poll(() => shop.getWalletServiceInfo().catch(() => undefined)).toBeDefined()
    // The permissions of one of them are in the announcement, which belongs to the key.
    expect((await shop.getWalletServiceInfo()).capabilities).toContain('pay_invoice')
    expect(await shop.getBalance()).toEqual({ balance: await balance('shop') })
    expect(await purse.getBalance()).toEqual({ balance: await balance('purse') })
    const { bolt11: invoice, preimage } = await world.foreignInvoice(1000)
    await expect(shop.payInvoice({ invoice })).rejects.toThrow(/permission pay/)
    expect(await purse.payInvoice({ invoice })).toMatchObject({ preimage })
    // A connection that is deleted takes no key from the others.
    const key = hex('shop admin')
    const [item] = (await world.call('GET', '/nwcprovider/api/v1/', { key })).body
    expect((await world.call('DELETE', `/nwcprovider/api/v1/${item.id as string}`, { key })).status).toBeLessThan(300)
    expect(await purse.getBalance()).toEqual({ balance: await balance('purse') })
    expect(await world.violations()).toEqual([])
  },
)
