import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { ContractSample as SampleOfAuthors } from '@satchel/extension-sdk/testing/world'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../open-world.ts'
import { DIALECTS } from '../test-database.ts'
import { tokenOf } from '../token-of.ts'
import { writeDirectly } from '../write-directly.ts'
import { activateExtension } from './activate-extension.ts'
import { installLocal } from './install-local.ts'

export interface ContractSample extends SampleOfAuthors<World, WorldWallet> {
  /** A folder with the packed extension: it is installed from there, and runs in the sandbox. On SQLite only. */
  readonly packedIn?: string
}

/** Packages are tested on one database, because the tests of the host cover both. */
const ONE_DIALECT: readonly Dialect[] = ['sqlite']

/** The contract of every extension for its five endpoints, on both databases (rule X20). */
export function extensionContract(extension: AnyExtension, sample: ContractSample): void {
  const { id: extId } = extension.manifest
  describe.each(sample.packedIn === undefined ? DIALECTS : ONE_DIALECT)(
    `${extId} keeps the contract of an extension, on %s`,
    (dialect) => {
      let stage: Stage
      beforeAll(async () => {
        stage = await openStage(dialect, extension, sample)
      })
      afterAll(async () => {
        expect(await stage.world.violations()).toEqual([])
        await stage.world.close()
      })
      const stageNow = (): Stage => stage
      itemContract(stageNow, sample)
      addressContract(stageNow, extension)
      accessContract(stageNow, sample)
      listContract(stageNow, sample)
      const { settle } = sample
      if (settle === undefined) return
      test('a settlement that is delivered twice changes state once', async () => {
        const { world, newOwner, post } = stage
        const wallet = await newOwner()
        const { body } = await post(wallet)
        const before = await rowsOf(world, extId)
        await settle(world, wallet, body)
        await world.tick()
        const once = await rowsOf(world, extId)
        expect(once).not.toEqual(before)
        const balance = await world.balanceMsat(wallet)
        await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
        await world.restart()
        await world.tick()
        expect(await rowsOf(world, extId)).toEqual(once)
        expect(await world.balanceMsat(wallet)).toBe(balance)
      })
    },
  )
}

/** One service with the extension alone, and an account that uses it. */
interface Stage {
  readonly world: World
  readonly base: string
  readonly owner: WorldWallet
  newOwner(): Promise<WorldWallet>
  post(wallet: WorldWallet, key?: string): Promise<Answer>
  matches(method: string, path: string, answer: Answer): void
}

type StageNow = () => Stage

async function openStage(dialect: Dialect, extension: AnyExtension, sample: ContractSample): Promise<Stage> {
  const { id: extId } = extension.manifest
  const world = await openStageWorld(dialect, extension, sample)
  const base = `/${extId}/api/v1/`
  const newOwner = async (): Promise<WorldWallet> => {
    const wallet = await world.openWallet(100_000)
    await activateExtension(world, wallet, extId)
    return wallet
  }
  let made = 0
  return {
    world,
    base,
    owner: await newOwner(),
    newOwner,
    async post(wallet, key = wallet.adminKey) {
      made += 1
      return world.call('POST', base, { key, body: await sample.create(made, world, wallet) })
    },
    matches: await openDocument(world),
  }
}

async function openStageWorld(dialect: Dialect, extension: AnyExtension, sample: ContractSample): Promise<World> {
  const { packedIn, env = {} } = sample
  if (packedIn === undefined) return openWorld({ dialect, builtIns: [extension], env })
  const world = await openWorld({ dialect, builtIns: [], env: { ...env, SERVICE_EXTENSIONS_PATH: packedIn } })
  await installLocal(world, await world.openWallet(), extension.manifest.id)
  return world
}

function itemContract(stageNow: StageNow, sample: ContractSample): void {
  test('an item is created, read, changed and deleted, as the manual says', async () => {
    const { world, base, owner, post, matches } = stageNow()
    const created = await post(owner)
    expect(created).toMatchObject({ status: 201, body: { wallet: owner.id } })
    matches('post', base, created)
    const url = `${base}${created.body.id}`
    const read = await world.call('GET', url, { key: owner.invoiceKey })
    expect(read.status).toBe(200)
    matches('get', `${base}{id}`, read)
    const changed = await world.call('PUT', url, { key: owner.adminKey, body: sample.patch })
    expect(changed).toMatchObject({ status: 200, body: sample.patch })
    matches('put', `${base}{id}`, changed)
    const deleted = await world.call('DELETE', url, { key: owner.adminKey })
    expect(deleted.status).toBe(200)
    expect(typeof deleted.body.detail).toBe('string')
    expect((await world.call('GET', url, { key: owner.adminKey })).status).toBe(404)
    expect((await world.call('DELETE', url, { key: owner.adminKey })).status).toBe(404)
  })

  const { missing } = sample
  if (missing === undefined) return
  test('a missing field is 422 and named', async () => {
    const { world, base, owner } = stageNow()
    const { [missing]: _left, ...body } = (await sample.create(0, world, owner)) as Record<string, unknown>
    const answer = await world.call('POST', base, { key: owner.adminKey, body })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(missing)
  })
}

function addressContract(stageNow: StageNow, { owner: pages }: AnyExtension): void {
  if (pages?.page === undefined && pages?.code === undefined) return
  test('an item answers the address of its page and of its QR code, also in lists', async () => {
    const { world, base, newOwner, post } = stageNow()
    const wallet = await newOwner()
    const { body } = await post(wallet)
    const read = await world.call('GET', `${base}${body.id}`, { key: wallet.invoiceKey })
    const [listed] = (await world.call('GET', base, { key: wallet.invoiceKey })).body
    for (const item of [body, read.body, listed]) {
      expect(item.qr_url).toBe(body.qr_url)
      expect(item.page_url).toBe(body.page_url)
    }
    expect(body.page_url === undefined).toBe(pages.page === undefined)
    if (body.page_url !== undefined) {
      const { pathname } = new URL(body.page_url)
      expect((await world.call('GET', pathname, { headers: { accept: 'text/html' } })).status).toBe(200)
    }
    const { pathname, search, searchParams } = new URL(body.qr_url)
    expect(searchParams.get('data')).toBe(pages.code === undefined ? body.page_url : body[pages.code])
    const picture = await world.call('GET', pathname + search)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  })
}

function accessContract(stageNow: StageNow, sample: ContractSample): void {
  test('no key is 401, an invoice key that writes 403, and the item of another wallet 404', async () => {
    const { world, base, newOwner, post } = stageNow()
    const wallet = await newOwner()
    const { body } = await post(wallet)
    const url = `${base}${body.id}`
    const stranger = await newOwner()
    expect((await world.call('GET', base)).status).toBe(401)
    expect((await world.call('GET', base, { key: 'f'.repeat(32) })).status).toBe(401)
    expect((await post(wallet, wallet.invoiceKey)).status).toBe(403)
    const change = { body: sample.patch }
    expect((await world.call('PUT', url, { key: wallet.invoiceKey, ...change })).status).toBe(403)
    expect((await world.call('DELETE', url, { key: wallet.invoiceKey })).status).toBe(403)
    expect((await world.call('GET', url, { key: stranger.adminKey })).status).toBe(404)
    expect((await world.call('PUT', url, { key: stranger.adminKey, ...change })).status).toBe(404)
    expect((await world.call('DELETE', url, { key: stranger.adminKey })).status).toBe(404)
    expect((await world.call('GET', url, { key: wallet.invoiceKey })).status).toBe(200)
    const token = await tokenOf(world, wallet)
    expect((await world.call('GET', url, { token })).status).toBe(200)
  })

  test('an account that has not switched it on is refused', async () => {
    const { world, base, post } = stageNow()
    const wallet = await world.openWallet()
    expect((await world.call('GET', base, { key: wallet.invoiceKey })).status).toBe(403)
    expect((await post(wallet)).status).toBe(403)
  })
}

function listContract(stageNow: StageNow, sample: ContractSample): void {
  test('lists are pages, newest first, with the total', async () => {
    const { world, base, owner, newOwner, post, matches } = stageNow()
    const wallet = await newOwner()
    const ids: string[] = []
    for (let n = 0; n < (sample.most ?? 3); n += 1) {
      const { status, body } = await post(wallet)
      expect(status).toBe(201)
      ids.unshift(body.id)
    }
    const list = await world.call('GET', base, { key: wallet.invoiceKey })
    matches('get', base, list)
    expect(list.body.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(list.headers['x-total-count']).toBe(String(ids.length))
    const page = await world.call('GET', `${base}?limit=1&offset=1`, { key: wallet.invoiceKey })
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 2))
    expect((await world.call('GET', `${base}?limit=0`, { key: wallet.invoiceKey })).status).toBe(422)
    const others = await world.call('GET', base, { key: owner.invoiceKey })
    expect(others.body).not.toContainEqual(expect.objectContaining({ id: ids[0] }))
  })
}

const rowsOf = (world: World, extId: string): Promise<string[]> =>
  world.db.list(
    'SELECT kind, id, data, version FROM extension_rows WHERE ext_id = $1 ORDER BY seq',
    [extId],
    (row: { kind: string; id: string; data: string; version: bigint }) =>
      `${row.kind} ${row.id} ${row.version} ${row.data}`,
  )

interface Written {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>
}

/** Validates answers against the schemas of `/openapi.json`. */
async function openDocument(world: World) {
  const { body } = await world.call('GET', '/openapi.json')
  const document = body as { paths: Record<string, Record<string, Written>>; components: object }
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', ...document })
  const compiled = new Map<string, ValidateFunction>()
  return (method: string, path: string, { status, body: answered }: Answer): void => {
    const schema = document.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema
    if (schema === undefined) throw new Error(`the manual does not say what ${method} ${path} answers with ${status}`)
    const key = `${method} ${path} ${status}`
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/')
    const check = compiled.get(key) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(key, check)
    expect(check(answered) ? [] : check.errors).toEqual([])
  }
}
