import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServiceProcess, startService } from '../../services/wallet/test/campaigns/stages/service-process.ts'
import { openTestGithub, type TestGithub } from '../../services/wallet/test/world/providers/open-test-github.ts'
import {
  createTestDatabase,
  LOGIC_DIALECTS,
  type TestDatabase,
} from '../../services/wallet/test/world/test-database.ts'
import { type Cast, liveThrough } from './canary/lives.ts'
import { readDatabase } from './canary/read-database.ts'
import { tryEverything } from './canary/try-everything.ts'
import { createWitness, type Witness } from './canary/witness.ts'

/** One operation of so many: the code is the same, but PostgreSQL has its own messages. */
const SAMPLED = { sqlite: 1, postgres: 3 } as const

describe.each(LOGIC_DIALECTS)('secrets of a whole run, on %s', (dialect) => {
  let place: TestDatabase
  let github: TestGithub
  let service: ServiceProcess
  let witness: Witness
  let cast: Cast
  let log = ''
  beforeAll(async () => {
    place = await createTestDatabase(dialect)
    github = await openTestGithub()
    const secrets = {
      AUTH_SECRET_KEY: randomBytes(32).toString('hex'),
      SERVICE_KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    }
    service = await startService({
      place,
      env: {
        ...github.env,
        ...secrets,
        // As with the simulated node, so that another one can be stored.
        SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true',
        SUPER_USER_USERNAME: '',
        SUPER_USER_PASSWORD: '',
        ACCESS_LOG: 'all',
        SERVICE_MESSAGES: 'true',
      },
      onOutput: (text) => {
        log += text
      },
    })
    witness = createWitness(service.url)
    for (const [name, secret] of Object.entries({
      ...secrets,
      GITHUB_CLIENT_SECRET: github.env['GITHUB_CLIENT_SECRET'],
    })) {
      witness.keep(name, String(secret))
    }
    cast = await liveThrough(witness, service.url, place.folder)
    await tryEverything(witness, cast, SAMPLED[dialect])
  }, 180_000)
  afterAll(async () => {
    await service?.kill()
    await github?.close()
    await place?.drop()
  })

  test('each secret was answered to its owner, so the search looks for real secrets', () => {
    expect(witness.unanswered()).toEqual([])
    expect(witness.answers.length).toBeGreaterThan(500)
  })

  test('no answer contains a secret, except a successful one to its owner', () => {
    // An incomplete log-in is a rejection with the data to continue.
    expect([...new Set(witness.leaks())]).toEqual(["anna's ticket in the 401 to anna for POST /api/v1/auth"])
  })

  test('the schema, the manuals, the metrics and the name of a backup have no secret', async () => {
    const anonymous = { name: 'anonymous' }
    for (const path of ['/openapi.json', '/docs', '/redoc', '/metrics']) {
      const { status } = await witness.ask(anonymous, 'GET', path)
      expect([path, status]).toEqual([path, 200])
      expect(witness.secretsIn(witness.answers.at(-1)?.text ?? '')).toEqual([])
    }
    const { status, headers } = await witness.ask(cast.operator, 'GET', '/admin/api/v1/backup')
    expect(status).toBe(dialect === 'sqlite' ? 200 : 501)
    expect(witness.secretsIn(JSON.stringify(headers))).toEqual([])
  })

  test('the log has every answer and no secret; the database has digests and ciphertext of stored secrets', async () => {
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
    await expect.poll(() => log.split('"answered"').length - 1).toBeGreaterThanOrEqual(witness.answers.length)
    expect(witness.secretsIn(log)).toEqual([])
    const stored = await readDatabase(place)
    expect(stored).toContain('the memo of the canary')
    // Proofs of payment are no secrets of the service: the payer has them, too.
    expect(witness.secretsIn(stored).filter((name) => !name.startsWith('the preimage of a '))).toEqual([])
  })
})
