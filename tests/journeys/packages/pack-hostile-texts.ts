import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packExtension } from '../../../scripts/scaffold/pack-extension.ts'
import { ROOT } from '../../../services/wallet/test/campaigns/web-app/open-app-visits.ts'
import { HOSTILE_TEXTS } from '../../../services/wallet/test/campaigns/web-app/record-steps.ts'

/** The texts, as long as their place allows. */
export const textsUpTo = (length: number): readonly string[] => HOSTILE_TEXTS.map((text) => text.slice(0, length))

export interface HostilePackages {
  /** The variables of a server that installs them. */
  readonly env: { readonly SERVICE_EXTENSIONS_PATH: string }
  remove(): void
}

/** Packs all of them into the folder of a server; beside the sources, where the imports of their code lead somewhere. */
export async function packHostileTexts(): Promise<HostilePackages> {
  const folder = mkdtempSync(join(ROOT, 'my-packages-'))
  const dropped = join(folder, 'installed')
  mkdirSync(dropped)
  const drop = async (id: string, name: string, content: string): Promise<void> => {
    const place = join(folder, id)
    mkdirSync(place)
    writeFileSync(join(place, name), content)
    await packExtension(place, { into: dropped })
  }
  for (const manifest of [...HOSTILE_TEXTS.map(wordedManifest), FIELDS, ...REFUSED.map(({ manifest }) => manifest)]) {
    await drop(manifest.id, 'manifest.json', JSON.stringify(manifest))
  }
  for (const id of [ACTING, LISTING]) await drop(id, `${id}.ts`, codeOf(id))
  return {
    env: { SERVICE_EXTENSIONS_PATH: dropped },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const manifestOf = <More extends object>(id: string, more: More) => ({
  id,
  name: id,
  version: '0.1.0',
  short_description: 'Shows what it is given.',
  api_version: 1,
  runtime: { kind: 'declarative' },
  permissions: [],
  ...more,
})

export const wordedId = (at: number): string => `worded_${at}`

/** For places that a package has once, such as its name: a package for each text. */
const wordedManifest = (text: string, at: number) =>
  manifestOf(wordedId(at), {
    name: text.slice(0, 100),
    short_description: text.slice(0, 500),
    notes: text.slice(0, 120),
    permissions: [{ id: 'mail', reason: text.slice(0, 500) }],
    noun: text.slice(0, 64),
    resource: {
      title: { type: 'text', max: 100, label: text.slice(0, 100), doc: text, example: text.slice(0, 200) },
    },
  })

export const fieldName = (at: number): string => `field_${at}`

/** For places that a package has many of: a field for each text, values of two choices, and the title of an item. */
const FIELDS = manifestOf('fields', {
  resource: {
    title: { type: 'text', max: 600, doc: 'Its name.' },
    note: { type: 'text', max: 600, doc: 'Beside it.', optional: true },
    price: { type: 'money', doc: 'An amount in its currency.', default: 1.5 },
    currency: { type: 'text', max: 600, doc: 'What is no currency.', optional: true },
    paid_at: { type: 'int', doc: 'What is no time.', optional: true },
    qr_url: { type: 'text', max: 600, doc: 'What is no code.', optional: true },
    named: { type: 'text', max: 10, oneOf: HOSTILE_TEXTS.map((_, at) => `v${at}`), default: 'v0', doc: 'By a word.' },
    chosen: { type: 'text', max: 200, oneOf: textsUpTo(40), default: textsUpTo(40)[0], doc: 'By itself.' },
    ...Object.fromEntries(
      HOSTILE_TEXTS.map((text, at) => [
        fieldName(at),
        { type: 'text', max: 100, label: text.slice(0, 100), default: text.slice(0, 100), doc: text, group: `g${at}` },
      ]),
    ),
  },
  owner: {
    columns: ['title', 'note', 'price', 'paid_at', fieldName(0), fieldName(1)],
    texts: {
      en: Object.fromEntries(
        textsUpTo(500).flatMap((text, at) => [
          [`group.g${at}`, text],
          [`help.${fieldName(at)}`, text],
          [`option.named.v${at}`, text],
        ]),
      ),
    },
  },
})

/** Two packages with code: one has an action for each text, and a page; the other a list. A package may have 60 routes. */
export const ACTING = 'acting'
export const LISTING = 'listing'

const codeOf = (id: string): string => `
import { defineExtension } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'

const TEXTS: readonly string[] = ${JSON.stringify(HOSTILE_TEXTS)}
const SHORT = TEXTS.map((said) => said.slice(0, 500))
const text = { type: 'text', max: 1000, doc: 'A text.' } as const

/** Rejects with the text, or answers it. */
const action = (said: string) => ({
  access: 'admin', summary: 'Answers', reply: { key: text },
  body: { fail: { type: 'bool', doc: 'Whether it fails.', default: true } },
  handle: async ({ body }: { body: { fail: boolean } }) => {
    if (body.fail) throw reject(said)
    return { json: { key: said } }
  },
})
const list = (said: string) => ({
  access: 'invoice', summary: 'Lists', replyType: 'list', reply: { key: text, other: text },
  handle: async () => ({ json: [{ key: said, other: said }] }),
})

const page = {
  title: TEXTS[0], eyebrow: TEXTS[1],
  blocks: [
    ...TEXTS.map((said) => ({ kind: 'link', text: said, href: said })),
    ...TEXTS.map((said) => ({ kind: 'image', url: said, alt: said })),
    ...TEXTS.map((said) => ({ kind: 'frame', url: said, title: said })),
    ...TEXTS.slice(0, 30).map((said) => ({ kind: 'qr', value: said, label: said, link: said })),
    { kind: 'heading', text: TEXTS[2] },
    { kind: 'amount', text: TEXTS[3], note: TEXTS[4] },
    { kind: 'facts', rows: TEXTS.map((said) => [said, said]) },
    { kind: 'table', caption: TEXTS[5], head: TEXTS.slice(0, 20), rows: TEXTS.map((said) => [said]), foot: [[TEXTS[6]]] },
    { kind: 'list', items: TEXTS.map((said) => ({ title: said, text: said, note: said, href: said, image: said })) },
    { kind: 'countdown', until: 4102444800, label: TEXTS[7] },
    { kind: 'progress', value: 1, of: 2, text: TEXTS[8] },
    { kind: 'sheet', cards: TEXTS.map((said) => ({ qr: said, title: said, lines: [said], image: said })) },
    { kind: 'print', text: TEXTS[9] },
    {
      kind: 'form', action: '/public/x', submit: TEXTS[10], note: TEXTS[11],
      fields: [
        ...TEXTS.map((said, at) => ({ name: 'f' + at, label: said, type: 'text', value: said, hint: said })),
        { name: 'choice', label: TEXTS[12], type: 'select', options: TEXTS.map((said) => [said.slice(0, 200), said]) },
      ],
    },
  ],
}

const ROUTES = {
  ${ACTING}: {
    ...Object.fromEntries(TEXTS.map((said, at) => ['POST /api/v1/:id/act' + at, action(said)])),
    'GET /p/:id': { access: 'public', summary: 'Its page', handle: async () => ({ page }) },
  },
  ${LISTING}: Object.fromEntries(TEXTS.map((said, at) => ['GET /api/v1/:id/list' + at, list(said)])),
}

export const CODED = defineExtension({
  manifest: {
    id: '${id}', name: TEXTS[0]!, version: '0.1.0', short_description: TEXTS[1]!, api_version: 1,
    permissions: [
      { id: 'page', reason: TEXTS[2]! },
      { id: 'spend', reason: TEXTS[3]!, to: 'any' },
      { id: 'http', reason: TEXTS[4]!, hosts: TEXTS.slice(0, 50).map((said) => said.slice(0, 253)) },
    ],
  },
  resource: { title: { type: 'text', max: 600, doc: 'Its name.' } },
  owner: {
    texts: {
      en: Object.fromEntries(SHORT.flatMap((said, at) => [
        ['action.act' + at, said], ['confirm.act' + at, said], ['list.list' + at, said],
      ])),
    },
  },
  routes: ROUTES.${id} as never,
})
`

/** Texts that the service rejects, and its messages. */
export const REFUSED = [
  { says: 'name must not have more than 100 characters', manifest: manifestOf('long_name', { name: 'x'.repeat(101) }) },
  { says: 'name must match pattern', manifest: manifestOf('control_name', { name: 'a\u0000b' }) },
  {
    says: 'owner.links schema is false',
    manifest: manifestOf('with_links', {
      resource: { title: { type: 'text', max: 10, doc: 'Its name.' } },
      owner: { links: [{ id: 'evil', kind: 'open', path: '//evil.example' }] },
    }),
  },
  {
    says: 'resource cannot have a field "<script>',
    manifest: manifestOf('tag_field', { resource: { '<script>': { type: 'text', max: 10, doc: 'Its name.' } } }),
  },
] as const
