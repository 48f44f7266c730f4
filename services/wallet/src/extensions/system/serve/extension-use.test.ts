import { describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../../test/world/accounts/make-acl-token.ts'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'
import { writeDirectly } from '../../../../test/world/write-directly.ts'

describe.each(LOGIC_DIALECTS)('extensions of an account, on %s', (dialect) => {
  test('a built-in is installed and active in one call, by key or token, and repeating changes nothing', async () => {
    const { world, wallet, someone, install, row } = await openExtensionWorld(dialect)
    const key = wallet.adminKey
    const first = await install('notes', { source_repo: 'whatever' }, { key })
    expect(first).toMatchObject({
      status: 201,
      body: {
        id: 'notes',
        ext_id: 'notes',
        name: 'Zettel',
        version: '1.2.3',
        latest_version: '1.2.3',
        installed: true,
        active: true,
        available: true,
        compatible: true,
        builtin: true,
        admin_only: false,
        source_repo: 'builtin',
        pay_to_install: null,
        pay_to_enable: null,
        risk: 1,
      },
    })
    expect((await install('NOTES', {}, { key })).status).toBe(200)
    // An invoice key of the same account sees it; another account does not.
    expect(await row('notes', { key: wallet.invoiceKey })).toMatchObject({ installed: true, active: true })
    expect(await row('notes', { token: someone.token })).toMatchObject({ installed: false, active: false })
    const me = await world.call('GET', '/api/v1/auth', { token: await tokenOf(world, wallet) })
    expect(me.body.extensions).toEqual(['notes'])
  })

  test('deactivate, activate and uninstall; each step but the last may be repeated', async () => {
    const { world, wallet } = await openExtensionWorld(dialect)
    const key = wallet.adminKey
    const toggle = async (active: boolean) => {
      const { status, body } = await world.call('PUT', '/api/v1/extension/lists', { key, body: { active } })
      return [status, body.installed, body.active]
    }
    const remove = async (query = '') => (await world.call('DELETE', `/api/v1/extension/lists${query}`, { key })).status
    expect(await toggle(false)).toEqual([200, false, false])
    expect([await toggle(true), await toggle(true)]).toEqual([
      [200, true, true],
      [200, true, true],
    ])
    expect([await toggle(false), await toggle(false)]).toEqual([
      [200, true, false],
      [200, true, false],
    ])
    expect([await remove(), await remove()]).toEqual([200, 404])
    const lines = await world.db.list(
      'SELECT action FROM audit_log WHERE subject = $1 ORDER BY id',
      [wallet.userId],
      (line: { action: string }) => line.action,
    )
    expect(lines.filter((action) => action.startsWith('extension'))).toEqual([
      'extension-added',
      'extension-activated',
      'extension-deactivated',
      'extension-removed',
    ])
  })

  test('the list: active ones first, then installed ones, then the rest, each by name', async () => {
    const { world, publisher, someone, install } = await openExtensionWorld(dialect, {
      prepare: async (one) => {
        await one.publish('aardvark', '1.0.0')
      },
    })
    expect(publisher.catalogue.extensions).toHaveLength(1)
    const credential = { token: someone.token }
    const list = async () => {
      const { body } = await world.call('GET', '/api/v1/extension', credential)
      return body.map(({ id }: { id: string }) => id)
    }
    expect(await list()).toEqual(['lists', 'aardvark', 'notes'])
    await install('notes', {}, credential)
    expect(await list()).toEqual(['notes', 'lists', 'aardvark'])
    await install('lists', {}, credential)
    await world.call('PUT', '/api/v1/extension/notes', { ...credential, body: { active: false } })
    expect(await list()).toEqual(['lists', 'notes', 'aardvark'])
  })

  test('permissions: 401 without a credential, 403 for an invoice key, ACL tokens if their list allows it', async () => {
    const { world, wallet, install } = await openExtensionWorld(dialect)
    const calls = [
      ['GET', '/api/v1/extension', undefined],
      ['POST', '/api/v1/extension', { ext_id: 'notes' }],
      ['PUT', '/api/v1/extension/notes', { active: true }],
      ['DELETE', '/api/v1/extension/notes', undefined],
    ] as const
    const statuses = async (credential: object) => {
      const answers = []
      for (const [method, url, body] of calls)
        answers.push((await world.call(method, url, { ...credential, body })).status)
      return answers
    }
    expect(await statuses({})).toEqual([401, 401, 401, 401])
    expect(await statuses({ key: wallet.invoiceKey })).toEqual([200, 403, 403, 403])
    const owner = await tokenOf(world, wallet)
    const { token } = await makeAclToken(world, owner, ['POST /api/v1/extension'])
    expect(await statuses({ token })).toEqual([403, 201, 403, 403])
    expect((await install('notes', {}, { token: owner })).status).toBe(200)
  })

  test('404 for an unknown extension, 422 for a malformed request', async () => {
    const { world, wallet, install } = await openExtensionWorld(dialect)
    const key = wallet.adminKey
    expect((await install('nowhere', {}, { key })).status).toBe(404)
    expect((await install('nowhere')).status).toBe(404)
    expect((await install('aa', { source_repo: 'https://elsewhere.example/manifest.json' })).status).toBe(404)
    expect((await world.call('PUT', '/api/v1/extension/nowhere', { key, body: { active: true } })).status).toBe(404)
    expect((await world.call('DELETE', '/api/v1/extension/nowhere', { key })).status).toBe(404)
    for (const body of [{}, { ext_id: 7 }, { ext_id: '' }, { ext_id: '../x' }, { ext_id: 'notes', hash: 'x' }]) {
      expect((await world.call('POST', '/api/v1/extension', { key, body })).status).toBe(422)
    }
    for (const body of [{}, { active: 'yes' }]) {
      expect((await world.call('PUT', '/api/v1/extension/notes', { key, body })).status).toBe(422)
    }
  })

  test('disabled ids are hidden and 403 for all accounts; admin-only ids for all but administrators', async () => {
    const env = { SERVICE_DISABLED_EXTENSIONS: 'notes', SERVICE_ADMIN_EXTENSIONS: 'lists, other' }
    const { world, root, someone, install, row } = await openExtensionWorld(dialect, { env })
    const credential = { token: someone.token }
    expect([await row('notes', credential), await row('lists', credential)]).toEqual([undefined, undefined])
    expect(await row('notes')).toMatchObject({ available: false })
    expect(await row('lists')).toMatchObject({ available: true, admin_only: true })
    const toggle = async (extId: string, token: string) =>
      (await world.call('PUT', `/api/v1/extension/${extId}`, { token, body: { active: true } })).status
    expect([await toggle('notes', root), await toggle('lists', root)]).toEqual([403, 200])
    expect([await toggle('notes', someone.token), await toggle('lists', someone.token)]).toEqual([403, 403])
    expect([(await install('notes')).status, (await install('lists', {}, credential)).status]).toEqual([403, 403])
    expect((await install('other', {}, credential)).status).toBe(403)
  })

  test('SERVICE_DISABLED_EXTENSIONS applies from the next start, also to active extensions', async () => {
    const { world, wallet, install, row } = await openExtensionWorld(dialect)
    await install('notes', {}, { key: wallet.adminKey })
    await world.restart({ SERVICE_DISABLED_EXTENSIONS: 'notes' })
    expect(world.service.extensions.deps.present.find('notes')).toMatchObject({ available: false })
    const token = await tokenOf(world, wallet)
    expect((await world.call('GET', '/api/v1/auth', { token })).body.extensions).toEqual([])
    await world.restart({})
    expect(await row('notes', { token })).toMatchObject({ active: true })
  })

  test('SERVICE_USER_DEFAULT_EXTENSIONS are active for new accounts only', async () => {
    const { world, root, govern, someone } = await openExtensionWorld(dialect, {
      env: { SERVICE_USER_DEFAULT_EXTENSIONS: 'notes,lists,nowhere' },
    })
    const active = async (token: string) => (await world.call('GET', '/api/v1/auth', { token })).body.extensions
    expect([await active(someone.token), await active(root)]).toEqual([['lists', 'notes'], []])
    const wallet = await world.openWallet()
    await govern({ extension: 'lists', pay_to_enable: { amount: 5, wallet_id: wallet.id } })
    const made = { username: 'newcomer', password: 'a password' }
    await world.call('POST', '/users/api/v1/user', { token: root, body: made })
    const login = await world.call('POST', '/api/v1/auth', { body: made })
    expect(await active(login.body.access_token)).toEqual(['notes'])
  })

  test('a deleted account leaves nothing of its extensions behind', async () => {
    const { world, root, someone, install } = await openExtensionWorld(dialect)
    await install('notes', {}, { token: someone.token })
    await world.call('DELETE', `/users/api/v1/user/${someone.id}`, { token: root })
    const rows = await world.db.list('SELECT ext_id FROM extension_accounts', [], (row) => row)
    expect(rows).toEqual([])
  })

  test('uninstalling keeps the data, purging deletes and answers it, and payments in flight prevent both', async () => {
    const { world, wallet, install } = await openExtensionWorld(dialect)
    const key = wallet.adminKey
    await install('notes', {}, { key })
    const other = await world.openWallet()
    await install('notes', {}, { key: other.adminKey })
    const made = async (adminKey: string) =>
      (await world.call('POST', '/notes/api/v1/', { key: adminKey, body: { title: 'kept' } })).body
    const [mine, theirs] = [await made(key), await made(other.adminKey)]
    await world.call('DELETE', '/api/v1/extension/notes', { key })
    await install('notes', {}, { key })
    expect((await world.call('GET', `/notes/api/v1/${mine.id}`, { key })).body.title).toBe('kept')
    const intent = (state: string) =>
      `INSERT INTO extension_intents (id, ext_id, key, item_id, wallet_id, user_id, purpose, state, amount_msat, destination,
         data, created_at)
       VALUES ('i', 'notes', 'k', '${mine.id}', '${wallet.id}', '${wallet.userId}', 'tip', '${state}', 1, '{}', '{}', 0)`
    await writeDirectly(world, intent('attempted'))
    const early = await world.call('DELETE', '/api/v1/extension/notes?purge=true', { key })
    expect([early.status, early.body.detail]).toEqual([400, expect.stringContaining('in flight')])
    await writeDirectly(world, `UPDATE extension_intents SET state = 'paid'`)
    const { status, body } = await world.call('DELETE', '/api/v1/extension/notes?purge=true', { key })
    expect([status, body.detail, body.export.length]).toEqual([200, 'Extension uninstalled', 1])
    expect(body.export[0]).toMatchObject({ kind: 'items', id: mine.id, wallet: wallet.id, data: { title: 'kept' } })
    await install('notes', {}, { key })
    expect((await world.call('GET', `/notes/api/v1/${mine.id}`, { key })).status).toBe(404)
    expect((await world.call('GET', `/notes/api/v1/${theirs.id}`, { key: other.adminKey })).status).toBe(200)
  })
})
