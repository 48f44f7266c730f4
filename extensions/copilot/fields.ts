import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

/** Animations that the overlay can draw (overlay-files.ts). */
export const ANIMATIONS = ['bitcoin', 'confetti', 'fireworks', 'hearts', 'lightning', 'rocket'] as const

/** Fields of older tools instead of `animations`; never stored under these names. */
const NAME = {
  type: 'text',
  max: 20,
  oneOf: ANIMATIONS,
  doc: 'In place of animations: what is drawn.',
  optional: true,
} as const
const THRESHOLD = {
  type: 'sat',
  min: 1,
  doc: 'In place of animations: from how many satoshis.',
  optional: true,
} as const
const WEBHOOK = { type: 'url', doc: 'In place of animations: which webhook is called.', optional: true } as const

export const ANIMATION = {
  name: { type: 'text', max: 20, oneOf: ANIMATIONS, doc: 'What is drawn.' },
  threshold: { type: 'sat', min: 1, doc: 'Played for payments from here up, satoshis. No two have the same.' },
  webhook_url: {
    type: 'url',
    doc: 'Called (`POST`, JSON, signed, retried) when it is played for a payment.',
    optional: true,
  },
} as const satisfies Shape

/** A stream overlay. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'Its name, for viewers too.' },
  animations: {
    type: 'list',
    of: ANIMATION,
    maxItems: 3,
    doc: 'Which animation is played from how many satoshis; kept in ascending order.',
    default: [],
  },
  animation1: NAME,
  animation1threshold: THRESHOLD,
  animation1webhook: WEBHOOK,
  animation2: NAME,
  animation2threshold: THRESHOLD,
  animation2webhook: WEBHOOK,
  animation3: NAME,
  animation3threshold: THRESHOLD,
  animation3webhook: WEBHOOK,
  lnurl_toggle: { type: 'bool', doc: 'Viewers can pay by LNURL; the overlay shows its QR code.', default: true },
  lnurl_title: { type: 'text', max: 64, doc: 'What payers read; default the title.', optional: true },
  show_message: { type: 'bool', doc: 'The overlay shows the comments of payers.', default: true },
  show_ack: { type: 'bool', doc: 'The overlay thanks for each payment with its amount.', default: true },
  show_price: {
    type: 'text',
    as: 'currency',
    max: 3,
    pattern: '^([A-Za-z]{3})?$',
    doc: 'A currency: the overlay shows the price of bitcoin in it. Empty: no price.',
    default: '',
  },
  fullscreen_cam: { type: 'bool', doc: 'The camera of the streaming computer fills the overlay.', default: false },
  iframe_url: {
    type: 'url',
    doc: 'A page (https) that fills the overlay, without rights on this service.',
    optional: true,
  },
  amount_made: { type: 'sat', doc: 'What has come in.', by: 'server', default: 0 },
  lnurl: {
    type: 'text',
    max: 2000,
    doc: 'Where viewers pay; absent while lnurl_toggle is false.',
    by: 'server',
    optional: true,
  },
} as const satisfies Shape

export type Copilot = Item<typeof FIELDS>
export type CopilotDraft = Row<typeof FIELDS>
export type CopilotCtx = Ctx<typeof FIELDS, Record<string, never>>
export const { route, routes, lnurlPayRoutes } = routeBuilders<typeof FIELDS>()
