import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Type } from 'typebox'
import { afterAll, expect, expectTypeOf, test } from 'vitest'
import { OPEN, openTestApp } from '../world/open-test-app.ts'
import {
  type FeatureDeps,
  type HttpFeature,
  listChapters,
  listComponents,
  readChapter,
  registerFeatures,
} from './http-feature.ts'
import { schemaRef } from './schema-ref.ts'

const folder = mkdtempSync(join(tmpdir(), 'satchel-manual-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'tills.manual.md'), 'Open **tills**.\n\nClose them.\n')

const Till = Type.Object({ id: Type.Integer() }, { $id: 'Till' })

const tillsFeature: HttpFeature<{ readonly till: number }> = {
  chapter: readChapter('tills', pathToFileURL(join(folder, 'tills-feature.ts')).href),
  components: [Till],
  register(app, { till }) {
    const schema = { tags: ['tills'], response: { 200: schemaRef(Till) } }
    app.get('/till', { ...OPEN, schema }, async () => ({ id: till }))
  },
}

const pingFeature: HttpFeature<{ readonly word: string }> = {
  register: (app, { word }) => void app.get('/ping', OPEN, async () => ({ word })),
}

const FEATURES = [tillsFeature, pingFeature] as const

test('features bring routes, named schemas and chapters, whose text is Markdown beside them', async () => {
  const app = await openTestApp((routes) => registerFeatures(routes, FEATURES, { till: 7, word: 'pong' }), {
    api: { title: 'Test', version: '1', description: '', tags: listChapters(FEATURES) },
    components: listComponents(FEATURES),
  })
  expect((await app.inject('/till')).json()).toEqual({ id: 7 })
  expect((await app.inject('/ping')).json()).toEqual({ word: 'pong' })
  const { tags, components } = (await app.inject('/openapi.json')).json()
  expect(tags).toEqual([{ name: 'tills', description: 'Open **tills**.\n\nClose them.' }])
  expect(Object.keys(components.schemas)).toContain('Till')
})

test('a service must give its features all dependencies that each of them needs', () => {
  expectTypeOf<FeatureDeps<typeof FEATURES>>().toEqualTypeOf<{ readonly till: number } & { readonly word: string }>()
  expectTypeOf(registerFeatures<{ till: number }>)
    .parameter(1)
    .not.toExtend<typeof FEATURES>()
})
