import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ServiceProcess, SUPER_USER, startService } from '../../test/campaigns/stages/service-process.ts'
import { createTestDatabase, LOGIC_DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('a killed service on %s', (dialect) => {
  test('a webhook in flight at a kill −9 is sent again at the next start, with the same id', async () => {
    const place = await createTestDatabase(dialect)
    const ids: string[] = []
    const receiver = await openHttpServer((request, response) => {
      ids.push(String(request.headers['webhook-id']))
      if (ids.length > 1) response.writeHead(204).end()
    })
    const killed = await start(place)
    await receiveWithWebhook(killed, `http://127.0.0.1:${receiver.port}/hook`)
    await expect.poll(() => ids.length, { timeout: 10_000 }).toBe(1)
    await killed.kill()
    await start(place)
    await expect.poll(() => ids.length, { timeout: 5000 }).toBe(2)
    expect(ids[1]).toBe(ids[0])
  }, 120_000)
})

async function start(place: TestDatabase): Promise<ServiceProcess> {
  const service = await startService({ place })
  onTestFinished(() => service.kill())
  return service
}

async function receiveWithWebhook(service: ServiceProcess, webhook: string): Promise<void> {
  const { body: login } = await service.call('POST', '/api/v1/auth', { body: SUPER_USER })
  const { body: wallet } = await service.call('GET', '/api/v1/wallet', { token: login.access_token })
  const body = { out: false, amount: 21, webhook }
  const { body: invoice } = await service.call('POST', '/api/v1/payments', { key: wallet.inkey, body })
  await service.sendControl('POST /receive', { bolt11: invoice.bolt11 })
}
