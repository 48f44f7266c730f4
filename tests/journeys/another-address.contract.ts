import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dialect } from '../../services/wallet/src/db/database.ts'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { signNostrLogin } from '../../services/wallet/test/world/accounts/sign-nostr-login.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openImportedWorld } from '../../services/wallet/test/world/lnbits/open-imported-world.ts'
import { smallItems } from '../../services/wallet/test/world/lnbits/small-items.ts'
import { hex, smallCore } from '../../services/wallet/test/world/lnbits/small-lnbits.ts'
import { publicKeyOf } from '../../services/wallet/test/world/nostr/ask-own-relay.ts'
import { HANDED_OUT, OLD_APP } from './handed-out.ts'
import { type Stage, USED_EXTENSIONS, type Use } from './item-codes.ts'

const [BEFORE, FIRST, SECOND] = ['http://127.0.0.1:5000', 'https://pay.example', 'https://wallet.example']

/** Each URL with the operator's configuration, one start after another. */
const STARTS: readonly (readonly [what: string, base: string, env: Readonly<Record<string, string>>])[] = [
  ['no public URL is set', BEFORE, {}],
  ['the public URL is set', FIRST, { SERVICE_PUBLIC_URL: FIRST }],
  ['it is changed', SECOND, { SERVICE_PUBLIC_URL: SECOND, SERVICE_FORMER_URLS: FIRST }],
  ['it is changed back', FIRST, { SERVICE_PUBLIC_URL: FIRST, SERVICE_FORMER_URLS: SECOND }],
  [
    'it is not set any more, and the port is another',
    'http://127.0.0.1:5055',
    { PORT: '5055', SERVICE_FORMER_URLS: `${FIRST},${SECOND}` },
  ],
  [
    'it is set again, and the host of another one is a domain of the service',
    FIRST,
    {
      SERVICE_PUBLIC_URL: FIRST,
      SERVICE_DOMAINS: new URL(SECOND).host,
      SERVICE_FORMER_URLS: 'http://127.0.0.1:5055',
    },
  ],
]

/** Items created at one URL are used at all later ones. */
export function anotherAddressContract(dialect: Dialect): void {
  let stage: Stage
  const given = new Map<string, { readonly at: string; readonly use: Use }[]>()

  beforeAll(async () => {
    const world = await openImportedWorld({
      dialect,
      builtIns: BUILT_INS,
      env: { SERVICE_FIXED_RATES: '{"EUR":50000,"USD":50000}', SERVICE_NOSTR_OWN_RELAY: 'true', PORT: '5000' },
      rows: (now) => ({ ...smallItems(now), core: smallCore(now), nwcprovider: connections() }),
    })
    const [owner, payer] = [await world.openWallet(1_000_000), await world.openWallet(1_000_000)]
    for (const extId of USED_EXTENSIONS) await activateExtension(world, owner, extId)
    stage = { world, owner, payer, base: BEFORE, listening: '' }
  }, 60_000)
  afterAll(async () => {
    expect(await stage.world.violations()).toEqual([])
    await stage.world.close()
  })

  describe.each(STARTS)('when %s', (_what, base, env) => {
    beforeAll(async () => {
      await stage.world.restart(env)
      const listening = await stage.world.app.listen({ host: '127.0.0.1', port: 0 })
      await stage.world.service.start()
      stage = { ...stage, base, listening }
    }, 60_000)

    test('a program logs in with a Nostr key at the current URL and at configured former ones', async () => {
      const { world } = stage
      const named = env['SERVICE_FORMER_URLS']?.split(',') ?? []
      for (const address of [base, ...named]) {
        const event = signNostrLogin(randomBytes(32), address, world.nowSeconds())
        const headers = { host: new URL(address).host }
        const answer = await world.call('POST', '/api/v1/auth/nostr', { headers, body: { nostr_event: event } })
        expect([address, answer.status]).toEqual([address, 200])
      }
    })

    test.each(Object.entries(HANDED_OUT))(
      '%s: those of every former URL work, and a new one',
      async (name, handOut) => {
        const known = given.get(name) ?? []
        given.set(name, [...known, { at: base, use: await handOut(stage) }])
        for (const { at, use } of given.get(name) ?? []) {
          await use(stage).catch((error: unknown) => {
            throw new Error(`of ${at}`, { cause: error })
          })
        }
      },
    )
  })
}

/** Connections from an LNbits whose apps used its own relay. */
const connections = () => ({
  keys: [
    {
      pubkey: publicKeyOf(OLD_APP.secret),
      wallet: hex('shop'),
      description: 'App',
      expires_at: 0,
      permissions: 'balance info',
      created_at: 1_700_000_000,
      last_used: 0,
    },
  ],
  config: [
    { key: 'provider_key', value: OLD_APP.service },
    { key: 'relay', value: 'nostrclient' },
  ],
})
