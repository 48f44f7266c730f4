import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { ticketOf } from '../../../test/world/accounts/ticket-of.ts'
import { codeOf, openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import { listTexts } from '../../../test/world/list-texts.ts'
import { change, NEW_ENV, NEW_KEY, placeOf, statusOf } from '../../../test/world/open-key-change.ts'
import { openSecondService } from '../../../test/world/open-second-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { openTestGithub, type TestGithub } from '../../../test/world/providers/open-test-github.ts'
import { testVisits } from '../../../test/world/providers/open-test-visits.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { SEALED } from './sealed-columns.ts'

/** The place of a text that this key decrypts. */
const openedBy = async (world: World, vault: KeyVault): Promise<string[]> => {
  const opens = (text: string): boolean => {
    try {
      return vault.open(text) !== ''
    } catch {
      return false
    }
  }
  const texts = (await listTexts(world)).flatMap(({ place, text }) => partsOf(text).map((part) => ({ place, part })))
  return texts.filter(({ part }) => part !== '' && opens(part)).map(({ place }) => place)
}

/** The text itself or, when it is JSON, each text in it. */
function partsOf(text: string): string[] {
  if (!/^[{[]/.test(text)) return [text]
  const parts: string[] = []
  JSON.parse(text, (_name, part: unknown) => {
    if (typeof part === 'string') parts.push(part)
    return part
  })
  return parts
}
const BROWSER = {
  endpoint: 'https://push.example/browser',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

const PLACES = SEALED.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)).sort()

describe.each(LOGIC_DIALECTS)('changing the key-encryption key, on %s', (dialect) => {
  let world: World
  let github: TestGithub
  beforeEach(async () => {
    github = await openTestGithub()
    // The environment names the node, so that a stored one is not used.
    world = await openWorld({ dialect, env: { ...github.env, SERVICE_FUNDING_SOURCE: 'simulated' } })
  })
  afterEach(async () => {
    await world.close()
    await github.close()
  })

  test('data of the old key is decrypted by the new one only, and all users log in as before', async () => {
    await world.restart({ SERVICE_MESSAGES: 'true' })
    const [wallet, guest] = [await world.openWallet(), await world.openWallet()]
    const shared = await shareWallet(world, wallet, guest)
    const account = await openWithTotp(world)
    const token = await tokenOf(world, wallet)
    github.user = { id: 7, login: 'octo' }
    const visits = testVisits(world, 'github', github.visit)
    const visited = await visits.visit()
    const webhook = (await world.call('GET', '/api/v1/wallet/webhook', { key: wallet.adminKey })).body.secret
    await world.call('POST', '/api/v1/push/subscriptions', { token, body: BROWSER })
    const old = world.service.vault
    await writeDirectly(world, extensionRow({ open: 'a title', secret: old.seal('"of an extension"') }))
    const imported = `'x', 'x', '{}', '${old.seal('secret of LNbits')}', 1`
    await writeDirectly(
      world,
      `INSERT INTO lnbits_imports (fingerprint, digest, report, token_secret_sealed, at) VALUES (${imported})`,
    )
    await writeDirectly(
      world,
      `INSERT INTO stored_node (id, kind, node_key, alias, variables_sealed, stored_by, stored_at)
       VALUES (1, 'eclair', '', '', '${old.seal('{}')}', '', 0)`,
    )
    const before = await openedBy(world, old)
    expect([...new Set(before)].sort()).toEqual(PLACES)

    await world.restart(NEW_ENV, async (place) => {
      expect(await change(place, NEW_KEY)).toEqual({ secrets: before.length })
    })
    expect(await openedBy(world, old)).toEqual([])
    expect((await openedBy(world, world.service.vault)).sort()).toEqual(before.sort())
    const own = await world.call('GET', '/api/v1/wallet', { token })
    expect(own.body).toMatchObject({ adminkey: wallet.adminKey, inkey: wallet.invoiceKey })
    for (const key of [wallet.adminKey, wallet.invoiceKey, shared.wallet.adminkey, shared.wallet.inkey]) {
      expect((await world.call('GET', '/api/v1/wallet', { key })).status).toBe(200)
    }
    const after = await world.call('GET', '/api/v1/wallet/webhook', { key: wallet.adminKey })
    expect(after.body.secret).toBe(webhook)
    expect((await visits.exchange(visited)).status).toBe(200)
    const code = codeOf(world, account.secret)
    const proof = { ticket: await ticketOf(world, account), totp: code }
    expect((await world.call('POST', '/api/v1/auth/second-factor', { body: proof })).status).toBe(200)
    const row = await world.db.first('SELECT data FROM extension_rows', [], ({ data }: { data: string }) => data)
    const { open, secret } = JSON.parse(row ?? '') as Record<string, string>
    expect([open, world.service.vault.open(secret ?? '')]).toEqual(['a title', '"of an extension"'])
    const noted = await world.db.list(
      `SELECT actor, detail FROM audit_log WHERE action = 'key-encryption-key-changed'`,
      [],
      (row) => row,
    )
    expect(noted).toEqual([{ actor: 'environment', detail: `{"secrets":${before.length}}` }])
  })

  test('with the previous key the service does not start; a second change to the same key changes nothing', async () => {
    const wallet = await world.openWallet()
    await world.restart(NEW_ENV, async (place) => {
      await change(place, NEW_KEY)
      await expect(change(place, 'a third key that has more than 32 bytes')).rejects.toThrow(/hidden under another key/)
      expect(await change(place, NEW_KEY)).toEqual({ secrets: undefined })
      expect(await change(place, NEW_KEY, NEW_ENV)).toEqual({ secrets: undefined })
      await expect(openSecondService(place)).rejects.toThrow(/hidden under another key: set SERVICE_KEY_ENCRYPTION_KEY/)
    })
    expect(await statusOf(world, wallet)).toBe(200)
  })

  test('a database whose key was never changed does not start with another key', async () => {
    const wallet = await world.openWallet()
    await world.restart({}, async (place) => {
      await expect(openSecondService(place, NEW_ENV)).rejects.toThrow(
        /hidden under another key: set SERVICE_KEY_ENCRYPTION_KEY/,
      )
    })
    expect(await statusOf(world, wallet)).toBe(200)
  })

  test('a secret that cannot be decrypted stops it, and nothing is changed', async () => {
    const wallet = await world.openWallet()
    const key = 'a key for one wallet that has more than 32 bytes'
    await world.restart({}, async (place) => {
      // An operator has started with one key and continues with another.
      const strange = { SERVICE_KEY_ENCRYPTION_KEY: key }
      await expect(change(place, NEW_KEY, strange)).rejects.toThrow('wallets.admin_key_sealed: a secret does not open')
    })
    expect(await statusOf(world, wallet)).toBe(200)
  })

  test('more rows than one batch are re-encrypted; closed wallets stay without keys', async () => {
    const wallets = await Promise.all(Array.from({ length: 1001 }, () => world.openWallet()))
    const [first, closed, last] = [wallets[0], wallets[1], wallets.at(-1)] as [WorldWallet, WorldWallet, WorldWallet]
    expect((await world.call('DELETE', '/api/v1/wallet', { key: closed.adminKey })).status).toBe(200)
    await world.restart(NEW_ENV, async (place) => {
      expect(await change(place, NEW_KEY)).toEqual({ secrets: 1001 * 3 - 2 })
    })
    expect([await statusOf(world, first), await statusOf(world, closed), await statusOf(world, last)]).toEqual([
      200, 401, 200,
    ])
  })

  test('it is rejected while a service runs, and so is a key that is short, in use, or cannot be stored', async () => {
    const place = await placeOf(world)
    await expect(change(place, NEW_KEY)).rejects.toThrow(
      dialect === 'sqlite' ? /another process uses the database/ : /a service uses the database/,
    )
    await world.restart({}, async () => {
      await expect(change(place, 'short')).rejects.toThrow(/must have at least 32 bytes/)
      await expect(change(place, undefined, NEW_ENV)).rejects.toThrow(/must be set/)
      await expect(change(place, NEW_KEY, NEW_ENV)).rejects.toThrow(/in use already/)
      if (dialect === 'postgres') await expect(change(place)).rejects.toThrow(/must be set/)
    })
  })
})

const extensionRow = (data: object): string =>
  `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
   VALUES ('x', 'items', '1', 'w', 'u', '${JSON.stringify(data)}', 1, 1, 1)`

test('every file that encrypts is listed here, and every column that it writes in SEALED', () => {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  const sealing = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /\.seal\(/.test(readFileSync(join(source, name), 'utf8')))
  expect(sealing.sort()).toEqual([
    // oauth_states.code_verifier_sealed
    'accounts/providers/provider-visits.ts',
    // totp.secret_sealed
    'accounts/second-factor/totp.routes.ts',
    // Nothing: a link works for a minute, and its address is not stored.
    'admin/backup/download-link.ts',
    // stored_node.variables_sealed
    'admin/node/stored-node.ts',
    // all columns
    'admin/settings/reseal-secrets.ts',
    // idempotency_keys.answer, whose key is two columns: resealAnswers
    'extensions/host/run/answer-once.ts',
    // No column: offers in URLs that a payer keeps for minutes.
    'extensions/host/run/run-seals.ts',
    // extension_rows.data
    'extensions/host/stores/field-values.ts',
    // No column: forms in URLs, which a visitor keeps for minutes.
    'extensions/pages/plain-form.ts',
    // Not a column: calls of run-seals.ts.
    'extensions/sandbox/host-calls.ts',
    // lnbits_imports.token_secret_sealed
    'import-lnbits/import-from.ts',
    // wallets and wallet_shares, as wallet-secrets.ts
    'import-lnbits/translating/stage-shares.ts',
    // wallets and wallet_shares, as wallet-secrets.ts
    'import-lnbits/translating/stage-wallets.ts',
    // push_keys.private_sealed
    'notifications/push/push-keys.ts',
    // push_subscriptions.sealed
    'notifications/push/push.routes.ts',
    // wallets.webhook_secret
    'notifications/webhook.routes.ts',
    // wallets.admin_key_sealed, invoice_key_sealed, webhook_secret; wallet_shares.admin_key_sealed, invoice_key_sealed
    'wallets/wallet-secrets.ts',
  ])
})
