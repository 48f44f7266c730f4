import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { BITCOINSWITCH } from '@satchel/extensions/bitcoinswitch/bitcoinswitch'
import { BOLTCARDS } from '@satchel/extensions/boltcards/boltcards'
import { COPILOT } from '@satchel/extensions/copilot/copilot'
import { EVENTS } from '@satchel/extensions/events/events'
import { FOSSA } from '@satchel/extensions/fossa/fossa'
import { INVOICES } from '@satchel/extensions/invoices/invoices'
import { LNCALENDAR } from '@satchel/extensions/lncalendar/lncalendar'
import { LNDHUB } from '@satchel/extensions/lndhub/lndhub'
import { LNTICKET } from '@satchel/extensions/lnticket/lnticket'
import { LNURLP } from '@satchel/extensions/lnurlp/lnurlp'
import { NOSTRNIP5 } from '@satchel/extensions/nostrnip5/nostrnip5'
import { NWCPROVIDER } from '@satchel/extensions/nwcprovider/nwcprovider'
import { OFFLINESHOP } from '@satchel/extensions/offlineshop/offlineshop'
import { PAYWALL } from '@satchel/extensions/paywall/paywall'
import { SATSPAY } from '@satchel/extensions/satspay/satspay'
import { SCHEDULER } from '@satchel/extensions/scheduler/scheduler'
import { SCRUB } from '@satchel/extensions/scrub/scrub'
import { SPLITPAYMENTS } from '@satchel/extensions/splitpayments/splitpayments'
import { TIPJAR } from '@satchel/extensions/tipjar/tipjar'
import { TPOS } from '@satchel/extensions/tpos/tpos'
import { WATCHONLY } from '@satchel/extensions/watchonly/watchonly'
import { WITHDRAW } from '@satchel/extensions/withdraw/withdraw'

/** Every extension that is part of the product, in the order of the manual. */
export const BUILT_INS: readonly AnyExtension[] = [
  LNURLP,
  WITHDRAW,
  TPOS,
  PAYWALL,
  SATSPAY,
  INVOICES,
  TIPJAR,
  SPLITPAYMENTS,
  SCRUB,
  LNDHUB,
  NWCPROVIDER,
  BOLTCARDS,
  BITCOINSWITCH,
  FOSSA,
  OFFLINESHOP,
  EVENTS,
  LNTICKET,
  LNCALENDAR,
  NOSTRNIP5,
  COPILOT,
  SCHEDULER,
  WATCHONLY,
]
