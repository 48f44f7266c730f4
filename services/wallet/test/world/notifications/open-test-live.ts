import type { AddressInfo } from 'node:net'
import type { HttpApp } from '@satchel/http/http-app'
import { SILENT_LOG } from '@satchel/http/log'
import type { SocketLimits } from '@satchel/http/sockets/socket-book'
import { createSessions } from '../../../src/accounts/users/sessions.ts'
import type { Database, Dialect } from '../../../src/db/database.ts'
import { type LivePayments, openLivePayments } from '../../../src/notifications/live-payments.ts'
import { websocketRoutes } from '../../../src/notifications/websocket.routes.ts'
import { openTestSocket, type TestSocket } from '../open-test-socket.ts'
import { openTestNotifications, type TestNotifications } from './open-test-notifications.ts'

export interface TestLive extends TestNotifications {
  readonly app: HttpApp
  readonly live: LivePayments
  /** `host:port` where the app listens. */
  readonly host: string
  connect(path: string, headers?: Record<string, string>, options?: { autoPong?: boolean }): Promise<TestSocket>
}

/** For tests: the WebSocket routes of one process, listening. `db`: of another process than the world's own. */
export async function openTestLive(
  dialect: Dialect,
  limits: Partial<SocketLimits> = {},
  openDb: (world: TestNotifications) => Promise<Database> | Database = ({ db }) => db,
): Promise<TestLive> {
  const world = await openTestNotifications(dialect)
  const live = await openLivePayments({ db: await openDb(world), vault: world.vault, log: SILENT_LOG })
  const sessions = createSessions({ db: world.db, clock: () => world.now, publicUrl: 'https://pay.example' })
  const app = await world.openApp((routes) =>
    websocketRoutes(routes, { live, log: SILENT_LOG, sessions, publicUrl: 'https://pay.example', limits }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const host = `127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return Object.assign(world, {
    app,
    live,
    host,
    connect: (path: string, headers: Record<string, string> = {}, options: { autoPong?: boolean } = {}) =>
      openTestSocket(`ws://${host}/api/v1/ws${path}`, { headers, ...options }),
  })
}
