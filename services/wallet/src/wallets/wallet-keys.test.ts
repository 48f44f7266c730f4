import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'
import { createKeyVault } from './wallet-keys.ts'
import { findWebhookSecret } from './wallet-store.ts'

describe.each(DIALECTS)('what the database knows of keys, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const tables = (): Promise<string[]> =>
    world.db.list(
      dialect === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
        : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
      [],
      (row: { name: string }) => row.name,
    )
  const everything = async (): Promise<string> => {
    const texts: string[] = []
    for (const table of await tables()) {
      const rows = await world.db.list(`SELECT * FROM "${table}"`, [], (row: Record<string, unknown>) => row)
      texts.push(...rows.flatMap((row) => Object.values(row).map((value) => toText(value))))
    }
    return texts.join('\n').toLowerCase()
  }
  const toText = (value: unknown): string =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)

  test('no table holds a plain key, webhook secret or token, after any use of them (D3)', async () => {
    const wallet = await world.openWallet(100)
    const token = await tokenOf(world, wallet)
    const headers = { 'idempotency-key': 'find me' }
    const body = { out: false, amount: 5, memo: 'find me, too', webhook: 'http://hook.example/' }
    await world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body, headers })
    await world.call('GET', `/api/v1/wallet?api-key=${wallet.invoiceKey}`)
    const reset = (await world.call('PUT', '/api/v1/wallet/reset', { token })).body
    const secret = await findWebhookSecret(world.db, world.service.vault, wallet.id)
    expect(secret).toMatch(/^whsec_/)
    const text = await everything()
    for (const known of ['find me, too', wallet.id, 'hook.example']) expect(text).toContain(known)
    const secrets = [wallet.adminKey, wallet.invoiceKey, reset.adminkey, reset.inkey, String(secret), token]
    for (const hidden of secrets) {
      expect(text).not.toContain(hidden.toLowerCase())
      expect(text).not.toContain(Buffer.from(hidden).toString('base64').toLowerCase())
      expect(text).not.toContain(Buffer.from(hidden).toString('hex'))
      if (/^[0-9a-f]+$/.test(hidden)) {
        expect(text).not.toContain(Buffer.from(hidden, 'hex').toString('base64').toLowerCase())
      }
    }
  })

  // PostgreSQL's files are the server's own business.
  if (dialect === 'sqlite')
    test('no file has a byte of a key, not even of a replaced one (D3)', async () => {
      const wallet = await world.openWallet()
      const { body } = await world.call('PUT', '/api/v1/wallet/reset', { key: wallet.adminKey })
      const file = await world.db.first(
        `SELECT file FROM pragma_database_list WHERE name = 'main'`,
        [],
        (row: { file: string }) => row.file,
      )
      const folder = dirname(file ?? '')
      const files = readdirSync(folder).filter(
        (name) => name.startsWith(basename(file ?? '')) && !name.endsWith('.lock'),
      )
      const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder, name))))
      expect(bytes.includes(wallet.id)).toBe(true)
      for (const key of [wallet.adminKey, wallet.invoiceKey, body.adminkey, body.inkey]) {
        expect(bytes.includes(key)).toBe(false)
        expect(bytes.includes(Buffer.from(key, 'hex'))).toBe(false)
      }
    })

  test('the same key opens the same wallet after a restart', async () => {
    const wallet = await world.openWallet(3)
    await world.restart()
    const { body } = await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })
    expect(body).toMatchObject({ id: wallet.id, adminkey: wallet.adminKey, inkey: wallet.invoiceKey })
  })
})

describe('the key vault', () => {
  test('opens what it sealed, seals the same text differently each time, and another secret opens nothing', () => {
    const [vault, other] = [createKeyVault(randomBytes(32)), createKeyVault(randomBytes(32))]
    const [first, second] = [vault.seal('grüße'), vault.seal('grüße')]
    expect([vault.open(first), vault.open(first), vault.open(second)]).toEqual(['grüße', 'grüße', 'grüße'])
    expect(first).not.toBe(second)
    expect(() => other.open(first)).toThrow()
  })

  test('detects every changed byte', () => {
    const vault = createKeyVault(randomBytes(32))
    const sealed = Buffer.from(vault.seal('a key'), 'base64')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => vault.open(changed.toString('base64'))).toThrow()
    }
  })

  test('digests are the same for the same key only', () => {
    const vault = createKeyVault(randomBytes(32))
    const key = randomBytes(16).toString('hex')
    expect(vault.digest(key)).toBe(createKeyVault(randomBytes(32)).digest(key))
    expect(vault.digest(key)).not.toContain(key)
    expect(vault.digest(key)).not.toBe(vault.digest(randomBytes(16).toString('hex')))
  })
})
