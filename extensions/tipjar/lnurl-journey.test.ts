import { Invoice } from '@getalby/lightning-tools'
import { parseLnUrlPayResponse } from '@getalby/lightning-tools/lnurl'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { TIPJAR } from './tipjar.ts'

const HOST = 'pay.example'

/** The schema of an offer, an invoice or its state. */
type Answered = Parameters<typeof parseLnUrlPayResponse>[0] & {
  readonly pr: string
  readonly verify: string
  readonly preimage: string
}

test('an independent client tips by LNURL, with the expected range, description hash, comment, verify and proof', async () => {
  const env = { SERVICE_PUBLIC_URL: `https://${HOST}` }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [TIPJAR], env })
  const before = globalThis.fetch
  onTestFinished(async () => {
    globalThis.fetch = before
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  // Every request of the client goes to this service.
  globalThis.fetch = async (input) => {
    const { host, pathname, search } = new URL(input instanceof Request ? input.url : input)
    if (host !== HOST) throw new TypeError('fetch failed')
    const { status, body } = await world.call('GET', `${pathname}${search}`, { headers: { host } })
    return new Response(JSON.stringify(body), { status })
  }
  const read = async (url: string) => (await (await fetch(url)).json()) as Answered
  const owner = await world.openWallet()
  await activateExtension(world, owner, 'tipjar')
  const { body: jar } = await world.call('POST', '/tipjar/api/v1/', {
    key: owner.adminKey,
    body: { name: 'Ada', min_amount: 10, max_amount: 500 },
  })
  const offer = await parseLnUrlPayResponse(await read(`https://${HOST}/tipjar/lnurl/${jar.id}`))
  expect(offer).toMatchObject({ min: 10_000, max: 500_000, commentAllowed: 300, description: 'Ada' })
  const ask = async (query: Record<string, string>) =>
    read(`${offer.callback}?${new URLSearchParams(query).toString()}`)
  expect(await ask({ amount: '9999' })).toMatchObject({ status: 'ERROR' })
  expect(await ask({ amount: '10000', comment: 'x'.repeat(301) })).toMatchObject({ status: 'ERROR' })
  const { pr, verify } = await ask({ amount: '21000', comment: 'Bravo & more' })
  const invoice = new Invoice({ pr, verify })
  expect(invoice.satoshi).toBe(21)
  const { body: decoded } = await world.call('POST', '/api/v1/payments/decode', {
    key: owner.invoiceKey,
    body: { data: pr },
  })
  expect(decoded.description_hash).toBe(offer.metadataHash)
  expect(await invoice.isPaid()).toBe(false)
  const payer = await world.openWallet(100)
  const paid = await world.send(payer, pr)
  expect(paid.status).toBe(201)
  await world.tick()
  expect(await invoice.isPaid()).toBe(true)
  const { preimage } = await read(verify)
  expect(invoice.validatePreimage(preimage)).toBe(true)
  const tips = await world.call('GET', `/tipjar/api/v1/${jar.id}/tips`, { key: owner.invoiceKey })
  expect(tips.body).toMatchObject([{ sats: 21, message: 'Bravo & more', name: 'Anonymous' }])
})
