import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { LANGUAGES } from '@satchel/page/languages'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { shipped } from './source-files.ts'
import { isNode, type Node, nodesOf } from './source-nodes.ts'

/** Texts of the host count for every extension. */
const HOST = 'services/wallet/src/extensions/pages'

const REJECTS =
  /^(?:extensions\/\w+|packages\/extension-sdk\/src|services\/wallet\/src\/extensions\/host\/run)\/[\w-]+\.ts$/
/** Read by programs and wallets, in English: LNURL, NWC, LndHub, zaps and LNbits. */
const OF_PROGRAMS =
  /\/(?:lnbits-[\w-]+|zaps|lnurl-(?:pay|withdraw)-routes)\.ts$|\/nwcprovider\/(?:params|pay-invoice|read-methods)\.ts$|\/lndhub\/(?:hub-routes|pay-invoice|sessions)\.ts$|\/(?:boltcards\/(?:taps|refunds)|bitcoinswitch\/switch-links|withdraw\/withdraw-offer)\.ts$/
/** Visitors do not read these: the app has its own texts for every status but 400, 402 and 422. */
const OF_OWNERS =
  /^services\/|^extensions\/(?:bitcoinswitch|boltcards|lndhub|nwcprovider|scheduler|scrub|splitpayments|watchonly)\/|\/(?:claims-report|kept-names|owed-refunds|owner-routes)\.ts$/
const SAID_BY_APP = new Set([401, 403, 404, 409, 429, 503])

const ALLOWED = new Set([
  // Only sent by a program.
  'extensions/boltcards/card-keys.ts: Field required',
  'extensions/copilot/animations.ts: is missing.',
  'extensions/lncalendar/lncalendar.ts: at most {} days in one request.',
  'extensions/lncalendar/lncalendar.ts: must not be before from.',
  'extensions/paywall/download-link.ts: the file has versions, and this names none.',
  // For the author of an extension.
  'services/wallet/src/extensions/host/run/run-payouts.ts: The maximum fee is no number of satoshis.',
  'services/wallet/src/extensions/host/run/run-wallets.ts: The amount must be a number of at least 0.',
  'services/wallet/src/extensions/host/run/run-wallets.ts: There is no such list of payments.',
  'services/wallet/src/extensions/host/run/run-wallets.ts: Tax and tip must be parts of the amount.',
  // Written elsewhere, as `fixed` or with a template.
  'extensions/events/orders.ts: {limit.text}',
  'extensions/fossa/fossa.ts: {refusedBecause(failure)}',
  'extensions/nostrnip5/orders.ts: {}',
  'extensions/tpos/collect-card.ts: {knownReason(error)}',
  'packages/extension-sdk/src/rejection.ts: {why}',
  'services/wallet/src/extensions/host/run/run-targets.ts: {error.detail}',
  'services/wallet/src/extensions/host/run/run-wallets.ts: {paymentLimit(limitOf(parts), Number(amountMsat) / 1000)}',
])

interface Rejected {
  readonly status: unknown
  readonly sentences: readonly string[]
}

const nameOf = (node: Node): unknown => (node['callee'] as { readonly name?: string }).name

function rejectionOf(node: Node, text: string, constants: ReadonlyMap<string, Node>): Rejected | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
  const args = node['arguments'] as Node[]
  const [why, status] = nameOf(node) === 'reject' ? args : nameOf(node) === 'Rejection' ? [args[1], args[0]] : []
  if (why === undefined) return undefined
  return { status: status === undefined ? 400 : status['value'], sentences: sentencesOf(why, text, constants) }
}

/** Without the field that they are about. A value is `{}`; what cannot be read here is `{its source}`. */
function sentencesOf(why: Node, text: string, constants: ReadonlyMap<string, Node>): string[] {
  const of = (one: unknown): string[] => sentencesOf(one as Node, text, constants)
  if (why.type === 'ConditionalExpression') return [...of(why['consequent']), ...of(why['alternate'])]
  if (why.type === 'CallExpression' && nameOf(why) === 'fixed') return of((why['arguments'] as Node[])[0])
  const constant = why.type === 'Identifier' ? constants.get(String(why['name'])) : undefined
  if (constant !== undefined) return of(constant)
  if (why.type === 'Literal') return [asPattern(String(why['value']).replace(PLACE, ''))]
  if (why.type !== 'TemplateLiteral') return [`{${text.slice(Number(why['start']), Number(why['end']))}}`]
  const [quasis, values] = [why['quasis'] as { value: { cooked: string } }[], why['expressions'] as Node[]]
  // The rest of a sentence that begins with a constant of the file, as in `body.amount: ${rule}`.
  const last = values.at(-1)
  const rule = last?.type === 'Identifier' ? constants.get(String(last['name'])) : undefined
  if (rule !== undefined && quasis.at(-1)?.value.cooked === '') return of(rule)
  const whole = quasis.map(({ value }) => value.cooked).join('{}')
  return [asPattern(whole.replace(PLACE, ''))]
}

/** `body.items.{}.amount: `, or as a parameter. */
const PLACE = /^(?:(?:body|query|path)[\w.{}]*|\{\}): /

const asPattern = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}')

const constantsOf = (nodes: readonly Node[]): Map<string, Node> =>
  new Map(
    nodes.flatMap(({ type, ...node }) =>
      type === 'VariableDeclarator' && isNode(node['init'])
        ? [[String((node['id'] as { readonly name?: string }).name), node['init']] as const]
        : [],
    ),
  )

const rejected = shipped
  .filter(({ path }) => REJECTS.test(path) && !OF_PROGRAMS.test(path))
  .flatMap(({ path, text }) => {
    const nodes = [...nodesOf(parseSync(path, text).program)]
    const constants = constantsOf(nodes)
    return nodes
      .flatMap((node) => rejectionOf(node, text, constants) ?? [])
      .filter(({ status }) => !OF_OWNERS.test(path) || !SAID_BY_APP.has(Number(status)))
      .map((one) => ({ ...one, path }))
  })

function read(folder: string, language: string): Record<string, string> {
  const file = new URL(`../../${folder}/locales/${language}.json`, import.meta.url)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

test.each(Object.keys(LANGUAGES).filter((each) => each !== 'en'))(
  'what an extension rejects has a template in %s',
  (language) => {
    expect(rejected.length).toBeGreaterThan(180)
    const shared = read(HOST, language)
    const missing = rejected.flatMap(({ path, sentences }) => {
      const own = path.startsWith('extensions/') ? read(dirname(path), language) : {}
      const known = new Set(Object.keys({ ...shared, ...own }).map(asPattern))
      return sentences.filter((one) => !known.has(one)).map((one) => `${path}: ${one}`)
    })
    expect([...new Set(missing)].sort()).toEqual([...ALLOWED].sort())
  },
)

test('an amount in a rejection is separate, so that it is formatted for its reader', () => {
  const bare = rejected.flatMap(({ path, sentences }) => sentences.map((one) => `${path}: ${one}`))
  expect(bare.filter((one) => one.includes('{} sat'))).toEqual([])
})
