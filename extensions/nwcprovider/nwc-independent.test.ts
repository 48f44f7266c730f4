import { NWCClient } from '@getalby/sdk/nwc'
import { expect, onTestFinished, test } from 'vitest'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const ALL = { permissions: ['pay', 'invoice', 'lookup', 'history', 'balance', 'info'], unlimited: true }
const POOR = { ...ALL, unlimited: false, budgets: [{ budget_msats: 5000, refresh_window: 86_400 }] }

/** Apps of an independent library, on a service with background work. */
async function open() {
  const opened = await openNwcWorld(NWCPROVIDER, 'sqlite', { running: true, env: { SERVICE_RATE_LIMIT_NO: '1000' } })
  return {
    ...opened,
    async app(body: Readonly<Record<string, unknown>>): Promise<NWCClient> {
      const { connection_uri: nostrWalletConnectUrl } = await opened.connect(body)
      const client = new NWCClient({ nostrWalletConnectUrl })
      onTestFinished(() => client.close())
      return client
    },
  }
}

/** The library also reports errors on the console. */
function quietly(): void {
  const { error } = console
  console.error = () => undefined
  onTestFinished(() => {
    console.error = error
  })
}

const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (answer) => ({ answer }),
    (error: { code?: string }) => error.code,
  )

test('an independent app pays several invoices in one request, each with its id, and sees its budget', async () => {
  const { world, owner, app } = await open()
  const client = await app({
    ...ALL,
    unlimited: false,
    budgets: [{ budget_msats: 90_000_000, refresh_window: 86_400 }],
  })
  const made = await Promise.all([10_000, 20_000].map((msat) => world.foreignInvoice(msat)))
  const { invoices } = await client.multiPayInvoice({
    invoices: made.map(({ bolt11, hash }) => ({ id: hash, invoice: bolt11 })),
  })
  expect(new Map(invoices.map(({ dTag, preimage }) => [dTag, preimage]))).toEqual(
    new Map(made.map(({ hash, preimage }) => [hash, preimage])),
  )
  const spent = 100_000_000 - (await world.balanceMsat(owner))
  expect(spent).toBeGreaterThanOrEqual(30_000)
  expect(await client.getBudget()).toMatchObject({
    used_budget: spent,
    total_budget: 90_000_000,
    renewal_period: 'daily',
  })
})

test('methods that the node does not support are not offered, and answered as not implemented', async () => {
  quietly()
  const { app } = await open()
  const client = await app(ALL)
  const offered = [(await client.getWalletServiceInfo()).capabilities, (await client.getInfo()).methods]
  for (const methods of offered) {
    expect(methods).toContain('pay_invoice')
    expect(methods.filter((method) => method.includes('keysend'))).toEqual([])
  }
  const keysend = { amount: 1000, pubkey: `02${'a'.repeat(64)}` }
  expect(await codeOf(client.payKeysend(keysend))).toBe('NOT_IMPLEMENTED')
  expect(await codeOf(client.multiPayKeysend({ keysends: [keysend] }))).toBe('NOT_IMPLEMENTED')
})

test('an independent app reads every error by its code', async () => {
  quietly()
  const { world, app } = await open()
  const [rich, poor] = [await app(ALL), await app(POOR)]
  const reading = await app({ permissions: ['info'] })
  const soon = new Date((world.nowSeconds() + 30) * 1000).toISOString()
  const expiring = await app({ ...ALL, expires_at: soon })
  expect(await expiring.getBalance()).toEqual({ balance: 100_000_000 })
  const [dear, small, failing] = [
    await world.foreignInvoice(100_000_001),
    await world.foreignInvoice(10_000),
    await world.foreignInvoice(10_000),
  ]
  await world.node.sendControl('POST /script', { match: { hash: failing.hash }, pay: ['fail'] })
  expect(await codeOf(rich.payInvoice({ invoice: dear.bolt11 }))).toBe('INSUFFICIENT_BALANCE')
  expect(await codeOf(poor.payInvoice({ invoice: small.bolt11 }))).toBe('QUOTA_EXCEEDED')
  expect(await codeOf(rich.payInvoice({ invoice: failing.bolt11 }))).toBe('PAYMENT_FAILED')
  expect(await codeOf(rich.lookupInvoice({ payment_hash: 'a'.repeat(64) }))).toBe('NOT_FOUND')
  expect(await codeOf(rich.makeInvoice({ amount: 9e15 }))).toBe('OTHER')
  expect(await codeOf(rich.makeInvoice({ amount: -1 }))).toBe('OTHER')
  expect(await codeOf(rich.signMessage({ message: 'Tea' }))).toBe('NOT_IMPLEMENTED')
  expect(await codeOf(reading.getBalance())).toBe('RESTRICTED')
  world.advance(30)
  expect(await codeOf(expiring.getBalance())).toBe('UNAUTHORIZED')
})

test('an independent app that exceeds the rate limit gets that error, not a failure', async () => {
  quietly()
  const { app } = await open()
  const client = await app({ permissions: ['info'] })
  const many: unknown[] = []
  // A request waits ten seconds for its answer, on a busy machine, too.
  for (let n = 0; n < 5; n += 1) {
    many.push(...(await Promise.all(Array.from({ length: 25 }, () => codeOf(client.getInfo())))))
  }
  expect(new Set(many.filter((answer) => typeof answer === 'string'))).toEqual(new Set(['RATE_LIMITED']))
  expect(many.filter((answer) => answer === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(5)
})
