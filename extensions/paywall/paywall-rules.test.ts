import { Invoice } from '@getalby/lightning-tools'
import { parseLnUrlPayResponse } from '@getalby/lightning-tools/lnurl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { PAYWALL } from './paywall.ts'

const GOOD = { memo: 'Essay', amount: 21, url: 'https://files.example/essay' }

describe('the rules of a paywall', () => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: [PAYWALL], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    owner = await world.openWallet(1000)
    await activateExtension(world, owner, 'paywall')
  })
  afterAll(() => world.close())

  const create = (body: object) =>
    world.call('POST', '/paywall/api/v1/', { key: owner.adminKey, body: { ...GOOD, ...body } })

  test.each([
    [{ memo: '' }, 'memo'],
    [{ memo: 'x'.repeat(201) }, 'memo'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ url: 'http://files.example/x' }, 'url'],
    [{ url: 'nothing' }, 'url'],
    [{ kind: 'video' }, 'kind'],
    [{ release: true }, 'release'],
    [{ file_headers: 'x' }, 'file_headers'],
    [{ file_headers: { a: 1 } }, 'file_headers'],
    [{ max_downloads: 0 }, 'max_downloads'],
    [{ access_days: -1 }, 'access_days'],
  ])('%j is 422 and named', async (body, field) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('texts of the owner are shown as plain text', async () => {
    const { body } = await create({ memo: '<b>"x"', description: '<script>alert(1)</script>' })
    const page = await world.call('GET', `/paywall/p/${body.id}`)
    expect(page.body).not.toContain('<script>alert')
    expect(page.body).toContain('&lt;b&gt;')
  })

  test.each(['/paywall/lnurl', '/paywall/.well-known/lnurlp'])(
    'a wallet pays the paywall as LNURL at %s, gets the link to open it, and can prove the payment',
    async (base) => {
      const { body: item } = await create({ description: 'Ten pages.' })
      const offered = (await world.call('GET', `${base}/${item.id}`)).body
      const offer = await parseLnUrlPayResponse(offered)
      expect(offer).toMatchObject({ min: 21_000, max: 21_000, description: 'Essay' })
      const callback = new URL(offer.callback)
      const answer = (await world.call('GET', `${callback.pathname}?amount=21000`)).body
      const invoice = new Invoice({ pr: answer.pr, verify: answer.verify, successAction: answer.successAction })
      expect(invoice.satoshi).toBe(21)
      const verify = new URL(invoice.verify ?? '')
      expect(verify.origin).toBe(callback.origin)
      expect((await world.call('GET', verify.pathname)).body).toMatchObject({ settled: false })
      await world.send(owner, answer.pr)
      await world.tick()
      const { body } = await world.call('GET', verify.pathname)
      expect(body).toMatchObject({ settled: true })
      expect(invoice.validatePreimage(body.preimage)).toBe(true)
      expect(answer.successAction).toMatchObject({ tag: 'url' })
      const opened = new URL(answer.successAction.url)
      expect((await world.call('GET', opened.pathname + opened.search)).body).toContain(GOOD.url)
      expect((await world.call('GET', `${callback.pathname}?amount=20000`)).body).toMatchObject({ status: 'ERROR' })
      expect((await world.call('GET', `${base}/nothing`)).body).toMatchObject({ status: 'ERROR' })
    },
  )

  test('as LNURL in fiat it rejects less than the current price, and accepts slightly more', async () => {
    const { body: item } = await create({ amount: 0.5, currency: 'USD' })
    const path = `/paywall/lnurl/${item.id}`
    expect((await world.call('GET', path)).body).toMatchObject({ minSendable: 1_000_000, maxSendable: 1_000_000 })
    const ask = async (amount: number) => (await world.call('GET', `${path}/cb?amount=${amount}`)).body
    for (const amount of [1_000_000, 1_010_000]) expect((await ask(amount)).pr).toMatch(/^ln/)
    for (const amount of [995_000, 999_999, 1_010_001]) expect((await ask(amount)).status).toBe('ERROR')
  })
})
