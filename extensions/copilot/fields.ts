import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

/** Animations that the overlay can draw (overlay-files.ts). */
export const ANIMATIONS = ['bitcoin', 'confetti', 'fireworks', 'hearts', 'lightning', 'rocket'] as const

/** Fields of older tools instead of `animations`; never stored under these names. */
const NAME = {
  type: 'text',
  max: 20,
  oneOf: ANIMATIONS,
  doc: 'Instead of `animations`: name of the animation.',
  optional: true,
} as const
const THRESHOLD = {
  type: 'sat',
  min: 1,
  doc: 'Instead of `animations`: smallest payment that plays it, satoshis.',
  optional: true,
} as const
const WEBHOOK = { type: 'url', doc: 'Instead of `animations`: webhook URL.', optional: true } as const

export const ANIMATION = {
  name: { type: 'text', max: 20, oneOf: ANIMATIONS, doc: 'Name of the animation.' },
  threshold: { type: 'sat', min: 1, doc: 'Smallest payment that plays it, satoshis; each amount once.' },
  webhook_url: {
    type: 'url',
    doc: 'Webhook URL, called for each payment that plays it (`POST`, JSON, signed, retried).',
    optional: true,
  },
} as const satisfies Shape

/** A stream overlay. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'Title of the overlay, also shown to viewers.' },
  animations: {
    type: 'list',
    of: ANIMATION,
    maxItems: 3,
    doc: 'Animations with the amounts that play them, in ascending order.',
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
  lnurl_toggle: { type: 'bool', doc: 'True: viewers can pay by LNURL; the overlay shows its QR code.', default: true },
  lnurl_title: { type: 'text', max: 64, doc: 'Description that payers see; default the title.', optional: true },
  show_message: { type: 'bool', doc: 'True: the overlay shows comments of payers.', default: true },
  show_ack: { type: 'bool', doc: 'True: the overlay thanks for each payment and shows its amount.', default: true },
  show_price: {
    type: 'text',
    as: 'currency',
    max: 3,
    pattern: '^([A-Za-z]{3})?$',
    doc: 'Currency in which the overlay shows the bitcoin price. Empty: no price.',
    default: '',
  },
  fullscreen_cam: { type: 'bool', doc: 'True: the streaming computer’s camera fills the overlay.', default: false },
  iframe_url: {
    type: 'url',
    doc: 'URL (https) of a page that fills the overlay; it has no rights on this service.',
    optional: true,
  },
  amount_made: { type: 'sat', doc: 'Total received, satoshis.', by: 'server', default: 0 },
  lnurl: {
    type: 'text',
    max: 2000,
    doc: 'Pay link (LNURL); absent if `lnurl_toggle` is false.',
    by: 'server',
    optional: true,
  },
} as const satisfies Shape

export type Copilot = Item<typeof FIELDS>
export type CopilotDraft = Row<typeof FIELDS>
export type CopilotCtx = Ctx<typeof FIELDS, Record<string, never>>
export const { route, routes, lnurlPayRoutes } = routeBuilders<typeof FIELDS>()
