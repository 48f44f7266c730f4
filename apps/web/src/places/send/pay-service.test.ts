import { afterEach, expect, test } from 'vitest'
import { useGlobals } from '../../../browser-globals.ts'
import { serviceReached, wasForbidden } from '../../api/call.ts'
import type { ReadyDraft } from './draft.ts'
import { payService } from './pay-service.ts'

let requests: { readonly url: string; readonly init: RequestInit }[] = []
/** Undefined: no answer comes. */
let answer: { readonly status: number; readonly body: unknown } | undefined
useGlobals({
  fetch: (url: string, init: RequestInit) => {
    requests.push({ url, init })
    if (answer === undefined) return Promise.reject(new TypeError('no network'))
    const headers = { 'content-type': 'application/json', 'x-request-id': 'a-1' }
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status, headers }))
  },
})
afterEach(() => {
  requests = []
  serviceReached.set(true)
  wasForbidden.set(false)
})

const invoice = { kind: 'invoice', bolt11: 'lnbc1', amountMsat: null } as ReadyDraft['target']
const link = { kind: 'link', lnurl: 'ann@pay.example', domain: 'pay.example' } as ReadyDraft['target']
const draftOf = (target: ReadyDraft['target'], more: Partial<ReadyDraft> = {}): ReadyDraft => ({
  key: 'key',
  walletId: 'w',
  target,
  amountMsat: 21_000,
  ...more,
})
const sent = () =>
  requests.map(({ url, init }) => [
    url,
    (init.headers as Record<string, string>)['Idempotency-Key'],
    JSON.parse(init.body as string),
  ])

test('an invoice is ordered under the key of its draft, an open one with the chosen amount', async () => {
  answer = { status: 201, body: { checking_id: 'id' } }
  expect(await payService.order(draftOf(invoice, { note: 'Lunch' }))).toEqual({ event: 'named', checkingId: 'id' })
  const body = { out: true, bolt11: 'lnbc1', amount: 21, memo: 'Lunch' }
  expect(sent()).toEqual([['/api/v1/payments?wallet_id=w', 'key', body]])
})

test('an LNURL is ordered with its comment, and brings the action of the payee', async () => {
  answer = { status: 201, body: { checking_id: 'id', success_action: { tag: 'message' } } }
  const found = { event: 'named', checkingId: 'id', action: { tag: 'message' } }
  expect(await payService.order(draftOf(link, { comment: 'Hi' }))).toEqual(found)
  const body = { lnurl: 'ann@pay.example', amount: 21_000, comment: 'Hi' }
  expect(sent()).toEqual([['/api/v1/payments/lnurl?wallet_id=w', 'key', body]])
})

test.each([
  [400, 'rejected', 'rejected'],
  [404, 'rejected', 'rejected'],
  [422, 'rejected', 'rejected'],
  [403, 'rejected for now', 'rejected for now'],
  [429, 'rejected for now', 'rejected for now'],
  [409, 'unanswered', 'unanswered'],
  [500, 'unanswered', 'server error'],
  [503, 'unanswered', 'server error'],
  [undefined, 'unanswered', 'unanswered'],
])('an order answered with %s is %s for an invoice, and %s for an LNURL', async (status, ofInvoice, ofLink) => {
  answer = status === undefined ? undefined : { status, body: {} }
  const events = [await payService.order(draftOf(invoice)), await payService.order(draftOf(link))]
  expect(events.map(({ event }) => event)).toEqual([ofInvoice, ofLink])
})

test('a payment is absent only if the service answers 404: an error says nothing about it', async () => {
  const find = () => payService.findPayment(draftOf(link), 'id')
  const events: string[] = []
  for (const status of [404, 400, 403, 500, 503, undefined]) {
    answer = status === undefined ? undefined : { status, body: {} }
    events.push((await find()).event)
  }
  expect(events).toEqual(['absent', ...Array.from({ length: 5 }, () => 'unanswered')])
  const payment = { status: 'success', details: { extra: { lnurl_success_action: { tag: 'url' } } } }
  answer = { status: 200, body: payment }
  expect(await find()).toEqual({ event: 'success', payment, action: { tag: 'url' } })
  answer = { status: 200, body: { status: 'pending', details: { extra: {} } } }
  expect(await find()).not.toHaveProperty('action')
})

test('a payment of an LNURL is found in the list by its amount and domain since the order', async () => {
  const row = (checking_id: string, amount_msat: number, lnurl_domain: string) => ({
    checking_id,
    amount_msat,
    extra: { lnurl_domain },
  })
  answer = { status: 200, body: [row('a', -21_000, 'other.example'), row('b', -20_000, 'pay.example')] }
  const find = () => payService.findInList(draftOf(link, { sentAt: 1_800_000_000_000 }))
  expect(await find()).toEqual({ event: 'absent' })
  answer = { status: 200, body: [row('c', 21_000, 'pay.example'), row('d', -21_000, 'pay.example')] }
  expect(await find()).toEqual({ event: 'named', checkingId: 'd' })
  expect(requests[0]?.url).toBe('/api/v1/payments?wallet_id=w&direction=out&tag=lnurl&from=1799999940')
  answer = { status: 503, body: {} }
  expect(await find()).toEqual({ event: 'unanswered' })
})
