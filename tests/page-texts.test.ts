import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { OF_SCRIPTS } from '../services/wallet/src/extensions/pages/speak.ts'
import { shipped } from './source-files.ts'

/** Where texts of pages are written; those of the host count for every extension. */
const HOST = 'services/wallet/src/extensions/pages'
const PRICES = 'services/price-aggregator/src/page'
const LANGUAGES = ['de', 'es', 'ar']

const sources = shipped.filter(
  ({ path }) =>
    /^extensions\/\w+\/[\w-]+\.(ts|js)$/.test(path) || [HOST, `${HOST}/frames`, PRICES].includes(dirname(path)),
)

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  if (!isNode(value)) return
  yield value
  for (const one of Object.values(value)) if (typeof one === 'object') yield* nodesOf(one)
}

/** `fixed(…)`, `say(…)`, `on.say(…)`. */
function isText(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = node['callee'] as Node
  const name = (callee.type === 'MemberExpression' ? callee['property'] : callee) as { readonly name?: string }
  return name.name === 'fixed' || name.name === 'say'
}

/** Of the first argument: one text, or those of its cases. */
function textsOf(argument: unknown): string[] {
  if (!isNode(argument)) return []
  if (argument.type === 'Literal') return typeof argument['value'] === 'string' ? [argument['value']] : []
  if (argument.type === 'ConditionalExpression')
    return [...textsOf(argument['consequent']), ...textsOf(argument['alternate'])]
  return argument.type === 'LogicalExpression' ? textsOf(argument['right']) : []
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))

const written = sources.flatMap(({ path, text }) =>
  [...nodesOf(parseSync(path, text).program)]
    .filter(isText)
    .flatMap((node) => textsOf((node['arguments'] as unknown[])[0]))
    .filter(hasWords)
    .map((one) => ({ path, folder: dirname(path), text: one })),
)
const folders = [...new Set([HOST, ...written.map(({ folder }) => folder)])]

function read(folder: string, language: string): Record<string, string> {
  const file = new URL(`../${folder}/locales/${language}.json`, import.meta.url)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe.each(LANGUAGES)('pages in %s', (language) => {
  test('have a translation of every text that is not the owner’s', () => {
    expect(written.length).toBeGreaterThan(250)
    const shared = read(HOST, language)
    const missing = written.filter(
      ({ folder, text }) =>
        read(folder, language)[text] === undefined && (folder === PRICES || shared[text] === undefined),
    )
    expect(missing).toEqual([])
  })

  test('keep the placeholders of the English text', () => {
    for (const folder of folders)
      for (const [text, translation] of Object.entries(read(folder, language)))
        expect([folder, text, placeholders(translation)]).toEqual([folder, text, placeholders(text)])
  })

  test('have no translation that nothing shows', () => {
    const all = [...sources, ...shipped.filter(({ path }) => path.endsWith('/status.routes.ts'))]
      .map(({ text }) => text)
      .join('\n')
    const unused = folders.flatMap((folder) =>
      Object.keys(read(folder, language)).filter((text) => !all.includes(`'${text}'`)),
    )
    expect(unused).toEqual([])
  })
})

test('every text of a page of an extension is marked as fixed, or comes from its owner', () => {
  const plain = shipped
    .filter(({ path, text }) => /^extensions\/\w+\/[\w-]+\.ts$/.test(path) && text.includes("extension-sdk/page'"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:label|submit|hint|closed|note|empty|fallback|text|eyebrow|title|caption): '[^']+'/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    )
  expect(plain).toEqual([])
})

test('texts that scripts show travel with the page', () => {
  const inScripts = written.filter(({ path }) => path.endsWith('.js') && !path.startsWith(PRICES))
  expect(inScripts.length).toBeGreaterThan(30)
  const travels = ({ folder, text }: (typeof written)[number]): boolean =>
    (OF_SCRIPTS as readonly string[]).includes(text) || (folder !== HOST && read(folder, 'de')[text] !== undefined)
  expect(inScripts.filter((one) => !travels(one))).toEqual([])
})
