import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { expect } from 'vitest'
import { GOOD_MACHINE } from '../../services/wallet/test/world/extensions/drive-fossa.ts'
import { eventBody } from '../../services/wallet/test/world/extensions/open-box-office.ts'
import { newUid } from '../../services/wallet/test/world/extensions/software-card.ts'
import type { ImportedWorld } from '../../services/wallet/test/world/lnbits/open-imported-world.ts'
import type { WorldWallet } from '../../services/wallet/test/world/open-world.ts'

/** The services where items are created and used. */
export interface Stage {
  readonly world: ImportedWorld
  readonly owner: WorldWallet
  readonly payer: WorldWallet
  /** The public URL in force. */
  readonly base: string
  /** Where this process listens: to what every address leads. */
  readonly listening: string
}

/** Uses the item; rejects if it does not work. */
export type Use = (stage: Stage) => Promise<void>

/** Hands one of a kind out, once at each address. */
export type HandOut = (stage: Stage) => Promise<Use>

/** A valid item of each extension whose items have URLs. */
const ITEMS: Readonly<Record<string, object>> = {
  bitcoinswitch: {
    title: 'Device',
    switches: [{ pin: 3, amount: 100, duration: 2000, variable: false }],
    require_device: false,
  },
  copilot: { title: 'Stream', lnurl_toggle: true },
  events: eventBody(),
  invoices: { currency: 'sat', items: [{ description: 'Desk', amount: 100, quantity: 1 }], status: 'open' },
  lncalendar: {
    name: 'Lesson',
    start_day: 0,
    end_day: 6,
    start_time: '00:00',
    end_time: '23:30',
    slot_minutes: 30,
    amount: 21,
    lead_minutes: 0,
  },
  lnticket: { name: 'Ask me', description: 'I answer within a day.', amount: 2 },
  lnurlp: { description: 'Support the choir', min: 10, max: 1000 },
  nostrnip5: { domain: 'names.example', cost: 1000 },
  offlineshop: { name: 'Jam', price: 21 },
  paywall: { memo: 'Essay', amount: 21, url: 'https://files.example/essay' },
  satspay: { description: 'Order', amount: 21 },
  tipjar: { name: 'Jar' },
  tpos: { name: 'Till', currency: 'sat' },
  withdraw: { title: 'Gift', min_withdrawable: 10, max_withdrawable: 20, uses: 3 },
}

const OTHERS: Readonly<Record<string, object>> = {
  boltcards: { card_name: 'Card', tx_limit: 100, daily_limit: 500 },
  fossa: GOOD_MACHINE,
  lndhub: { label: 'Phone', mode: 'admin' },
  nwcprovider: { description: 'App', permissions: ['balance', 'info'] },
}

export const USED_EXTENSIONS = [...Object.keys(ITEMS), ...Object.keys(OTHERS)]

/** A new item of the owner's. */
export async function makeItem({ world, owner }: Pick<Stage, 'world' | 'owner'>, extId: string, more: object = {}) {
  const unique = { boltcards: { uid: newUid() }, nostrnip5: { domain: `${newUid()}.example` } }[extId]
  const body = { ...ITEMS[extId], ...OTHERS[extId], ...unique, ...more }
  const answer = await world.call('POST', `/${extId}/api/v1/`, { key: owner.adminKey, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

/** The expected answer at that URL, by its kind. */
export async function answerOf(world: ImportedWorld, address: string) {
  const { host, pathname, search } = new URL(address)
  const { status, headers, body } = await world.call('GET', pathname + search, { headers: { host } })
  return { status, type: headers['content-type'], tag: body?.tag, reason: body?.reason }
}

/** Every address of the service in an answer, also in codes and links of apps. */
function addressesIn(value: unknown, base: string): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap((one) => addressesIn(one, base))
  if (typeof value !== 'string') return []
  const plain = /^lnurl1/i.test(value) ? decodeLnurl(value) : value
  return plain.startsWith(`${base}/`) ? [plain] : []
}

/** All that the owner of an item can copy, print or show. */
const codesOf =
  (extId: string): HandOut =>
  async (stage) => {
    const addresses = addressesIn(await makeItem(stage, extId), stage.base)
    expect(addresses).not.toEqual([])
    const before = await Promise.all(addresses.map((address) => answerOf(stage.world, address)))
    expect(before.filter(({ status }) => status >= 400)).toEqual([])
    return async ({ world }) =>
      expect(await Promise.all(addresses.map((address) => answerOf(world, address)))).toEqual(before)
  }

export const ITEM_CODES: Readonly<Record<string, HandOut>> = Object.fromEntries(
  Object.keys(ITEMS).map((extId) => [`codes and pages of ${extId}`, codesOf(extId)]),
)
