import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { openTestRelay, type TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { decrypt as openNip04, encrypt as sealNip04 } from 'nostr-tools/nip04'
import { getConversationKey, decrypt as openNip44, encrypt as sealNip44 } from 'nostr-tools/nip44'
import { type Event, finalizeEvent } from 'nostr-tools/pure'
import { expect, onTestFinished } from 'vitest'
import { activateExtension } from '../extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../open-world.ts'
import type { DIALECTS } from '../test-database.ts'

const PATIENCE = { timeout: 15_000, interval: 10 }

type Body = Readonly<Record<string, unknown>>

export interface Asking {
  readonly encryption?: string
  /** Relays it is sent to; default the first. */
  readonly over?: readonly TestRelay[]
  readonly expiration?: number
  readonly createdAt?: number
  readonly content?: string
  readonly secret?: string
}

/**
 * For tests: two relays, a service that listens to both, and a wallet of 100,000 sat whose owner connects apps to it.
 * `running`: the service works by itself, and not only when the test asks it to.
 */
export async function openNwcWorld(
  builtIn: AnyExtension,
  dialect: (typeof DIALECTS)[number] = 'sqlite',
  {
    env = {},
    running = false,
    others = [],
  }: {
    readonly env?: Readonly<Record<string, string>>
    readonly running?: boolean
    readonly others?: readonly AnyExtension[]
  } = {},
) {
  const relays = [await openTestRelay(), await openTestRelay()] as const
  const [relay] = relays
  const settings = { SERVICE_NOSTR_RELAYS: relays.map(({ url }) => url).join(','), ...env }
  const world = await openWorld({ dialect, builtIns: [builtIn, ...others], env: settings })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  if (running) await world.service.start()
  const work = running ? async () => undefined : () => world.tick()
  const owner = await world.openWallet(100_000)
  await activateExtension(world, owner, 'nwcprovider')
  const post = (body: Body, wallet: WorldWallet = owner) =>
    world.call('POST', '/nwcprovider/api/v1/', { key: wallet.adminKey, body: { description: 'App', ...body } })
  const see = async (id: string) => (await world.call('GET', `/nwcprovider/api/v1/${id}`, { key: owner.adminKey })).body
  /** The app of a connection, whether or not the service listens to it yet. */
  const appOf = (made: Parameters<typeof openNwcApp>[1]) => openNwcApp({ world, relays, work }, made)
  /** The app of a new connection, once the service listens to it on both relays. */
  const adopt = async (made: Parameters<typeof openNwcApp>[1] & { readonly service_pubkey: string }) => {
    await listen(world, relays, made.service_pubkey)
    return appOf(made)
  }
  /** A connection that is listened to on both relays. */
  const connect = async (body: Body) => {
    const made = await post(body)
    expect(made).toMatchObject({ status: 201 })
    return adopt(made.body)
  }
  return { world, relay, relays, owner, post, see, connect, adopt, appOf }
}

const isInfoOf = (pubkey: string) => (event: Event) => event.kind === 13194 && event.pubkey === pubkey

/** Waits until the service listens to a connection on each relay. */
export async function listen(world: World, relays: readonly TestRelay[], pubkey: string): Promise<void> {
  world.advance(1)
  const announced = async () => {
    await world.tick()
    return relays.filter(({ events }) => events.some(isInfoOf(pubkey))).length
  }
  await expect.poll(announced, PATIENCE).toBe(relays.length)
}

/** An app that implements NIP-47 without a library. */
export function openNwcApp(
  {
    world,
    relays,
    work,
  }: { readonly world: World; readonly relays: readonly TestRelay[]; readonly work: () => Promise<void> },
  made: { readonly connection_uri: string; readonly id: string },
) {
  const uri = new URL(made.connection_uri)
  const service = uri.host === '' ? uri.pathname.replaceAll('/', '') : uri.host
  const own = uri.searchParams.get('secret') ?? ''
  const [first] = relays
  const seal = (text: string, encryption: string, secret: string) =>
    encryption === 'nip04'
      ? sealNip04(secret, service, text)
      : sealNip44(text, getConversationKey(Buffer.from(secret, 'hex'), service))
  const read = (event: Event, secret = own) =>
    JSON.parse(
      event.content.includes('?iv=')
        ? openNip04(secret, service, event.content)
        : openNip44(event.content, getConversationKey(Buffer.from(secret, 'hex'), service)),
    )
  const request = (method: string, params: object = {}, asking: Asking = {}): Event => {
    const { encryption = 'nip44_v2', expiration, secret = own } = asking
    const tags = [
      ['p', service],
      ['encryption', encryption],
    ]
    if (expiration !== undefined) tags.push(['expiration', String(expiration)])
    const content = asking.content ?? seal(JSON.stringify({ method, params }), encryption, secret)
    const template = { kind: 23194, created_at: asking.createdAt ?? world.nowSeconds(), tags, content }
    return finalizeEvent(template, Buffer.from(secret, 'hex'))
  }
  const answersTo = (event: Event): Event[] => findAnswers(relays, event)
  const answered = async (event: Event, count = 1, secret = own) => {
    const enough = async () => {
      await work()
      return answersTo(event).length
    }
    await expect.poll(enough, PATIENCE).toBe(count)
    return answersTo(event).map((one) => ({ ...read(one, secret), part: one.tags.find(([key]) => key === 'd')?.[1] }))
  }
  const sendTo = async (
    events: Event | readonly Event[],
    over: readonly TestRelay[] = first === undefined ? [] : [first],
  ) => {
    for (const { url } of over) await publish(url, [events].flat())
  }
  return {
    ...made,
    service,
    own,
    read,
    request,
    answersTo,
    answered,
    sendTo,
    async ask(method: string, params: object = {}, asking: Asking = {}) {
      const event = request(method, params, asking)
      await sendTo(event, asking.over)
      const [answer] = await answered(event, 1, asking.secret)
      return answer
    },
  }
}

/** Lists each event once, although several relays may have it. */
function findAnswers(relays: readonly TestRelay[], { id: request }: Event): Event[] {
  const mine = relays
    .flatMap(({ received }) => received)
    .filter(({ kind, tags }) => kind === 23195 && tags.some(([key, id]) => key === 'e' && id === request))
  return [...new Map(mine.map((one) => [one.id, one])).values()]
}

async function publish(url: string, events: readonly Event[]): Promise<void> {
  const socket = new WebSocket(url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let taken = 0
  socket.addEventListener('open', () => events.forEach((event) => socket.send(JSON.stringify(['EVENT', event]))))
  socket.addEventListener('message', () => {
    taken += 1
    if (taken === events.length) resolve()
  })
  socket.addEventListener('error', () => reject(new Error('the relay is not there')))
  await promise
  socket.close()
}

/** Runs the service's duties until the app has its answer. */
export async function meanwhile<T>(world: World, waited: Promise<T>): Promise<T> {
  let isOver = false
  const over = waited.finally(() => (isOver = true))
  over.catch(() => undefined)
  while (!isOver) await world.tick()
  return over
}
