import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../config/config.ts'
import type { LanePoller } from '../throttle/queue-lane.ts'
import { NostrDestination, type NostrMessagesDeps, nostrMessagesRoutes } from './nostr-messages.routes.ts'
import { type PushRoutesDeps, pushRoutes } from './push/push.routes.ts'
import { WEBHOOK_COMPONENTS, type WebhookRoutesDeps, webhookRoutes } from './webhook.routes.ts'
import { type WebsocketRoutesDeps, websocketRoutes } from './websocket.routes.ts'

type NotificationsDeps = Omit<WebhookRoutesDeps, 'publicKey' | 'onQueued'> &
  Pick<WebsocketRoutesDeps, 'live' | 'log' | 'sessions'> &
  PushRoutesDeps &
  NostrMessagesDeps & {
    readonly config: Pick<Config, 'publicUrl'>
    readonly webhookPublicKey: string
    readonly webhooks: Pick<LanePoller, 'wake'>
  }

/** Webhooks, WebSockets and messages to people. */
export const notificationsFeature: HttpFeature<NotificationsDeps> = {
  chapter: readChapter('notifications', import.meta.url),
  components: [...WEBHOOK_COMPONENTS, NostrDestination],
  register(app, deps) {
    const { live, log, sessions, config, webhookPublicKey: publicKey, webhooks } = deps
    webhookRoutes(app, { ...deps, publicKey, onQueued: webhooks.wake })
    pushRoutes(app, deps)
    nostrMessagesRoutes(app, deps)
    websocketRoutes(app, { live, log, sessions, publicUrl: config.publicUrl })
  },
}
