import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../../services/wallet/test/world/token-of.ts'
import { writeDirectly } from '../../../services/wallet/test/world/write-directly.ts'

type Call = readonly [Parameters<World['call']>[0], string, object?]

/** A field that users write, and where it is read again: in the answer itself, and in later answers. */
interface TextField {
  readonly title: string
  readonly write: (text: string) => Call
  /** Given what writing answered. */
  readonly later: (written: Body) => Call
  readonly read: (body: Body) => unknown
  /** Its place in later answers; unset = as in the answer. */
  readonly readLater?: (body: Body, written: Body) => unknown
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads fields of many shapes
type Body = any

const invoiceWith = (field: string, fields: (text: string) => object): TextField => ({
  title: `createPayment ${field}`,
  write: (text) => ['POST', '/api/v1/payments', { out: false, amount: 1, ...fields(text) }],
  later: ({ checking_id: id }) => ['GET', `/api/v1/payments/${id}`],
  read: ({ memo }) => memo,
})

const FIELDS: readonly TextField[] = [
  {
    title: 'renameWallet name',
    write: (name) => ['PUT', '/api/v1/wallet', { name }],
    later: () => ['GET', '/api/v1/wallet'],
    read: ({ name }) => name,
  },
  {
    title: 'createWallet name',
    write: (name) => ['POST', '/api/v1/wallet', { name }],
    later: () => ['GET', '/api/v1/wallets'],
    read: ({ name }) => name,
    readLater: (wallets, { id }) => wallets.find((one: Body) => one.id === id).name,
  },
  {
    title: 'updateCurrentUser display_name',
    write: (name) => ['PUT', '/api/v1/auth/me', { display_name: name }],
    later: () => ['GET', '/api/v1/auth'],
    read: (user) => user.display_name,
  },
  {
    title: 'createAcl name',
    write: (name) => ['POST', '/api/v1/auth/acls', { name, allowed_endpoints: [] }],
    later: () => ['GET', '/api/v1/auth/acls'],
    read: ({ name }) => name,
    readLater: (acls, { id }) => acls.find((one: Body) => one.id === id).name,
  },
  {
    ...invoiceWith('memo', (memo) => ({ memo })),
    readLater: ({ details }) => details.memo,
  },
  {
    ...invoiceWith('memo, in the invoice itself', (memo) => ({ memo })),
    later: ({ bolt11 }) => ['POST', '/api/v1/payments/decode', { data: bolt11 }],
    readLater: ({ description }) => description,
  },
  {
    ...invoiceWith('extra', (text) => ({ memo: text, extra: { tag: text, list: [text], [text]: 1 } })),
    readLater: ({ details: { extra } }) => {
      const [key = ''] = Object.keys(extra).filter((name) => !['tag', 'list'].includes(name))
      return extra.tag === key && extra.list[0] === key ? key : extra
    },
  },
  {
    title: 'changeSettings site_motd',
    write: (text) => ['PUT', '/api/v1/admin/settings', { site_motd: text }],
    later: () => ['GET', '/api/v1/admin/settings'],
    read: (settings) => settings.site_motd,
  },
]

/** Markup, SQL text, bidirectional marks, emoji; and forms that a careless normalisation would change. */
const TEXTS = [
  '<script>alert(1)</script><!-- & &amp; -->',
  "'; DROP TABLE wallets; --",
  '" OR ""="',
  '$1 ${x} {{id}} %s %00 \\u0000 \\',
  'a\u202eb\u2066c\u2069\u200f\u200b\ufeffd',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301 \u00e9 \u212b ﷽',
  '  two  spaces  ',
  'İıſﬀ',
  '𝕊𝔸\u{10ffff}\uffff',
]

describe.each(LOGIC_DIALECTS)('text comes back byte by byte, on %s (F1)', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${wallet.userId}'`)
    token = await tokenOf(world, wallet)
  })
  afterAll(() => world.close())

  const call = ([method, url, body]: Call) => world.call(method, url, { token, ...(body !== undefined && { body }) })
  const comesBack = async (field: TextField, text: string): Promise<void> => {
    const written = await call(field.write(text))
    expect(written.status, JSON.stringify(written.body)).toBeLessThan(300)
    expect(field.read(written.body)).toBe(text)
    const later = await call(field.later(written.body))
    expect((field.readLater ?? field.read)(later.body, written.body)).toBe(text)
  }

  test.each(FIELDS)('$title', async (field) => {
    for (const text of TEXTS) await comesBack(field, text)
    // oxlint-disable-next-line no-control-regex -- names have none of these
    const plain = /^[^\u0000-\u001f\u007f]+$/
    const texts = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .filter((text) => plain.test(text) && !/^(tag|list|\d+|__proto__|constructor|prototype)$/.test(text))
    await fc.assert(
      fc.asyncProperty(texts, (text) => comesBack(field, text)),
      { numRuns: 20, seed: 20_261_121 },
    )
  })

  test('of a repeated key the last one counts', async () => {
    const answer = await world.app.inject({
      method: 'PUT',
      url: '/api/v1/wallet',
      headers: { 'x-api-key': wallet.adminKey, 'content-type': 'application/json' },
      payload: '{"name":"first","name":"second"}',
    })
    expect(answer.json().name).toBe('second')
  })
})
