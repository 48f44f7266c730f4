import type { Json } from '@satchel/extension-sdk/context'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../../../test/world/open-world.ts'

const manifest = (id: string) =>
  ({ id, name: id, version: '1.0.0', short_description: 'For this test.', api_version: 1, permissions: [] }) as const
const NAME = { type: 'text', max: 40, doc: 'Its name.' } as const

/** Knows a secret, and answers whether an account has an item of it. */
const LIBRARY = defineExtension({
  manifest: manifest('library'),
  resource: { name: NAME },
  answers: {
    name: async ({ from, data }, ctx) => ({ from, name: (await ctx.items.get(data as string))?.name ?? null }),
  },
})

/** Asks for it, in as many ways as there are. */
const READER = defineExtension({
  manifest: {
    ...manifest('reader'),
    permissions: [{ id: 'neighbours', reason: 'Reads.', extensions: ['library', 'missing'] }],
  },
  resource: {
    name: NAME,
    noted: { type: 'text', max: 100, doc: 'What its task noted.', by: 'server', optional: true },
  },
  tasks: {
    async note({ key }, ctx) {
      const [id = '', noted = ''] = key.split(' ')
      await ctx.items.update(id, { noted })
    },
  },
  routes: {
    'POST /api/v1/:id/ask': {
      access: 'admin',
      summary: 'Ask',
      body: {
        whom: { type: 'text', max: 20, doc: 'Which extension.' },
        what: { type: 'text', max: 20, doc: 'The question.' },
        about: { type: 'text', max: 64, doc: 'The thing.' },
      },
      async handle({ body, item }, ctx) {
        const { whom, what, about } = body as { whom: string; what: string; about: string }
        return { json: { answer: await ctx.ask(whom, what, about as Json, item.wallet) } }
      },
    },
  },
})

/** Changes data for the reader, with its own commit. */
const TELLER = defineExtension({
  manifest: { ...manifest('teller'), permissions: [{ id: 'neighbours', reason: 'Tells.', extensions: ['reader'] }] },
  resource: { name: NAME },
  async afterCreate({ name }, ctx) {
    await ctx.enqueue('note', `${name} hello`, 'reader')
    await ctx.enqueue('note', `${name} hello`, 'reader')
  },
})

let world: World
let owner: WorldWallet
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: [LIBRARY, READER, TELLER] })
  owner = await world.openWallet()
  for (const id of ['library', 'reader', 'teller']) await activateExtension(world, owner, id)
})
afterAll(() => world.close())

const make = async (ext: string, name: string, { adminKey: key } = owner): Promise<string> =>
  (await world.call('POST', `/${ext}/api/v1/`, { key, body: { name } })).body.id
const ask = async (id: string, body: object, { adminKey: key } = owner) =>
  world.call('POST', `/reader/api/v1/${id}/ask`, { key, body: { whom: 'library', what: 'name', about: 'x', ...body } })

test('an answer is about items of the requesting account only', async () => {
  const mine = await make('reader', 'Me')
  const book = await make('library', 'Ulysses')
  expect((await ask(mine, { about: book })).body).toEqual({ answer: { from: 'reader', name: 'Ulysses' } })
  const other = await world.openWallet()
  for (const id of ['library', 'reader']) await activateExtension(world, other, id)
  const theirs = await make('reader', 'Other', other)
  expect((await ask(theirs, { about: book }, other)).body).toEqual({ answer: { from: 'reader', name: null } })
})

test('a question is rejected if the account does not use the extension, or if no extension answers it', async () => {
  const mine = await make('reader', 'Me')
  expect(await ask(mine, { what: 'secret' })).toMatchObject({ status: 400 })
  expect(await ask(mine, { whom: 'missing' })).toMatchObject({ status: 400 })
  const other = await world.openWallet()
  await activateExtension(world, other, 'reader')
  const theirs = await make('reader', 'Other', other)
  expect(await ask(theirs, {}, other)).toMatchObject({
    status: 400,
    body: { detail: 'The app library is not active for this account.' },
  })
})

test('an extension that the manifest does not name is not called', async () => {
  expect(await ask(await make('reader', 'Me'), { whom: 'teller' })).toMatchObject({ status: 500 })
})

test('an action that one extension starts at another is done there, once', async () => {
  const mine = await make('reader', 'Me')
  await make('teller', mine)
  await make('teller', mine)
  await world.tick()
  const { body } = await world.call('GET', `/reader/api/v1/${mine}`, { key: owner.adminKey })
  expect(body.noted).toBe('hello')
  const jobs = await world.db.list(`SELECT ext_id FROM extension_jobs WHERE kind = 'task'`, [], (row) => row)
  expect(jobs).toEqual([{ ext_id: 'reader' }])
})
