import type { AddressInfo } from 'node:net'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openTestSocket, type TestSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { COPILOT } from './copilot.ts'
import { OVERLAY_SCRIPT } from './overlay-files.ts'

extensionContract(COPILOT, {
  create: (n) => ({ title: `Stream ${n}` }),
  missing: 'title',
  patch: { title: 'Another stream', show_ack: false },
  async settle(world, owner, item) {
    const { pr } = (await world.call('GET', `/copilot/lnurl/${String(item['id'])}/cb?amount=21000`)).body
    await world.send(owner, pr)
  },
})

describe('a stream copilot', () => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: [COPILOT], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    owner = await world.openWallet(100_000)
    await activateExtension(world, owner, 'copilot')
    await world.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const LEVELS = [
    { name: 'rocket', threshold: 300, webhook_url: 'http://127.0.0.1:9999/rocket' },
    { name: 'confetti', threshold: 10, webhook_url: 'http://127.0.0.1:9999/confetti' },
    { name: 'hearts', threshold: 100, webhook_url: 'http://127.0.0.1:9999/hearts' },
  ]
  const create = (body: object) => world.call('POST', '/copilot/api/v1/', { key: owner.adminKey, body })
  const make = async (body: object = {}) => {
    const answer = await create({ title: 'Stream', animations: LEVELS, ...body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const put = (id: string, body: object) => world.call('PUT', `/copilot/api/v1/${id}`, { key: owner.adminKey, body })
  const callback = async (id: string, msat: number, comment = '') =>
    (await world.call('GET', `/copilot/lnurl/${id}/cb?amount=${msat}&comment=${encodeURIComponent(comment)}`)).body
  const pay = async (id: string, sat: number, comment = '') => {
    world.advance(60)
    await world.send(owner, (await callback(id, sat * 1000, comment)).pr)
    await world.tick()
  }
  const connect = (path: string): Promise<TestSocket> => {
    const { port } = world.app.server.address() as AddressInfo
    return openTestSocket(`ws://127.0.0.1:${port}/copilot/ws/${path}`)
  }
  const deliveriesOf = (id: string) =>
    world.db
      .list('SELECT url, body FROM deliveries ORDER BY created_at, id', [], (row: { url: string; body: string }) => ({
        url: row.url,
        body: JSON.parse(row.body) as Record<string, unknown>,
      }))
      .then((all) => all.filter(({ body }) => body['copilot'] === id))

  test('the highest threshold reached selects the animation and its webhook', async () => {
    const { id } = await make()
    const overlay = await connect(id)
    const expected = [
      [9, ''],
      [10, 'confetti'],
      [11, 'confetti'],
      [99, 'confetti'],
      [100, 'hearts'],
      [101, 'hearts'],
      [299, 'hearts'],
      [300, 'rocket'],
      [301, 'rocket'],
    ] as const
    for (const [sat] of expected) await pay(id, sat, `no ${sat}`)
    await expect.poll(() => overlay.messages.length).toBe(expected.length)
    expect(overlay.messages).toEqual(
      expected.map(([sats, animation]) => ({
        event_id: expect.any(Number),
        animation,
        comment: `no ${sats}`,
        sats,
        text: `${animation}-no ${sats}`,
      })),
    )
    const played = expected.filter(([, animation]) => animation !== '')
    const calls = await deliveriesOf(id)
    expect(Object.fromEntries(calls.map(({ body }) => [body['sats'], body['animation']]))).toEqual(
      Object.fromEntries(played),
    )
    expect(calls).toHaveLength(played.length)
    for (const { url, body } of calls) expect(url).toBe(`http://127.0.0.1:9999/${String(body['animation'])}`)
    const { body } = await world.call('GET', `/copilot/api/v1/${id}`, { key: owner.invoiceKey })
    expect(body.amount_made).toBe(expected.reduce((sum, [sat]) => sum + sat, 0))
  })

  test('a listener that reconnects gets the events it missed, none twice, and none older than 30 s', async () => {
    const { id } = await make()
    const first = await connect(id)
    await pay(id, 10, 'one')
    await expect.poll(() => first.messages.length).toBe(1)
    first.socket.close()
    await pay(id, 10, 'old')
    world.advance(31)
    await pay(id, 10, 'new')
    const again = await connect(`${id}?last_id=${String(first.messages[0]?.['event_id'])}`)
    await expect.poll(() => again.messages).toMatchObject([{ comment: 'new' }])
    await pay(id, 10, 'last')
    await expect.poll(() => again.messages).toMatchObject([{ comment: 'new' }, { comment: 'last' }])
    await expect(connect('nothing')).rejects.toThrow('403')
    await expect(connect('nothing/text')).rejects.toThrow('403')
  })

  test('clients that read no JSON listen to plain text', async () => {
    const { id } = await make()
    const { port } = world.app.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}/copilot/ws/${id}/text`)
    const heard: unknown[] = []
    socket.addEventListener('message', ({ data }) => heard.push(data))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    await pay(id, 100, 'hi')
    await expect.poll(() => heard).toEqual(['hearts-hi'])
    socket.close()
  })

  test('a test animation of the owner is not counted and calls no webhook', async () => {
    const { id } = await make()
    const overlay = await connect(id)
    const play = (key: string | undefined, body: object, of = id) =>
      world.call('POST', `/copilot/api/v1/${of}/play`, { key, body })
    expect((await play(owner.adminKey, { animation: 'rocket', comment: 'test' })).status).toBe(200)
    await expect.poll(() => overlay.messages).toMatchObject([{ animation: 'rocket', comment: 'test', sats: 0 }])
    expect(await deliveriesOf(id)).toEqual([])
    expect((await play(undefined, { animation: 'rocket' })).status).toBe(401)
    expect((await play(owner.invoiceKey, { animation: 'rocket' })).status).toBe(403)
    expect((await play(owner.adminKey, { animation: 'cow' })).status).toBe(422)
    expect((await play(owner.adminKey, {})).status).toBe(422)
    expect((await play(owner.adminKey, { animation: 'rocket', comment: 'x'.repeat(301) })).status).toBe(422)
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'copilot')
    expect((await play(stranger.adminKey, { animation: 'rocket' })).status).toBe(404)
  })

  test('a comment is shown as text, never as HTML, on every way to the overlay', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    const { id } = await make({ title: evil.slice(0, 64) })
    const overlay = await connect(id)
    await pay(id, 10, evil)
    await expect.poll(() => overlay.messages).toMatchObject([{ comment: evil }])
    const set = await playInPretendedBrowser(overlay.messages[0] ?? {})
    expect(set).toContain(evil)
    for (const path of [`overlay/${id}`, `p/${id}`]) {
      const { body } = await world.call('GET', `/copilot/${path}`)
      expect(body).not.toContain('<img src=x')
      expect(body).not.toContain('<script>alert')
    }
  })

  test('comments that are not shown do not leave the service', async () => {
    const { id } = await make({ show_message: false })
    const overlay = await connect(id)
    await pay(id, 10, 'secret')
    await expect.poll(() => overlay.messages).toMatchObject([{ comment: '', text: 'confetti-' }])
    expect((await deliveriesOf(id))[0]?.body).toMatchObject({ comment: 'secret' })
  })

  test('LNURL offers 1 sat and up with a comment, and is 404 where it is switched off', async () => {
    const { id, lnurl } = await make({ lnurl_title: 'Tip me' })
    expect(lnurl).toMatch(/^LNURL1/)
    const offer = await world.call('GET', `/copilot/lnurl/${id}`)
    expect(offer.body).toMatchObject({ tag: 'payRequest', minSendable: 1000, commentAllowed: 300 })
    expect(offer.body.metadata).toContain('Tip me')
    expect(await callback(id, 999)).toMatchObject({ status: 'ERROR' })
    expect(await callback(id, 1000, 'x'.repeat(301))).toMatchObject({ status: 'ERROR' })
    expect((await callback(id, 1000)).verify).toContain('/copilot/verify/')
    expect((await put(id, { lnurl_toggle: false })).body).not.toHaveProperty('lnurl')
    for (const path of ['', '/cb?amount=1000']) {
      const off = await world.call('GET', `/copilot/lnurl/${id}${path}`)
      expect(off).toMatchObject({ status: 404, body: { status: 'ERROR' } })
    }
    expect((await world.call('GET', '/copilot/lnurl/nothing')).body).toMatchObject({ status: 'ERROR' })
    expect((await world.call('GET', `/copilot/p/${id}`)).body).toContain(
      'Payments are not possible here at the moment.',
    )
  })

  test('animations are sorted by amount, also when they are added one by one', async () => {
    const { id, animations } = await make()
    expect(animations.map(({ threshold }: { threshold: number }) => threshold)).toEqual([10, 100, 300])
    const flat = { animation1: 'rocket', animation1threshold: 50, animation2: 'bitcoin', animation2threshold: 5 }
    const changed = (await put(id, { ...flat, animation1webhook: 'http://127.0.0.1:9999/x' })).body
    expect(changed.animations).toEqual([
      { name: 'bitcoin', threshold: 5 },
      { name: 'rocket', threshold: 50, webhook_url: 'http://127.0.0.1:9999/x' },
    ])
    expect(changed).not.toHaveProperty('animation1')
    expect((await put(id, { title: 'New' })).body.animations).toEqual(changed.animations)
  })

  test.each([
    [
      {
        animations: [
          { name: 'rocket', threshold: 5 },
          { name: 'hearts', threshold: 5 },
        ],
      },
      'animations',
    ],
    [{ animations: Array.from({ length: 4 }, (_one, n) => ({ name: 'rocket', threshold: n + 1 })) }, 'animations'],
    [{ animations: [{ name: 'cow', threshold: 5 }] }, 'animations'],
    [{ animations: [{ name: 'rocket', threshold: 0 }] }, 'threshold'],
    [{ animation1: 'rocket' }, 'animation1threshold'],
    [{ animation2threshold: 5 }, 'animation2'],
    [{ animation1: 'cow', animation1threshold: 5 }, 'animation1'],
    [{ iframe_url: 'http://a.example/' }, 'iframe_url'],
    [{ show_price: 'XXX' }, 'show_price'],
    [{ show_price: 'dollars' }, 'show_price'],
    [{ title: 'x'.repeat(65) }, 'title'],
  ])('%j is refused with 422 that names the field', async (body, field) => {
    const answer = await create({ title: 'Stream', ...body })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('the overlay shows the price and the embedded page, which has no rights here', async () => {
    const { id } = await make({ show_price: 'usd', iframe_url: 'https://scene.example/x' })
    const { status, body, headers } = await world.call('GET', `/copilot/overlay/${id}`)
    expect(status).toBe(200)
    expect(body).toContain('1 BTC = $50,000.00')
    const german = await world.call('GET', `/copilot/overlay/${id}?lang=de`)
    expect(german.body).toContain('1 BTC = 50.000,00\u00a0$')
    const live = await world.call('GET', `/copilot/public/${id}?lang=de`)
    expect(live.body.price).toBe('1 BTC = 50.000,00\u00a0$')
    expect(body).toContain('sandbox="allow-scripts"')
    expect(body).toContain('/copilot/assets/overlay.js')
    expect(headers['content-security-policy']).toContain('frame-src https://scene.example')
    expect((await world.call('GET', '/copilot/overlay/nothing')).status).toBe(404)
    for (const name of ['overlay.js', 'overlay.css']) {
      expect((await world.call('GET', `/copilot/assets/${name}`)).status).toBe(200)
    }
  })

  test('the public part has the animations and no webhook; the panel is for the owner', async () => {
    const { id } = await make()
    const { body } = await world.call('GET', `/copilot/public/${id}`)
    expect(body).toEqual({
      id,
      title: 'Stream',
      animations: [
        { name: 'confetti', threshold: 10 },
        { name: 'hearts', threshold: 100 },
        { name: 'rocket', threshold: 300 },
      ],
      lnurl: expect.stringMatching(/^LNURL1/),
    })
    expect((await world.call('GET', '/copilot/public/nothing')).status).toBe(404)
    const panel = `/copilot/panel/${id}`
    expect((await world.call('GET', panel)).status).toBe(401)
    const own = await world.call('GET', panel, { key: owner.invoiceKey })
    expect(own.status).toBe(200)
    expect(own.body).toContain(`/copilot/overlay/${id}`)
    expect(own.body).not.toContain(owner.adminKey)
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'copilot')
    expect((await world.call('GET', panel, { key: stranger.invoiceKey })).status).toBe(404)
  })
})

/** Runs the script of the overlay where only texts can be set, and returns them. */
async function playInPretendedBrowser(message: Record<string, unknown>): Promise<string[]> {
  const set: string[] = []
  const element = () => ({
    style: { setProperty: () => undefined },
    append: () => undefined,
    remove: () => undefined,
    set textContent(text: string) {
      set.push(text)
    },
    set innerHTML(_text: string) {
      throw new Error('the overlay reads a text as tags')
    },
  })
  const heard: ((event: object) => void)[] = []
  const document = {
    getElementById: () => ({ ...element(), dataset: { json: '{"ack":true,"cam":false,"price":null}' } }),
    createElement: element,
    addEventListener: (_name: string, hear: (event: object) => void) => heard.push(hear),
  }
  runInNewContext(OVERLAY_SCRIPT, { document, setTimeout: () => undefined, setInterval: () => undefined })
  for (const hear of heard) hear({ detail: message })
  await expect.poll(() => set.length).toBeGreaterThan(1)
  return set
}
