import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { LANGUAGES } from '@satchel/page/languages'
import { splitPlace } from '@satchel/page/split-place'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { OF_SCRIPTS } from '../../services/wallet/src/extensions/pages/speak.ts'
import { shipped } from './source-files.ts'
import { isNode, type Node, nodesOf } from './source-nodes.ts'

/** The files with texts of pages; those of the host count for every extension. */
const HOST = 'services/wallet/src/extensions/pages'
const PRICES = 'services/price-aggregator/src/page'
/** What the service writes outside of pages. */
const TEXTS = 'services/wallet/src/texts'
const OF_TEXTS = /^services\/wallet\/src\/(?:notifications\/(?:mail|push)|wallets)\/[\w-]+\.ts$/
/** English is the key. */
const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== 'en')

const sources = shipped.filter(
  ({ path }) =>
    /^(extensions\/\w+|packages\/extension-sdk\/src\/replies)\/[\w-]+\.(ts|js)$/.test(path) ||
    OF_TEXTS.test(path) ||
    [HOST, `${HOST}/fields`, `${HOST}/frames`, PRICES].includes(dirname(path)),
)

/** `fixed(…)`, `say(…)`, `on.say(…)`. */
function isText(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = node['callee'] as Node
  const name = (callee.type === 'MemberExpression' ? callee['property'] : callee) as { readonly name?: string }
  return name.name === 'fixed' || name.name === 'say'
}

/** The texts in the first argument: one, or those of its cases. */
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
    .map((one) => ({ path, folder: OF_TEXTS.test(path) ? TEXTS : dirname(path), text: splitPlace(one)[1] })),
)
const folders = [...new Set([HOST, ...written.map(({ folder }) => folder)])]

function read(folder: string, language: string): Record<string, string> {
  const file = new URL(`../../${folder}/locales/${language}.json`, import.meta.url)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe.each(TRANSLATED)('pages in %s', (language) => {
  test('have a translation of every text that is not the owner’s', () => {
    expect(written.length).toBeGreaterThan(250)
    const shared = read(HOST, language)
    const missing = written.filter(
      ({ folder, text }) =>
        read(folder, language)[text] === undefined && ([PRICES, TEXTS].includes(folder) || shared[text] === undefined),
    )
    expect(missing).toEqual([])
  })

  test('keep the placeholders of the English text', () => {
    for (const folder of folders)
      for (const [text, translation] of Object.entries(read(folder, language)))
        expect([folder, text, placeholders(translation)]).toEqual([folder, text, placeholders(text)])
  })

  test('have no unused translation', () => {
    const all = [
      ...sources,
      ...shipped.filter(({ path }) => /\/(?:status\.routes|failure-words)\.ts$/.test(path) || STORES.test(path)),
    ]
      .map(({ text }) => text)
      .join('\n')
    // A part of a rejection, or of the answer of a route, is in a template: `At most ${count} tickets in one order.`
    const templates = all.replaceAll(/\$\{[^}]*\}/g, '{}')
    const inSource = (text: string): string => text.replaceAll('\n', String.raw`\n`)
    const unused = folders.flatMap((folder) =>
      Object.keys(read(folder, language))
        .map(inSource)
        .filter((text) => !all.includes(text) && !templates.includes(asPattern(text))),
    )
    expect(unused).toEqual([])
  })
})

/** Stored reasons of a payout or a job, or rejections, in English: the app shows them in its own language. */
const STORES =
  /^(?:services\/wallet\/src\/(?:extensions\/host|ledger|lnurl|payments|wallets)|packages\/(?:extension-sdk|lnurl|outbound)\/src)\//

/** Texts for programs, operators and the owner: words of protocols, of the log and of the manual. */
const NOT_FOR_VISITORS =
  /^extensions\/(?:watchonly|nwcprovider|lndhub|boltcards)\/|\/(?:lnbits-[\w-]+|owner-routes|kept-names|animations|overlay-files|shop-settings)\.ts$/
const CALLS_OF_OTHERS = new Set(['fixed', 'say', 'reject', 'Rejection', 'Error', 'warn', 'info', 'momentField'])
const KEYS_OF_THE_MANUAL = new Set(['doc', 'summary', 'description', 'reason', 'manifest', 'taken', 'noun'])

const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  return node.type === 'MemberExpression' ? nameOf(node['property']) : (node['name'] as string | undefined)
}

/** Results of a run or a payout, stored in English: mails find them by their template. */
const STORED = new Set(['detail', 'last_result'])
/** Texts that wallets show to their own users, and texts read by a template. */
const ALLOWED = new Set([
  'extensions/fossa/read-code.ts: Round secret:',
  'extensions/lnurlp/lnurlp.ts: Thank you.',
  'extensions/satspay/fields.ts: Back to merchant',
  'extensions/scheduler/job-runs.ts: It has come to its end.',
  'extensions/tpos/pass-on.ts: It failed.',
])

function* sentencesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* sentencesOf(one)
  if (!isNode(value)) return
  const isCall = value.type === 'CallExpression' || value.type === 'NewExpression'
  if (isCall && CALLS_OF_OTHERS.has(nameOf(value['callee']) ?? '')) return
  if (value.type === 'Property' || value.type === 'VariableDeclarator') {
    const key = nameOf(value['key'] ?? value['id']) ?? ''
    if (KEYS_OF_THE_MANUAL.has(key) || STORED.has(key)) return
  }
  const text =
    value.type === 'TemplateLiteral'
      ? (value['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{}')
      : value.type === 'Literal' && typeof value['value'] === 'string'
        ? value['value']
        : ''
  if (/^[A-Z].*[a-z]{2,} \S.*[.:!?)}]$|^[A-Z][a-z]+ [a-z]{2,}/s.test(text) && !/^(?:GET|POST|PUT|DELETE) /.test(text))
    yield text
  for (const one of Object.values(value)) if (typeof one === 'object') yield* sentencesOf(one)
}

test('no sentence of an extension reaches visitors in English only', () => {
  const found = shipped
    .filter(({ path }) => /^extensions\/\w+\/[\w-]+\.ts$/.test(path) && !NOT_FOR_VISITORS.test(path))
    .flatMap(({ path, text }) => [...sentencesOf(parseSync(path, text).program)].map((one) => `${path}: ${one}`))
  expect(found.filter((one) => !ALLOWED.has(one))).toEqual([])
})

const asPattern = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}')

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

test('a page field for a payee or a public key stores secrets on the device', () => {
  const own = shipped.filter(({ path }) => /^extensions\/\w+\/[\w-]+\.ts$/.test(path))
  const targets = own.flatMap(({ text }) =>
    [...text.matchAll(/^\s*(\w+): \{\s*type: 'target'/gm)].map(([, name]) => name),
  )
  const guarded = new Set([...targets, 'address', 'refund_address', 'pubkey'])
  const fields = own.flatMap(({ path, text }) =>
    [...text.matchAll(/\bname: '(\w+)',\s*label: [^]*?\btype: '([\w-]+)'/g)].map(([, name = '', type]) => ({
      path,
      name,
      type,
    })),
  )
  expect(fields.length).toBeGreaterThan(25)
  expect(fields.filter(({ name, type }) => guarded.has(name) && type !== 'target' && type !== 'public-key')).toEqual([
    // The name that was bought.
    { path: 'extensions/nostrnip5/page.ts', name: 'address', type: 'text' },
  ])
})

test('texts of scripts are included in the page', () => {
  const inScripts = written.filter(({ path }) => path.endsWith('.js') && !path.startsWith(PRICES))
  expect(inScripts.length).toBeGreaterThan(30)
  const travels = ({ folder, text }: (typeof written)[number]): boolean =>
    (OF_SCRIPTS as readonly string[]).includes(text) || (folder !== HOST && read(folder, 'de')[text] !== undefined)
  expect(inScripts.filter((one) => !travels(one))).toEqual([])
})

test('scripts of pages write numbers and times in the digits of the rest of the page (decision 0099)', () => {
  const formatters = sources
    .filter(({ path }) => path.endsWith('.js'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:new Intl\.\w+Format|\.toLocale\w*String)\([^)]*\)?/g)].map(([call]) => ({ path, call })),
    )
  expect(formatters.length).toBeGreaterThan(2)
  expect(formatters.filter(({ call }) => !/numberingSystem: 'latn'/.test(call))).toEqual([])
})

test('satoshis are written by `writeMoney`, which knows their name in each language', () => {
  const own = sources.filter(({ path, text }) => path.endsWith('.js') && /\} sat\b/.test(text)).map(({ path }) => path)
  expect([...own, ...written.filter(({ text }) => /\} sat\b/.test(text))]).toEqual([])
  for (const folder of folders)
    for (const translation of Object.values(read(folder, 'ar'))) expect(translation).not.toMatch(/\} sat\b/)
})
