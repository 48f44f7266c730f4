import { afterEach, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { LNURLP } from './lnurlp.ts'

const [PAY, SHOP] = ['pay.example', 'shop.example']
const publicAt = (host: string, SERVICE_DOMAINS = '') => ({ SERVICE_PUBLIC_URL: `https://${host}`, SERVICE_DOMAINS })

describe.each(LOGIC_DIALECTS)('Lightning addresses when the public URL changes, on %s', (dialect) => {
  let world: World
  afterEach(() => world.close())

  const open = async (env: Readonly<Record<string, string>>): Promise<WorldWallet> => {
    world = await openWorld({ dialect, builtIns: [LNURLP], env })
    return newOwner()
  }
  const newOwner = async (): Promise<WorldWallet> => {
    const wallet = await world.openWallet()
    await activateExtension(world, wallet, 'lnurlp')
    return wallet
  }
  const post = (owner: WorldWallet, body: object) =>
    world.call('POST', '/lnurlp/api/v1/', {
      key: owner.adminKey,
      body: { description: 'Choir', min: 10, max: 1000, ...body },
    })
  const make = async (owner: WorldWallet, body: object): Promise<string> => {
    const { status, body: link } = await post(owner, body)
    expect([status, link.detail]).toEqual([201, undefined])
    return link.id
  }
  const put = (owner: WorldWallet, id: string, body: object) =>
    world.call('PUT', `/lnurlp/api/v1/${id}`, { key: owner.adminKey, body })
  /** The link of an address. */
  const leadsTo = async (name: string, host: string): Promise<string | undefined> => {
    const { body } = await world.call('GET', `/.well-known/lnurlp/${name}`, { headers: { host } })
    return /\/lnurl\/([^/]+)\/cb/.exec(body.callback)?.[1]
  }

  test('a name without a domain is valid at the new public host and at former ones, listed as domains or not', async () => {
    const owner = await open(publicAt(PAY))
    const ada = await make(owner, { username: 'ada' })
    const starts = [
      [publicAt(SHOP), [PAY, SHOP]],
      [publicAt(SHOP, PAY), [PAY, SHOP]],
      [publicAt(PAY, SHOP), [PAY, SHOP]],
      [publicAt(PAY), [PAY, SHOP, '127.0.0.1:5000']],
    ] as const
    for (const [env, hosts] of starts) {
      await world.restart(env)
      for (const host of hosts) expect([env, host, await leadsTo('ada', host)]).toEqual([env, host, ada])
    }
  })

  test('a name with a domain stays valid when that domain becomes the public one, and its link can be edited', async () => {
    const owner = await open(publicAt(PAY, SHOP))
    const [here, there] = [await make(owner, { username: 'ada' }), await make(owner, { username: 'ada', domain: SHOP })]
    await world.restart(publicAt(SHOP, PAY))
    expect([await leadsTo('ada', PAY), await leadsTo('ada', SHOP)]).toEqual([here, there])
    const edited = await put(owner, there, { description: 'Orchestra' })
    expect(edited.body).toMatchObject({ lightning_address: `ada@${SHOP}`, domain: SHOP })
    expect(await leadsTo('ada', SHOP)).toBe(there)
    await world.restart(publicAt(PAY))
    expect((await put(owner, there, { description: 'Band' })).status).toBe(200)
  })

  test('no other account can take a name at a host that was the public one', async () => {
    const owner = await open(publicAt(PAY))
    const ada = await make(owner, { username: 'ada' })
    await make(owner, { username: 'eve' })
    // As stored by versions up to 0.14.
    const key = `FROM extension_keys WHERE ext_id = 'lnurlp' AND kind = 'names' AND value = 'eve@${PAY}'`
    await writeDirectly(world, `DELETE FROM extension_rows WHERE ext_id = 'lnurlp' AND id IN (SELECT row_id ${key})`)
    await writeDirectly(world, `DELETE ${key}`)
    await world.restart(publicAt(SHOP, PAY))
    const other = await newOwner()
    const requireTaken = async (username: string): Promise<void> => {
      for (const domain of [undefined, PAY]) expect((await post(other, { username, domain })).status).toBe(400)
    }
    await requireTaken('ada')
    await requireTaken('eve')
    expect(await leadsTo('eve', PAY)).toBeDefined()
    expect((await put(owner, ada, { username: 'grace' })).status).toBe(200)
    expect(await leadsTo('ada', PAY)).toBeUndefined()
    await requireTaken('ada')
    const again = await make(owner, { username: 'ada', domain: PAY })
    expect(await leadsTo('ada', PAY)).toBe(again)
  })

  test('an address that belongs to two wallets after a change has no payee', async () => {
    const [owner, other] = [await open(publicAt(PAY, SHOP)), await newOwner()]
    const here = await make(owner, { username: 'ada' })
    const there = await make(other, { username: 'ada', domain: SHOP })
    expect([await leadsTo('ada', PAY), await leadsTo('ada', SHOP)]).toEqual([here, there])
    await world.restart(publicAt(SHOP, PAY))
    expect([await leadsTo('ada', PAY), await leadsTo('ada', SHOP)]).toEqual([here, undefined])
    await world.restart(publicAt(PAY, SHOP))
    expect([await leadsTo('ada', PAY), await leadsTo('ada', SHOP)]).toEqual([here, there])
  })
})
