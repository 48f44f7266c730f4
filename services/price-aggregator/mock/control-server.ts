import { createServer, type IncomingMessage, type Server } from 'node:http'
import { SOURCE_IDS, type SourceId } from '../src/exchanges/source.ts'
import { exchangeDialects } from './dialects/exchange-dialects.ts'
import type { Misbehaviour } from './misbehaviours/misbehaviour.ts'
import { appliesTo, findMisbehaviour, misbehaviours } from './misbehaviours/misbehaviours.ts'
import { failsFirst } from './misbehaviours/sequence-misbehaviours.ts'
import { tooManyRequests } from './misbehaviours/status-misbehaviours.ts'
import { slowFirstByte } from './misbehaviours/transport-misbehaviours.ts'
import type { Price } from './mock-exchange.ts'
import type { MockExchanges } from './mock-exchanges.ts'
import type { MovingPrices } from './moving-prices.ts'

export interface ControlDeps {
  readonly mocks: MockExchanges
  readonly moving: Pick<MovingPrices, 'pin'>
}

/** Steers the mocks by hand: `GET /` lists, `POST /control` misbehaves, `POST /price` sets a price. */
export function createControlServer(deps: ControlDeps): Server {
  return createServer((request, response) => {
    void answer(deps, request)
      .catch((error: Error) => ({ status: 400, text: `${error.message}\n` }))
      .then(({ status, text }) => response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text))
  })
}

interface ControlAnswer {
  readonly status: number
  readonly text: string
}

async function answer(deps: ControlDeps, request: IncomingMessage): Promise<ControlAnswer> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /':
      return { status: 200, text: describe(deps.mocks) }
    case 'POST /control':
      return control(deps.mocks, await readObject(request))
    case 'POST /price':
      return price(deps, await readObject(request))
    default:
      return { status: 404, text: 'Use GET /, POST /control or POST /price.\n' }
  }
}

async function control(mocks: MockExchanges, body: Record<string, unknown>): Promise<ControlAnswer> {
  const sourceId = sourceIn(body)
  const misbehaviour = misbehaviourIn(body)
  await mocks.misbehave(sourceId, misbehaviour)
  return { status: 200, text: `${sourceId}: ${misbehaviour?.what ?? 'behaves'}\n` }
}

function price({ mocks, moving }: ControlDeps, body: Record<string, unknown>): ControlAnswer {
  const sourceId = sourceIn(body)
  const { currency, price: value } = body
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
    throw new Error('currency must be three capital letters.')
  }
  if (typeof value !== 'number' && typeof value !== 'string' && value !== null) {
    throw new Error('price must be a number, text or null (delisted).')
  }
  moving.pin(sourceId, currency)
  mocks.setPrice(sourceId, currency, value satisfies Price)
  return { status: 200, text: `${sourceId} ${currency}: ${value ?? 'delisted'}\n` }
}

function sourceIn({ source }: Record<string, unknown>): SourceId {
  const sourceId = SOURCE_IDS.find((known) => known === source)
  if (!sourceId) throw new Error(`source must be one of ${SOURCE_IDS.join(', ')}.`)
  return sourceId
}

const ADJUSTABLE: Readonly<Record<string, { field: string; create: (amount: number) => Misbehaviour }>> = {
  'slow-first-byte': { field: 'milliseconds', create: slowFirstByte },
  'fails-first': { field: 'requests', create: failsFirst },
  'status-429-retry-after-seconds': { field: 'seconds', create: tooManyRequests },
}

function misbehaviourIn(body: Record<string, unknown>): Misbehaviour | undefined {
  const name = body['misbehaviour']
  if (name === null) return undefined
  const found = typeof name === 'string' ? findMisbehaviour(name) : undefined
  if (!found) throw new Error('misbehaviour must be a name from the list at GET /, or null to behave.')
  const adjustable = ADJUSTABLE[found.name]
  const amount = adjustable && body[adjustable.field]
  if (!adjustable || amount === undefined) return found
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0) {
    throw new Error(`${adjustable.field} must be a whole number.`)
  }
  return adjustable.create(amount)
}

const BODY_LIMIT_BYTES = 10_000

async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > BODY_LIMIT_BYTES) throw new Error('The body is too long.')
  }
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    // The sentence below states it.
  }
  throw new Error('The body must be a JSON object.')
}

function describe(mocks: MockExchanges): string {
  const { prices } = mocks
  const sources = SOURCE_IDS.map((sourceId) => {
    const listed = Object.entries(prices[sourceId]).map(([currency, value]) => `${currency} ${value ?? 'delisted'}`)
    const state = mocks.misbehaviourOf(sourceId)?.name ?? 'behaves'
    return `${sourceId}  ${exchangeDialects[sourceId].name}: ${listed.join(', ')} (${state})`
  })
  const names = misbehaviours.map((misbehaviour) => {
    const where = SOURCE_IDS.every((sourceId) => appliesTo(misbehaviour, sourceId))
      ? ''
      : ` [${misbehaviour.sources?.join(', ')}]`
    return `${misbehaviour.kind.padEnd(10)} ${misbehaviour.name.padEnd(32)} ${misbehaviour.what}${where}`
  })
  return `${[...sources, '', ...names].join('\n')}\n`
}
