import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import type { World } from './open-world.ts'

/** The behaviour of the service; a test may change it at any time. */
export interface LnurlBehaviour {
  /** Fields that are added to a good answer, or replace its fields. */
  payRequest: object
  payAnswer: object
  withdrawRequest: object
  /** Instead of the amount that was asked for. */
  invoiceMsat: number | undefined
  /** Instead of the hash of the metadata; null = a plain description. */
  descriptionHash: string | null | undefined
  /** If set, every callback answers this error and does nothing. */
  refusal: string | undefined
  /** A second request with the same `k1` is rejected. */
  singleUse: boolean
  /** Callbacks are answered after this promise. */
  before: () => Promise<void>
}

export interface LnurlService extends LnurlBehaviour {
  /** `127.0.0.1:PORT`. */
  readonly host: string
  readonly url: (path: string) => string
  /** `GET /path?query` of every request so far. */
  readonly asked: () => readonly string[]
  /** The invoices it created, oldest first. */
  readonly invoices: { readonly hash: string; readonly preimage: string }[]
  /** The invoices it was asked to pay. */
  readonly handedOver: string[]
  /** Public keys that have logged in. */
  readonly loggedIn: string[]
}

export const METADATA = '[["text/plain","Coffee & cake"],["text/identifier","alice@pay.example"]]'

/**
 * For tests: an LNURL service of another operator, without code of the product. `/pay` and every Lightning
 * address pay it, `/withdraw` pays out, `/login` wants a signature.
 */
export async function openLnurlService(world: World): Promise<LnurlService> {
  const server = await openHttpServer((request, response) => void answer(service, world, request, response))
  const host = `127.0.0.1:${server.port}`
  const service: LnurlService = {
    host,
    url: (path) => `http://${host}${path}`,
    asked: () => server.hits.map(({ path }) => path),
    invoices: [],
    handedOver: [],
    loggedIn: [],
    payRequest: {},
    payAnswer: {},
    withdrawRequest: {},
    invoiceMsat: undefined,
    descriptionHash: undefined,
    refusal: undefined,
    singleUse: true,
    before: () => Promise.resolve(),
  }
  return service
}

async function answer(service: LnurlService, world: World, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', service.url('/'))
  const play = url.pathname.startsWith('/.well-known/lnurlp/') ? ROUTES['/pay'] : ROUTES[url.pathname]
  const said = play === undefined ? { status: 'ERROR', reason: 'Nothing here' } : await play(service, url, world)
  // LNURL wallets ignore answers with a status other than 200.
  response.writeHead(play === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
}

type Play = (service: LnurlService, url: URL, world: World) => object | Promise<object>

const refused = (reason: string) => ({ status: 'ERROR', reason })

const callback =
  (play: Play): Play =>
  async (service, url, world) => {
    await service.before()
    return service.refusal === undefined ? play(service, url, world) : refused(service.refusal)
  }

const ROUTES: Readonly<Record<string, Play>> = {
  '/pay': (service) => ({
    tag: 'payRequest',
    callback: service.url('/pay/callback?order=7'),
    minSendable: 1000,
    maxSendable: 1_000_000_000,
    metadata: METADATA,
    commentAllowed: 20,
    ...service.payRequest,
  }),
  '/pay/callback': callback(async (service, url, world) => {
    const amountMsat = service.invoiceMsat ?? Number(url.searchParams.get('amount'))
    const made = await world.foreignInvoice(amountMsat)
    service.invoices.push(made)
    return { pr: writeForeignInvoice(service, world, made.hash, amountMsat), routes: [], ...service.payAnswer }
  }),
  '/withdraw': (service) => ({
    tag: 'withdrawRequest',
    callback: service.url('/withdraw/callback'),
    k1: `k1 of ${service.handedOver.length}`,
    defaultDescription: 'Voucher 7',
    minWithdrawable: 1000,
    maxWithdrawable: 50_000,
    ...service.withdrawRequest,
  }),
  '/withdraw/callback': callback((service, { searchParams }) => {
    if (service.singleUse && service.handedOver.length > 0) return refused('Already used')
    service.handedOver.push(searchParams.get('pr') ?? '')
    return { status: 'OK' }
  }),
  '/login': callback((service, { searchParams }) => {
    const [k1 = '', sig = '', key = ''] = ['k1', 'sig', 'key'].map((name) => searchParams.get(name) ?? '')
    const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
    const options = { prehash: false, format: 'der', lowS: true } as const
    if (!secp256k1.verify(bytes(sig), bytes(k1), bytes(key), options)) return refused('Wrong signature')
    service.loggedIn.push(key)
    return { status: 'OK' }
  }),
}

/** Writes an invoice of another node for a hash that the simulated node has made, so that it can pay the invoice. */
const writeForeignInvoice = (service: LnurlService, world: World, paymentHash: string, amountMsat: number): string => {
  const { descriptionHash = hash('sha256', METADATA, 'hex') } = service
  return writeInvoice(
    {
      network: 'bcrt',
      amountMsat: BigInt(amountMsat),
      paymentHash,
      paymentSecret: randomBytes(32).toString('hex'),
      ...(descriptionHash === null ? { description: 'Coffee' } : { descriptionHash }),
      timestamp: world.nowSeconds(),
      expirySeconds: 600,
    },
    randomBytes(32),
  )
}
