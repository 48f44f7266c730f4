import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { at, type Fields, type Place, problem, type Read, readEntries, readFields, readList } from './read-fields.ts'
import {
  type BulkRequest,
  type JsonPath,
  type SingleRequest,
  SOURCE_IDS,
  type Source,
  type SourceId,
} from './source.ts'

const DEFAULT_TIMEOUT_SECONDS = 5
const MAX_TIMEOUT_SECONDS = 60
const CURRENCY = /^[A-Za-z]{3}$/

/** The seven real exchanges, shipped with the service. */
export const DEFAULT_EXCHANGES_FILE = fileURLToPath(new URL('exchanges.json', import.meta.url))

/**
 * Reads the description of the exchanges. Never throws: every problem is a line that names the file and the place in
 * it, and with any problem there are no sources. Sources come in the order a to g, pairs only for `currencies`.
 */
export function readExchangeFile(
  path: string,
  currencies: readonly string[],
): { sources: Source[]; problems: string[] } {
  const place: Place = { path: '', problems: [] }
  const json = readJson(path, place)
  const sources = json === undefined ? undefined : readFields(json.value, place, (fields) => readSources(fields, place))
  const problems = place.problems.map((line) => `${path}: ${line}`)
  if (problems.length > 0 || sources === undefined) return { sources: [], problems }
  return { sources: sources.map((source) => onlyConfigured(source, currencies)), problems }
}

function readJson(path: string, place: Place): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) }
  } catch (error) {
    if (error instanceof SyntaxError) return problem(place, `is not JSON (${error.message.replace(/\s+/g, ' ')})`)
    return problem(
      place,
      `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
    )
  }
}

function readSources(fields: Fields, place: Place): Source[] {
  const seconds = fields.optional('timeout_seconds', timeoutSeconds) ?? DEFAULT_TIMEOUT_SECONDS
  const found = new Map<SourceId, Source | undefined>()
  const readOne: Read<true> = (value, here) => {
    readFields(value, here, (source) => {
      const id = source.required('id', sourceId)
      if (id !== undefined && found.has(id)) problem(at(here, 'id'), `${id} is there twice`)
      const read = readSource(source, here, id, seconds)
      if (id !== undefined) found.set(id, read)
    })
    return true
  }
  const list = fields.required('sources', (value, here) => readList(value, here, readOne))
  for (const id of list === undefined ? [] : SOURCE_IDS) {
    if (!found.has(id)) problem(at(place, 'sources'), `${id} is missing (use "enabled": false to switch a source off)`)
  }
  return SOURCE_IDS.map((id) => found.get(id)).filter((source) => source !== undefined)
}

function readSource(fields: Fields, place: Place, id: SourceId | undefined, seconds: number): Source | undefined {
  const label = fields.required('label', text)
  const enabled = fields.optional('enabled', flag) ?? true
  const timeout = fields.optional('timeout_seconds', timeoutSeconds) ?? seconds
  const pairs = fields.required('pairs', (value, here) => byCurrency(value, here, text))
  const failure = fields.optional('failure', jsonPath)
  const failureText = fields.optional('failure_text', jsonPath)
  const before = place.problems.length
  const bulk = fields.optional('bulk', bulkRequest)
  const single = fields.optional('single', singleRequest)
  const unasked = bulk === undefined && single === undefined
  if (unasked && place.problems.length === before) problem(place, 'needs bulk, single or both')
  if (id === undefined || label === undefined || pairs === undefined || unasked) return undefined
  return { id, label, enabled, timeoutMs: Math.ceil(timeout * 1000), pairs, failure, failureText, bulk, single }
}

function onlyConfigured(source: Source, currencies: readonly string[]): Source {
  return { ...source, pairs: new Map([...source.pairs].filter(([currency]) => currencies.includes(currency))) }
}

const singleRequest: Read<SingleRequest> = (value, place) =>
  readFields(value, place, (fields) => {
    const url = fields.required('url', (urlValue, here) => urlTemplate(urlValue, here, '{pair}'))
    if (url !== undefined && !url.includes('{pair}')) problem(at(place, 'url'), 'must hold {pair}')
    return { url: url ?? '', ...whereThePriceIs(fields) }
  })

const bulkRequest: Read<BulkRequest> = (value, place) =>
  readFields(value, place, (fields) => {
    const url = fields.required('url', (urlValue, here) => urlTemplate(urlValue, here, '{pairs}')) ?? ''
    const pairsAs = fields.optional('pairs_as', commaOrJson) ?? 'comma'
    const before = place.problems.length
    const rows = fields.optional('rows', (rowsValue, here) =>
      readFields(rowsValue, here, (row) => ({
        at: row.required('at', pathOrRoot) ?? [],
        key: row.required('key', jsonPath) ?? [],
      })),
    )
    const rowsAreGood = place.problems.length === before
    const where = whereThePriceIs(fields)
    // Without either, every currency would be given the same price.
    const tellsPairsApart = rows !== undefined || where.price.length === 0 || where.price.includes('{key}')
    if (rowsAreGood && !tellsPairsApart)
      problem(at(place, 'price'), 'must hold the step "{key}", or rows must be there')
    return { url, pairsAs, rows, ...where }
  })

function whereThePriceIs(fields: Fields): Omit<SingleRequest, 'url'> {
  return {
    answerKeys: fields.optional('answer_keys', (value, here) => byCurrency(value, here, names)) ?? new Map(),
    price: fields.required('price', jsonPath) ?? [],
    tradedAt: fields.optional('traded_at', jsonPath),
  }
}

function byCurrency<T>(value: unknown, place: Place, read: Read<T>): Map<string, T> | undefined {
  const result = new Map<string, T>()
  const seen = new Set<string>()
  for (const [name, element] of readEntries(value, place) ?? []) {
    const here = at(place, name)
    const currency = name.toUpperCase()
    if (!CURRENCY.test(name)) problem(here, 'is not a currency: three letters')
    if (seen.has(currency)) problem(here, `${currency} is there twice`)
    seen.add(currency)
    const good = read(element, here)
    if (good !== undefined) result.set(currency, good)
  }
  return result
}

/** Every name in braces must be a known placeholder: `{pairz}` would be requested literally. */
function urlTemplate(value: unknown, place: Place, placeholder: string): string | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (typeof value !== 'string' || url === undefined || !/^https?:$/.test(url.protocol)) {
    return problem(place, 'must be an absolute http(s) URL')
  }
  if (url.username !== '' || url.password !== '') return problem(place, 'must not hold a user name or password')
  const strangers = [...value.matchAll(/\{[^}]*\}/g)].map(([found]) => found).filter((found) => found !== placeholder)
  if (strangers.length > 0) return problem(place, `may hold ${placeholder}, not ${strangers.join(', ')}`)
  return value
}

const sourceId: Read<SourceId> = (value, place) =>
  SOURCE_IDS.find((id) => id === value) ?? problem(place, 'must be one of source_a to source_g')

const text: Read<string> = (value, place) =>
  typeof value === 'string' && value.trim() !== '' ? value : problem(place, 'must be a text that is not empty')

const flag: Read<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : problem(place, 'must be true or false')

const timeoutSeconds: Read<number> = (value, place) =>
  typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_SECONDS
    ? value
    : problem(place, `must be a number above 0 and at most ${MAX_TIMEOUT_SECONDS}`)

const commaOrJson: Read<'comma' | 'json'> = (value, place) =>
  value === 'comma' || value === 'json' ? value : problem(place, 'must be "comma" or "json"')

const names: Read<string[]> = (value, place) =>
  Array.isArray(value) && value.length === 0
    ? problem(place, 'must hold at least one key')
    : readList(value, place, text)

const step: Read<string | number> = (value, place) =>
  (typeof value === 'string' && value !== '') || (Number.isSafeInteger(value) && Number(value) >= 0)
    ? (value as string | number)
    : problem(place, 'must be a name or a list index from 0')

const pathOrRoot: Read<JsonPath> = (value, place) => readList(value, place, step)

const jsonPath: Read<JsonPath> = (value, place) =>
  Array.isArray(value) && value.length === 0
    ? problem(place, 'must hold at least one step')
    : readList(value, place, step)
