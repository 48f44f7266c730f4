import type { Truth } from '@satchel/lightning/world/simulated/open-test-node'
import { type Client, createClient } from '../../packages/client/src/create-client.ts'
import type { Dialect } from '../../services/wallet/src/db/database.ts'
import { type ServiceProcess, startService } from '../../services/wallet/test/campaigns/stages/service-process.ts'
import { type Ran, runScript } from '../../services/wallet/test/world/run-script.ts'
import { createTestDatabase, type TestDatabase } from '../../services/wallet/test/world/test-database.ts'

export interface Journey {
  readonly service: ServiceProcess
  readonly place: TestDatabase
  /** The typed client without a credential; `as()` gives it one. */
  readonly visitor: Client
  readonly node: OutsideWorld
  /** The output of `npm run audit` while the service runs. */
  audit(): Promise<Ran>
  close(): Promise<void>
}

/** The Lightning network played by the simulated node: payers and payees. */
export interface OutsideWorld {
  /** An invoice of another node; paying it costs that fee. */
  invoice(amountMsat: number, feeMsat: number): Promise<string>
  /** Another node pays one of our invoices. */
  pay(bolt11: string): Promise<void>
  truth(): Promise<Truth>
}

const SECRET = 'a secret for journeys that has more than 32 bytes'

/** The service as an operator starts it for the first time: no super user, an empty database, fixed rates. */
export async function startJourney(dialect: Dialect): Promise<Journey> {
  const place = await createTestDatabase(dialect)
  const service = await startService({
    place,
    env: {
      // A busy machine takes longer than a test's usual 300 ms.
      SERVICE_PAY_WAIT_MS: '5000',
      AUTH_SECRET_KEY: SECRET,
      // An empty variable counts as not set.
      SUPER_USER_USERNAME: '',
      SUPER_USER_PASSWORD: '',
      SERVICE_FIXED_RATES: '{"USD":50000}',
    },
  })
  return {
    service,
    place,
    visitor: createClient({ baseUrl: service.url }),
    node: {
      async invoice(amountMsat, feeMsat) {
        const made = { amount_msat: amountMsat, key: 'foreign' }
        const { bolt11, hash } = await service.sendControl<{ bolt11: string; hash: string }>('POST /invoice', made)
        await service.sendControl('POST /script', { match: { hash }, pay: [{ do: 'settle', fee_msat: feeMsat }] })
        return bolt11
      },
      async pay(bolt11) {
        await service.sendControl('POST /receive', { bolt11 })
      },
      truth: () => service.sendControl<Truth>('GET /truth'),
    },
    audit: () =>
      runScript('audit', [], {
        AUTH_SECRET_KEY: SECRET,
        SERVICE_DATA_FOLDER: place.folder,
        SERVICE_DATABASE_URL: place.url,
      }),
    async close() {
      await service.kill()
      await place.drop()
    },
  }
}
