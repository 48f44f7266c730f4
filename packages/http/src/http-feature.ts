import { readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import type { ApiDescription } from './docs/open-api.ts'
import type { HttpApp } from './http-app.ts'

/** The parts that one feature adds to a service: a chapter of the manual, named schemas and routes. */
export interface HttpFeature<Deps> {
  /** Unset: its operations appear in chapters of other features. */
  readonly chapter?: Chapter
  /** Schemas with an `$id`, named in `/openapi.json` under it. */
  readonly components?: readonly TSchema[]
  readonly register: (app: HttpApp, deps: Deps) => void
}

/** A tag of the OpenAPI document. */
type Chapter = ApiDescription['tags'][number]

type AnyFeature = HttpFeature<never>

/** The intersection of what the features need. */
export type FeatureDeps<Features extends readonly AnyFeature[]> = (
  Features[number] extends infer One
    ? One extends HttpFeature<infer Deps>
      ? (deps: Deps) => void
      : never
    : never
) extends (deps: infer All) => void
  ? All
  : never

/** The chapter `name`; its text is `<name>.manual.md` beside the module (`import.meta.url`). */
export const readChapter = (name: string, module: string): Chapter => ({ name, description: readManual(name, module) })

/** The Markdown of `<name>.manual.md` beside the module. */
export const readManual = (name: string, module: string): string =>
  readFileSync(new URL(`${name}.manual.md`, module), 'utf8').trimEnd()

/** In the order of the features. */
export const listChapters = (features: readonly AnyFeature[]): Chapter[] =>
  features.flatMap(({ chapter }) => chapter ?? [])

export const listComponents = (features: readonly AnyFeature[]): TSchema[] =>
  features.flatMap(({ components }) => components ?? [])

/** Inside a plugin, so that the hooks of `createHttpApp` see every route. */
export function registerFeatures<Deps>(app: HttpApp, features: readonly HttpFeature<Deps>[], deps: Deps): void {
  app.register(async (scope) => {
    for (const { register } of features) register(scope, deps)
  })
}
