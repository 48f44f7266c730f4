import type { HttpApp } from '@satchel/http/http-app'

/** A route as `/openapi.json` prints it. */
export interface PublishedRoute {
  readonly method: string
  /** `/api/v1/payments/{checking_id}`. */
  readonly template: string
  readonly summary: string
  /** The name of its access rule. */
  readonly access: string
}

/** Collects every route that is added after this call, except those that the manual hides. */
export function collectPublishedRoutes(app: HttpApp): readonly PublishedRoute[] {
  const routes: PublishedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const { hide, summary = '' } = (schema ?? {}) as { hide?: boolean; summary?: string }
    if (hide === true || url.includes('*')) return
    for (const one of [method].flat()) {
      if (one === 'HEAD' || one === 'OPTIONS') continue
      routes.push({ method: one, template: templateOf(url), summary, access: config?.access ?? '' })
    }
  })
  return routes
}

/** `/payments/:checking_id` → `/payments/{checking_id}`. */
export const templateOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')
