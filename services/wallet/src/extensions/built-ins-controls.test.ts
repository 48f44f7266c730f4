import { describeOwner } from '@satchel/extension-sdk/owner/describe-owner'
import type { DescribedField } from '@satchel/extension-sdk/owner/owner-description'
import { expect, test } from 'vitest'
import { type Control, controlOf } from '../../../../apps/web/src/places/extension/inputs/control-of.ts'
import { BUILT_INS } from './built-ins.ts'

interface Drawn {
  /** `tpos.items.price`, `copilot!play.comment`. */
  readonly name: string
  readonly field: DescribedField
  readonly control: Control
}

const drawnIn = (place: string, fields: readonly DescribedField[]): readonly Drawn[] =>
  fields
    .filter(({ server }) => !server)
    .flatMap((field) => {
      const drawn = { name: `${place}.${field.name}`, field, control: controlOf(field) }
      return drawn.control === 'rows' ? [drawn, ...drawnIn(drawn.name, field.of ?? [])] : [drawn]
    })

/** Every field that an owner fills in, of all extensions. */
const ALL = BUILT_INS.flatMap((extension) => {
  const { id, fields, options, actions, lists } = describeOwner(extension, 'en')
  const asked = [...actions, ...lists.flatMap((list) => list.actions)]
  return [
    ...drawnIn(id, [...fields, ...options]),
    ...asked.flatMap((action) => drawnIn(`${id}!${action.id}`, action.fields)),
  ]
})

const namesOf = (control: Control): readonly string[] =>
  ALL.filter((each) => each.control === control).map(({ name }) => name)

test('names, titles and short remarks are single-line inputs', () => {
  expect(namesOf('line').join(' ')).toBe(
    [
      'lnurlp.description lnurlp.success_text withdraw.title tpos.name tpos.items.title',
      'tpos.items.description tpos.business_name tpos.vat_id paywall.memo satspay.name satspay.description',
      'satspay.completelink_text invoices.number invoices.seller_name invoices.seller_tax_number',
      'invoices.company_name invoices.first_name invoices.last_name invoices.tax_number',
      'invoices.items.description tipjar.name splitpayments.alias scrub.description lndhub.label',
      'nwcprovider.description boltcards.card_name bitcoinswitch.title bitcoinswitch.switches.label',
      'bitcoinswitch.password fossa.title offlineshop.name events.name events.promo_codes.code',
      'lnticket.name lncalendar.name lncalendar!unavailable.create.name nostrnip5.promotions.code',
      'copilot.title copilot.lnurl_title copilot!play.comment scheduler.name scheduler.comment',
      'scheduler.memo watchonly.title watchonly!addresses.create.note watchonly!addresses.change.note',
    ].join(' '),
  )
})

test('only multi-line texts and long codes are text areas', () => {
  expect(namesOf('area').join(' ')).toBe(
    [
      'tpos.business_address paywall.description invoices.seller_address invoices.address invoices.notes',
      'tipjar.description offlineshop.description events.info events.mail_text lnticket.description',
      'scheduler.body watchonly.masterpub watchonly!broadcast.tx watchonly!psbt.outputs.address',
      'watchonly!psbt.coins.tx',
    ].join(' '),
  )
})

test('counts, shares and amounts in the currency beside them are number inputs', () => {
  expect(namesOf('number').join(' ')).toBe(
    [
      'lnurlp.min lnurlp.max lnurlp.comment_chars withdraw.uses tpos.tax_default tpos.items.price',
      'tpos.items.tax tpos.forward_cut tpos.withdraw_premium tpos!charges.create.amount paywall.amount',
      'paywall.max_downloads paywall.access_days satspay.amount invoices.items.amount',
      'invoices.items.quantity invoices.tax_percent splitpayments.percent bitcoinswitch.switches.pin',
      'bitcoinswitch.switches.amount bitcoinswitch!trigger.pin fossa.digits fossa.profit fossa.valid_days',
      'offlineshop.price events.amount_tickets events.price_per_ticket events.promo_codes.discount_percent',
      'events.promo_codes.max_uses events.min_tickets events.max_per_order lnticket.max_words',
      'lncalendar.amount lncalendar.horizon_days nostrnip5.cost nostrnip5.max_years',
      'nostrnip5.char_count_cost.max_length nostrnip5.char_count_cost.amount',
      'nostrnip5.promotions.buyer_discount_percent nostrnip5.promotions.referer_bonus_percent',
      'nostrnip5.grace_days nostrnip5!addresses.create.years scheduler.max_runs watchonly.gap_receive',
      'watchonly.gap_change watchonly!psbt.fee_rate watchonly!psbt.coins.vout',
      'watchonly!psbt.coins.branch_index watchonly!psbt.coins.address_index',
    ].join(' '),
  )
})

/** What the name of a field tells about its content. */
const BY_NAME: readonly (readonly [RegExp, readonly Control[]])[] = [
  [/(?:^|_)(?:msats?)(?:_|$)/, ['msat']],
  [/(?:^|_)(?:ms|milliseconds|duration)$/, ['milliseconds']],
  [/(?:^|_)(?:seconds|minutes|wait_time|window|withdraw_between)$/, ['period']],
  [/(?:^|_)(?:start|end)_day$|weekday/, ['weekday']],
  [/(?:^|_)(?:at|until|start|end)$/, ['moment', 'date']],
  [/_date$/, ['date']],
  [/^cron$|schedule/, ['schedule']],
  [/timezone/, ['timezone']],
  [/colou?r/, ['color']],
  [/email/, ['email']],
  [/phone/, ['phone']],
  [/^(?:currency|show_price)$/, ['currency']],
  [/onchain$/, ['watchonly']],
  [/wallet/, ['wallet']],
  [/image|picture|photo/, ['picture', 'photo']],
  [/url$|link$|^logo$|^banner$/, ['url']],
  [/^(?:k\d|uid|pubkey|txid|domain|local_part|username)$/, ['code']],
  [/limit$|^max_payment$|keep_balance/, ['sat']],
  [/headers$|_body$|^extra$/, ['json']],
]

test('a field whose name tells its content has the control for it', () => {
  const wrong = ALL.filter(({ field, control }) =>
    BY_NAME.some(([pattern, controls]) => pattern.test(field.name) && !controls.includes(control)),
  )
  expect(wrong.map(({ name, control }) => `${name}: ${control}`)).toEqual([])
  expect(ALL.length).toBeGreaterThan(250)
})

test('no control shows the unit names of the API', () => {
  const wire = /\b(?:milli\w+|seconds|msats?|ISO 8601|Unix|IANA|the id of|is Monday)\b/i
  const said = ALL.filter(({ field: { label, help = '' } }) => wire.test(`${label} ${help}`))
  expect(said.map(({ name }) => name)).toEqual([])
})
