import { randomUUID } from 'node:crypto'
import { openLoopbackDns } from '@satchel/outbound/world/loopback-dns'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterEach, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { SCRUB } from '../scrub/scrub.ts'
import { WITHDRAW } from '../withdraw/withdraw.ts'
import { LNURLP } from './lnurlp.ts'

const REQUESTS_A_MINUTE = 40

describe.each(LOGIC_DIALECTS)('links of this installation, asked by its own wallets, on %s', (dialect) => {
  let world: World
  let payee: WorldWallet
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const open = async (env: Readonly<Record<string, string>>): Promise<void> => {
    const limit = { SERVICE_RATE_LIMIT_NO: String(REQUESTS_A_MINUTE), SERVICE_RATE_LIMIT_UNIT: 'minute' }
    world = await openWorld({ dialect, builtIns: [LNURLP, WITHDRAW, SCRUB], env: { ...limit, ...env } })
    payee = await world.openWallet(10_000)
    for (const extId of ['lnurlp', 'withdraw']) await activateExtension(world, payee, extId)
  }
  /** Calls as a client at that address. */
  const callFrom = async (
    remoteAddress: string,
    method: 'GET' | 'POST',
    url: string,
    { key, body, headers = {} }: { key?: string; body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const answer = await world.app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...headers, ...(key !== undefined && { 'x-api-key': key }) },
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  const makeLink = async (body: object = {}) => {
    const link = { description: 'Choir', min: 10, max: 1000, comment_chars: 20, ...body }
    const answer = await callFrom('192.0.2.1', 'POST', '/lnurlp/api/v1/', { key: payee.adminKey, body: link })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const scan = (from: string, wallet: WorldWallet, lnurl: string) =>
    callFrom(from, 'POST', '/api/v1/lnurlscan', { key: wallet.invoiceKey, body: { lnurl } })
  const pay = (from: string, wallet: WorldWallet, body: object) =>
    callFrom(from, 'POST', '/api/v1/payments/lnurl', { key: wallet.adminKey, body })

  test('accounts that request own links continuously do not keep another account from paying one', async () => {
    const port = await reservePort()
    await open({ SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}` })
    await world.app.listen({ host: '127.0.0.1', port })
    await makeLink({ username: 'choir' })
    const address = `choir@127.0.0.1:${port}`
    for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const attacker = await world.openWallet(1000)
      for (let asked = 0; asked < 35; asked += 1) await scan(from, attacker, address)
    }
    const honest = await world.openWallet(1000)
    const scanned = await scan('198.51.100.1', honest, address)
    expect([scanned.status, scanned.body.tag]).toEqual([200, 'payRequest'])
    const paid = await pay('198.51.100.1', honest, { lnurl: address, amount: 21_000 })
    expect([paid.status, paid.body.detail]).toEqual([201, undefined])
    expect(await world.balanceMsat(payee)).toBe(10_021_000)
  })

  test('an account that requests own links too often gets 429, and other accounts do not', async () => {
    await open({ SERVICE_PUBLIC_URL: 'https://pay.example' })
    await makeLink({ username: 'choir' })
    const attacker = await world.openWallet()
    const statuses: number[] = []
    for (let asked = 0; asked < 130; asked += 1) {
      const answer = await scan(`203.0.113.${asked % 10}`, attacker, 'choir@pay.example')
      statuses.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    const honest = await world.openWallet()
    expect((await scan('198.51.100.1', honest, 'choir@pay.example')).status).toBe(200)
  })

  test('a Lightning address of any domain of the service is paid without name resolution or a connection', async () => {
    await open({ SERVICE_PUBLIC_URL: 'https://pay.example', SERVICE_DOMAINS: 'shop.example' })
    await makeLink({ username: 'choir' })
    const link = await makeLink()
    const payer = await world.openWallet(1000)
    const byAddress = await pay('198.51.100.1', payer, { lnurl: 'choir@pay.example', amount: 10_000, comment: 'Hi' })
    expect([byAddress.status, byAddress.body.detail]).toEqual([201, undefined])
    const byCode = await pay('198.51.100.1', payer, { lnurl: link.lnurl, amount: 11_000 })
    expect([byCode.status, byCode.body.detail]).toEqual([201, undefined])
    const byOther = await scan('198.51.100.1', payer, `https://shop.example/lnurlp/lnurl/${String(link.id)}`)
    expect([byOther.status, byOther.body.tag]).toEqual([200, 'payRequest'])
    const { callback } = byOther.body as { callback: string }
    const byCallback = await pay('198.51.100.1', payer, { callback, amount: 12_000 })
    expect([byCallback.status, byCallback.body.detail]).toEqual([201, undefined])
    expect(await world.balanceMsat(payee)).toBe(10_033_000)
    expect(await world.balanceMsat(payer)).toBe(967_000)
  })

  test('an own link rejects with its own reasons: amounts, comments, unknown names', async () => {
    await open({ SERVICE_PUBLIC_URL: 'https://pay.example' })
    await makeLink({ username: 'choir' })
    const payer = await world.openWallet(5000)
    const refusalOf = async (body: object) => {
      const answer = await pay('198.51.100.1', payer, body)
      return [answer.status, answer.body.detail]
    }
    const lnurl = 'choir@pay.example'
    expect(await refusalOf({ lnurl, amount: 9000 })).toEqual([400, expect.stringContaining('amount')])
    expect(await refusalOf({ lnurl, amount: 1_001_000 })).toEqual([400, expect.stringContaining('amount')])
    const comment = 'x'.repeat(21)
    expect(await refusalOf({ lnurl, amount: 10_000, comment })).toEqual([400, expect.stringContaining('comment')])
    const missing = await scan('198.51.100.1', payer, 'missing@pay.example')
    expect([missing.status, missing.body.detail]).toEqual([
      400,
      'The service says: There is no such Lightning address.',
    ])
    expect(await world.balanceMsat(payer)).toBe(5_000_000)
  })

  test('a withdraw link of the service pays a wallet of the service, once', async () => {
    await open({ SERVICE_PUBLIC_URL: 'https://pay.example' })
    const body = { title: 'Gift', min_withdrawable: 10, max_withdrawable: 20, uses: 1, wait_time: 0 }
    const made = await callFrom('192.0.2.1', 'POST', '/withdraw/api/v1/', { key: payee.adminKey, body })
    expect(made.status).toBe(201)
    const wallet = await world.openWallet()
    const withdraw = () =>
      callFrom('198.51.100.1', 'POST', '/api/v1/lnurlwithdraw', {
        key: wallet.invoiceKey,
        body: { lnurl: made.body.lnurl, amount: 15 },
      })
    const first = await withdraw()
    expect([first.status, first.body.detail]).toEqual([201, undefined])
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(15_000)
    expect((await withdraw()).status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(15_000)
  })

  test('payouts to an own link have no limit for visitors: 80 in one minute arrive', async () => {
    await open({ SERVICE_PUBLIC_URL: 'https://pay.example' })
    await makeLink({ username: 'choir', min: 1 })
    const payer = await world.openWallet(100_000)
    const openScrub = async (): Promise<WorldWallet> => {
      const wallet = await world.openWallet()
      await activateExtension(world, wallet, 'scrub')
      const body = { description: 'All', payoraddress: 'choir@pay.example' }
      const made = await callFrom('192.0.2.2', 'POST', '/scrub/api/v1/', { key: wallet.adminKey, body })
      expect(made).toMatchObject({ status: 201 })
      return wallet
    }
    const paid = async (wallet: WorldWallet, clients: string): Promise<void> => {
      const made = { key: wallet.invoiceKey, body: { out: false, amount: 20 } }
      const { body } = await callFrom(clients, 'POST', '/api/v1/payments', made)
      const bolt11 = body.payment_request as string
      const sent = { key: payer.adminKey, body: { out: true, bolt11 } }
      expect((await callFrom(clients, 'POST', '/api/v1/payments', sent)).status).toBe(201)
    }
    const busy = await openScrub()
    for (let payment = 0; payment < 80; payment += 1) await paid(busy, `203.0.113.${payment}`)
    for (let round = 0; round < 8; round += 1) await world.tick()
    expect(await world.balanceMsat(busy)).toBe(0)
    const [now] = (await world.call('GET', '/scrub/api/v1/', { key: busy.invoiceKey })).body
    expect(now).toMatchObject({ held_total: 0, forwarded_total: 80 * 20 })
    const unpaid = `SELECT id FROM extension_intents WHERE state <> 'paid'`
    expect(await world.db.list(unpaid, [], (row) => row)).toEqual([])
  })

  test('only LNURL routes are answered inside: other paths of the host are asked over HTTP, as before', async () => {
    const port = await reservePort()
    await open({ SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}` })
    const wallet = await world.openWallet()
    for (const path of ['/api/v1/status', '/metrics', `/t/${randomUUID()}`, '/another/path']) {
      const answer = await scan('198.51.100.1', wallet, `http://127.0.0.1:${port}${path}`)
      expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('connection refused')])
    }
  })

  test('with a public URL that has a path, only URLs below that path are ours', async () => {
    const host = `127.0.0.1:${await reservePort()}`
    await open({ SERVICE_PUBLIC_URL: `http://${host}/base` })
    const link = await makeLink()
    const wallet = await world.openWallet()
    const below = await scan('198.51.100.1', wallet, `http://${host}/base/lnurlp/lnurl/${String(link.id)}`)
    expect([below.status, below.body.tag]).toEqual([200, 'payRequest'])
    const beside = await scan('198.51.100.1', wallet, `http://${host}/lnurlp/lnurl/${String(link.id)}`)
    expect([beside.status, beside.body.detail]).toEqual([400, expect.stringContaining('did not answer')])
  })

  test('links of a former public URL are answered inside only if the operator names it', async () => {
    const dns = await openLoopbackDns((name) => (name === 'pay.example' ? ['127.0.0.1'] : undefined))
    const env = { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false', SERVICE_OUTBOUND_DNS: dns.address }
    await open({ ...env, SERVICE_PUBLIC_URL: 'https://pay.example' })
    const { lnurl } = await makeLink({ username: 'choir' })
    const payer = await world.openWallet(1000)
    const answers = async () => [
      await pay('198.51.100.1', payer, { lnurl, amount: 10_000 }),
      await pay('198.51.100.1', payer, { lnurl: 'choir@pay.example', amount: 10_000 }),
    ]
    const moved = { ...env, SERVICE_PUBLIC_URL: 'https://wallet.example' }
    await world.restart(moved)
    // The name belongs to another host, or resolves to an address that requests must not reach.
    for (const { status, body } of await answers()) {
      expect([status, body.detail]).toEqual([400, expect.stringContaining('not public')])
    }
    expect(await world.balanceMsat(payee)).toBe(10_000_000)
    await world.restart({ ...moved, SERVICE_FORMER_URLS: 'https://pay.example' })
    const asked = dns.questions.length
    for (const { status, body } of await answers()) expect([status, body.detail]).toEqual([201, undefined])
    expect(await world.balanceMsat(payee)).toBe(10_020_000)
    expect(dns.questions).toHaveLength(asked)
  })

  test('a former host that is not configured but leads here is requested over HTTP, and the payment stays internal', async () => {
    const dns = await openLoopbackDns((name) => (name === 'pay.example' ? ['127.0.0.1'] : undefined))
    const env = { SERVICE_OUTBOUND_DNS: dns.address }
    await open({ ...env, SERVICE_PUBLIC_URL: 'https://pay.example' })
    const link = await makeLink()
    await world.restart({ ...env, SERVICE_PUBLIC_URL: 'https://wallet.example' })
    const { port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }))
    const payer = await world.openWallet(1000)
    const lnurl = `http://pay.example:${port}/lnurlp/lnurl/${String(link.id)}`
    const paid = await pay('198.51.100.1', payer, { lnurl, amount: 10_000 })
    expect([paid.status, paid.body.detail]).toEqual([201, undefined])
    expect(dns.questions).toEqual(expect.arrayContaining(['A pay.example']))
    expect([await world.balanceMsat(payee), await world.balanceMsat(payer)]).toEqual([10_010_000, 990_000])
  })

  test('a former address of this machine is answered inside, unless the operator declares that another program is there', async () => {
    const port = await reservePort()
    await open({ PORT: String(port) })
    const { lnurl } = await makeLink()
    const payer = await world.openWallet(1000)
    const env = { SERVICE_PUBLIC_URL: 'https://pay.example', SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' }
    await world.restart(env)
    const inside = await pay('198.51.100.1', payer, { lnurl, amount: 10_000 })
    expect([inside.status, inside.body.detail]).toEqual([201, undefined])
    await world.restart({ ...env, SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${port}` })
    const outside = await pay('198.51.100.1', payer, { lnurl, amount: 10_000 })
    expect([outside.status, outside.body.detail]).toEqual([400, expect.stringContaining('connection refused')])
    expect(await world.balanceMsat(payee)).toBe(10_010_000)
  })

  test('a client cannot claim to call from inside', async () => {
    await open({ SERVICE_PUBLIC_URL: 'https://pay.example', SERVICE_TRUSTED_PROXIES: '203.0.113.0/24' })
    const statuses = []
    for (let asked = 0; asked <= REQUESTS_A_MINUTE; asked += 1) {
      const headers = { 'x-forwarded-for': 'account:x', 'x-real-ip': 'account:x' }
      statuses.push((await callFrom('203.0.113.9', 'GET', '/api/v1/rate/USD', { headers })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
