import type { HttpApp } from '../http-app.ts'
import { type ServiceError, unavailable } from '../service-error.ts'

/** A request on a connection that is still open when the service stops: 503 with a `detail`, and the connection ends. */
export function refuseWhileClosing(app: HttpApp): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (closing) done(shuttingDown())
    else done()
  })
}

const shuttingDown = (): ServiceError => unavailable('The service is shutting down; retry.', { code: 'shutting_down' })
