import { describe, expect, test } from 'vitest'
import { buildPackage, packageManifest } from '../../../../test/world/extensions/build-archive.ts'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'
import { openWorld } from '../../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { BUILT_INS } from '../../built-ins.ts'

const fieldOf = (body: { fields: { name: string }[] }, name: string) => body.fields.find((field) => field.name === name)

describe.each(LOGIC_DIALECTS)('the description of an extension, on %s', (dialect) => {
  test('a built-in is described in the requested language, in English for any other text', async () => {
    const world = await openWorld({ dialect, builtIns: BUILT_INS })
    const { invoiceKey: key } = await world.openWallet()
    const ask = (language: string) =>
      world.call('GET', `/api/v1/extension/events/description?language=${language}`, { key })
    const { status, body } = await ask('de')
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 'events', name: 'Veranstaltungen', base: '/events/api/v1/', category: 'shop' })
    expect(fieldOf(body, 'amount_tickets')).toMatchObject({
      label: 'Anzahl der Karten',
      type: 'int',
      min: 1,
      max: 100_000,
      required: true,
      group: 'price',
    })
    expect(body.groups).toMatchObject({ price: 'Preis' })
    const [tickets] = body.lists
    expect(tickets).toMatchObject({ id: 'tickets', path: '/events/api/v1/{id}/tickets', paged: true })
    expect(tickets.actions[0]).toMatchObject({
      label: 'Einlassen',
      method: 'PUT',
      path: '/events/api/v1/{id}/tickets/{ticket}/register',
      row: { param: 'ticket', field: 'id' },
      danger: false,
    })
    expect((await ask('en')).body.name).toBe('Events')
    expect((await ask('fr')).status).toBe(422)
    const list = (await world.call('GET', '/api/v1/extension?language=ar', { key })).body
    expect(list.find(({ id }: { id: string }) => id === 'events')).toMatchObject({
      name: 'الفعاليات',
      category: 'shop',
    })
    await world.close()
  })

  test('a field declares its content, so that no form asks for seconds, or for a time in UTC', async () => {
    const world = await openWorld({ dialect, builtIns: BUILT_INS })
    const { invoiceKey: key } = await world.openWallet()
    const ask = (id: string) => world.call('GET', `/api/v1/extension/${id}/description?language=de`, { key })
    const nwc = (await ask('nwcprovider')).body
    expect(fieldOf(nwc, 'expires_at')).toMatchObject({ type: 'text', as: 'moment' })
    const [budget, renewal] = (fieldOf(nwc, 'budgets') as unknown as { of: object[] }).of
    expect(budget).toMatchObject({ name: 'budget_msats', type: 'msat', label: 'Budget' })
    expect(renewal).toMatchObject({ type: 'int', as: 'seconds', options: [{ value: '0', label: 'Nie' }] })
    expect(fieldOf((await ask('lndhub')).body, 'expires_at')).toMatchObject({ as: 'moment' })
    expect(fieldOf((await ask('satspay')).body, 'time')).toMatchObject({ as: 'minutes' })
    expect(fieldOf((await ask('splitpayments')).body, 'basis_points')).toBeUndefined()
    await world.close()
  })

  test('a package is described from its manifest; one with code that cannot run, or none at all, is 404', async () => {
    const { world, publisher, install, someone } = await openExtensionWorld(dialect)
    const owner = {
      columns: ['mood'],
      category: 'automate',
      hue: 200,
      state: 'mood',
      texts: { de: { 'field.mood': 'Stimmung' } },
    }
    const resource = {
      title: { type: 'text', max: 100, doc: 'What it says.', label: 'Headline', example: 'A good day' },
      mood: { type: 'text', max: 10, doc: 'How it was.', oneOf: ['good', 'bad'], group: 'feelings', advanced: true },
    }
    await publisher.publish('diary', '1.0.0', { inside: { noun: 'entry', owner, resource } })
    expect((await install('diary')).status).toBe(201)
    const ask = (id: string) =>
      world.call('GET', `/api/v1/extension/${id}/description?language=de`, { token: someone.token })
    const { body } = await ask('diary')
    expect(body).toMatchObject({ name: 'The diary', noun: { one: 'Entry', many: 'Entrys' }, columns: ['mood'] })
    expect(body).toMatchObject({ layout: 'connect', state: 'mood', figures: [], meters: [] })
    expect(fieldOf(body, 'title')).toMatchObject({ label: 'Headline', help: 'What it says.', example: 'A good day' })
    expect(fieldOf(body, 'mood')).toMatchObject({
      label: 'Stimmung',
      group: 'feelings',
      advanced: true,
      options: [
        { value: 'good', label: 'Good' },
        { value: 'bad', label: 'Bad' },
      ],
    })
    const code = { runtime: { kind: 'js', entry: 'main.js' }, code: { hooks: [] } }
    const coded = packageManifest('coded', '1.0.0', code)
    publisher.publishArchive('coded', '1.0.0', await buildPackage(coded, [{ name: 'main.js', content: 'x' }]))
    expect((await install('coded')).status).toBe(201)
    expect((await ask('coded')).body).toMatchObject({ name: 'The coded', layout: 'connect' })
    expect((await ask('nothing')).status).toBe(404)
    const list = (await world.call('GET', '/api/v1/extension', { token: someone.token })).body
    const rowOf = (extId: string) => list.find(({ id }: { id: string }) => id === extId)
    expect(rowOf('coded')).toMatchObject({ runs: true, layout: 'connect', hue: null, for_shops: false })
    expect(rowOf('diary')).toMatchObject({ layout: 'connect', hue: 200 })
  })

  test('a package that shows a field which it does not have is rejected', async () => {
    const { publisher, install } = await openExtensionWorld(dialect)
    const meters = [{ used: 'weather', limit: 'title' }]
    for (const [place, owner] of Object.entries({
      columns: { columns: ['weather'] },
      figures: { figures: ['weather'] },
      state: { state: 'weather' },
      meters: { meters },
    })) {
      await publisher.publish(`diary_${place}`, '1.0.0', { inside: { owner } })
      const { status, body } = await install(`diary_${place}`)
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`owner.${place} names "weather"`)])
    }
  })
})
