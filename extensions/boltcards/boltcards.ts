import { defineExtension } from '@satchel/extension-sdk/extension'
import { requireTimeZone } from '@satchel/extension-sdk/instant'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import {
  handOverKeys,
  handOverKeysTo,
  keysFor,
  newOtp,
  previousOf,
  rekeyCard,
  requireKeys,
  voidOpenHits,
  wipeData,
} from './card-keys.ts'
import { PIN_QUERY, pinOf, requirePin } from './card-pin.ts'
import { FIELDS, isoTime, listRoute, lnurlWithdrawCallback, route, spentToday, TABLES } from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { REFUND_LINK, recordRefund } from './refunds.ts'
import { claimHit, concludeHit, scanCard } from './taps.ts'

const KEYS_REPLY = {
  uid: { type: 'text', max: 14, doc: 'UID of the chip, 14 hex digits.' },
  k0: { type: 'text', max: 32, doc: 'Key 0 (changes the card), 32 hex digits.' },
  k1: { type: 'text', max: 32, doc: 'Key 1 (encrypts UID and counter), 32 hex digits.' },
  k2: { type: 'text', max: 32, doc: 'Key 2 (signs a tap), 32 hex digits.' },
  k3: { type: 'text', max: 32, doc: 'Key 3: same as key 1.' },
  k4: { type: 'text', max: 32, doc: 'Key 4: same as key 2.' },
  prev_k0: { type: 'text', max: 32, doc: 'Key 0 before the last change.', optional: true },
  prev_k1: { type: 'text', max: 32, doc: 'Key 1 before the last change.', optional: true },
  prev_k2: { type: 'text', max: 32, doc: 'Key 2 before the last change.', optional: true },
} as const

const LNBITS_KEYS_REPLY = {
  PROTOCOL_NAME: { type: 'text', max: 40, doc: 'Constant: `NEW_BOLT_CARD_RESPONSE`.' },
  PROTOCOL_VERSION: { type: 'text', max: 1, doc: 'Constant: 1.' },
  ID: { type: 'text', max: 1, doc: 'Constant: 1.' },
  CARD_NAME: { type: 'text', max: 64, doc: 'Name of the card.' },
  LNURLW_BASE: { type: 'text', max: 500, doc: 'Address written to the card, without `?p=…&c=…`.' },
  LNURLW: { type: 'text', max: 500, doc: 'Same as `LNURLW_BASE`.' },
  K0: { type: 'text', max: 32, doc: 'Key 0 (changes the card), 32 hex digits.' },
  K1: { type: 'text', max: 32, doc: 'Key 1 (encrypts UID and counter), 32 hex digits.' },
  K2: { type: 'text', max: 32, doc: 'Key 2 (signs a tap), 32 hex digits.' },
  K3: { type: 'text', max: 32, doc: 'Key 3: same as key 1.' },
  K4: { type: 'text', max: 32, doc: 'Key 4: same as key 2.' },
  action: { type: 'text', max: 10, doc: '`wipe` if the request asked for it; otherwise absent.', optional: true },
} as const

function check({ tx_limit: once, daily_limit: daily, timezone }: Row<typeof FIELDS>): void {
  requireTimeZone(timezone)
  if (daily < once) throw reject('body.daily_limit: must be at least tx_limit.', 422)
}

/** NTAG 424 DNA cards that pay when they are tapped (rule X32). */
export const BOLTCARDS = defineExtension({
  manifest: {
    id: 'boltcards',
    name: 'Bolt cards',
    version: '1.0.0',
    short_description: 'NFC cards that pay when they are tapped.',
    icon: 'credit-card',
    api_version: 1,
    permissions: [
      {
        id: 'spend',
        reason:
          'Pays the merchant a card is tapped at: at most tx_limit per payment, and daily_limit a day with routing fees.',
        to: 'any',
      },
      { id: 'receive', reason: 'Takes refunds.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'card',
  opensWallet: true,
  itemsAlias: 'cards',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  derive: (item, ctx) => ({ spent_today: spentToday(item, ctx) }),
  async beforeCreate(draft, ctx) {
    check(draft)
    requirePin(draft)
    return {
      ...draft,
      uid: draft.uid.toLowerCase(),
      ...keysFor(draft, ctx),
      ...newOtp(ctx),
      external_id: ctx.randomId(16),
      counter: 0,
      spent_today: 0,
    }
  },
  async beforeUpdate(old, next, ctx) {
    check(next)
    requireKeys(next)
    requirePin(next, old)
    const uid = next.uid.toLowerCase()
    const keys = keysFor(next, ctx)
    const isRekeyed = keys.k0 !== old.k0 || keys.k1 !== old.k1 || keys.k2 !== old.k2
    if (isRekeyed || uid !== old.uid) await voidOpenHits(ctx, old.id)
    // The counter of another chip starts at zero.
    const fresh = { ...(isRekeyed && previousOf(old)), ...(uid !== old.uid && { counter: 0 }) }
    return { ...next, uid, ...keys, ...pinOf(old, next), ...fresh }
  },
  spendCeiling: ({ enable, tx_limit: once, daily_limit: daily }) => (enable ? Math.min(once, daily) : 0),
  onIntentResolved: concludeHit,
  onPaymentSettled: recordRefund,
  routes: {
    'GET /scan/:external_id': route({
      access: 'lnurl',
      summary: 'Read a tapped card',
      description:
        'Verifies the values that the card appends to its address, and answers an LNURL-withdraw offer. `pinLimit` (millisatoshis): from this amount on, the callback needs `pin`.',
      query: {
        p: { type: 'text', max: 64, doc: 'UID and counter, encrypted: 32 hex digits.', optional: true },
        c: { type: 'text', max: 64, doc: 'MAC of UID and counter: 16 hex digits.', optional: true },
      },
      handle: scanCard,
    }),
    'GET /lnurl/:hit/cb': lnurlWithdrawCallback({
      summary: 'Collect from a tapped card',
      callbackQuery: PIN_QUERY,
      claim: claimHit,
    }),
    ...REFUND_LINK,
    'GET /auth': route({
      access: 'public',
      summary: 'Get the keys of a card, for the programming app',
      description: 'Each `otp` works once, within 10 minutes.',
      perMinute: 30,
      query: { a: { type: 'text', max: 128, doc: 'The `otp` of the card.', optional: true } },
      reply: {
        protocol_name: { type: 'text', max: 40, doc: 'Constant: `new_bolt_card_response`.' },
        protocol_version: { type: 'int', doc: 'Constant: 1.' },
        id: { type: 'int', doc: 'Constant: 1.' },
        card_name: { type: 'text', max: 64, doc: 'Name of the card.' },
        lnurlw_base: { type: 'text', max: 500, doc: 'Address written to the card, without `?p=…&c=…`.' },
        ...KEYS_REPLY,
      },
      handle: handOverKeys,
    }),
    'POST /auth': route({
      access: 'public',
      summary: 'Get the keys of a card by its UID, for the programming app',
      description:
        'Compatible with LNbits; also at `/boltcards/api/v1/auth`. Each `otp` works once, within 10 minutes. 404 if the `otp` belongs to a card with another UID.',
      perMinute: 30,
      query: {
        a: { type: 'text', max: 128, doc: 'The `otp` of the card.', optional: true },
        wipe: { type: 'bool', doc: 'True: returns the data that resets the chip.', optional: true },
      },
      body: {
        UID: {
          type: 'text',
          max: 14,
          pattern: '^[0-9a-fA-F]{14}$',
          doc: 'UID of the chip, 14 hex digits.',
          optional: true,
        },
        LNURLW: { type: 'text', max: 500, doc: 'Address to write to the card; ignored.', optional: true },
      },
      reply: LNBITS_KEYS_REPLY,
      handle: handOverKeysTo,
    }),
    'GET /api/v1/:id/hits': listRoute({
      table: 'hits',
      access: 'invoice',
      summary: 'List the taps of a card',
      description: 'Newest first, amounts in satoshis.',
      reply: {
        old_counter: { type: 'int', doc: 'Counter of the card before the tap.' },
        new_counter: { type: 'int', doc: 'Counter of the card at the tap.' },
        amount: { type: 'sat', doc: 'Amount paid, satoshis; 0 = nothing.' },
        spent: { type: 'bool', doc: 'True: paid, or in flight.' },
        time: { type: 'text', max: 30, doc: 'Time of the tap, ISO 8601.' },
      },
      toJson: ({ old_counter, new_counter, amount, state, created_at }) => ({
        old_counter,
        new_counter,
        amount,
        spent: state === 'reserved' || state === 'paid',
        time: isoTime(created_at),
      }),
    }),
    'GET /api/v1/:id/refunds': listRoute({
      table: 'refunds',
      access: 'invoice',
      summary: 'List the refunds to a card',
      description: 'Newest first, amounts in satoshis.',
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'Hash of the refund payment.' },
        amount: { type: 'sat', doc: 'Amount refunded, satoshis.' },
        time: { type: 'text', max: 30, doc: 'Time of the refund, ISO 8601.' },
      },
      toJson: ({ payment_hash, amount, created_at }) => ({ payment_hash, amount, time: isoTime(created_at) }),
    }),
    'POST /api/v1/:id/rekey': {
      access: 'admin',
      grantsAccess: true,
      summary: 'Replace the keys of a card',
      description:
        'For a lost or replaced card: a card with the old keys stops paying immediately. The `otp` of the answer gives the new keys to the programming app.',
      reply: {
        otp: { type: 'text', max: 64, doc: 'One-time code for `/boltcards/auth?a=…`.' },
        otp_expires_at: { type: 'int', doc: 'When the `otp` expires, Unix seconds.' },
      },
      handle: rekeyCard,
    },
    'POST /api/v1/:id/wipe': {
      access: 'admin',
      grantsAccess: true,
      summary: 'Get the data that resets a card',
      description: 'For the programming app. The card of this service stays as it is: delete or disable it.',
      reply: {
        version: { type: 'int', doc: 'Constant: 1.' },
        action: { type: 'text', max: 10, doc: 'Constant: `wipe`.' },
        id: { type: 'int', doc: 'Constant: 1.' },
        ...KEYS_REPLY,
      },
      handle: async ({ item }) => ({ json: wipeData(item) }),
    },
  },
})
