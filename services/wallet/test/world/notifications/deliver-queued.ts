import { SILENT_LOG } from '@satchel/http/log'
import { createOutbound } from '@satchel/outbound/outbound'
import { deliverWebhooks } from '../../../src/notifications/deliver-webhooks.ts'
import { queueWebhooks } from '../../../src/notifications/queue-webhooks.ts'
import { deriveWebhookKey } from '../../../src/notifications/sign-webhook.ts'
import type { World } from '../open-world.ts'

/** For tests: calls every webhook that is due, as the duties of a started service do. */
export async function deliverQueued({ db, service, nowSeconds }: World): Promise<void> {
  const deps = { db, clock: () => nowSeconds() * 1000, log: SILENT_LOG }
  const follower = await queueWebhooks({ ...deps, onQueued: () => undefined })
  await follower.caughtUp()
  await follower.stop()
  const sender = deliverWebhooks({
    ...deps,
    vault: service.vault,
    key: deriveWebhookKey(new Uint8Array(32).fill(9)),
    outbound: createOutbound({ allowPrivate: true, allow: [], userAgent: 'satchel/test' }),
    random: () => 0.5,
  })
  await sender.doDue()
}
