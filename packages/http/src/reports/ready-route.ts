import { type TObject, type TProperties, Type } from 'typebox'
import { ErrorBody } from '../error-body.ts'
import type { HttpApp } from '../http-app.ts'
import { schemaRef } from '../schema-ref.ts'

export interface Readiness<Fields extends TProperties> {
  readonly summary: string
  readonly description: string
  /** Fields of the body besides `status`. */
  readonly fields: Fields
  readonly ready: string
  readonly notReady: string
  /** Throws a `ServiceError` (503) with the reason when the service cannot work. */
  readonly check: () => Promise<Record<string, unknown>> | Record<string, unknown>
}

/** `GET /ready` for load balancers: 200, or 503 with the reason. No credential, never counted by the request limit. */
export function readyRoute<Fields extends TProperties>(app: HttpApp, readiness: Readiness<Fields>): void {
  const { summary, description, fields, ready, notReady, check } = readiness
  const body: TObject = Type.Object(
    { status: Type.Literal('ready', { description: ready }), ...fields },
    { description: ready },
  )
  const schema = {
    operationId: 'getReady',
    tags: ['ops'],
    summary,
    description,
    response: { 200: body, 503: schemaRef(ErrorBody, notReady) },
  }
  app.get('/ready', { config: { access: 'anyone', rateLimited: false }, schema }, async () => ({
    status: 'ready',
    ...(await check()),
  }))
}
