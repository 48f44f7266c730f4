import { type Static, type TSchema, Type } from 'typebox'

/**
 * Points at a named component instead of repeating it, so that `/openapi.json` has one schema per thing. `description`:
 * what it is here.
 */
export function schemaRef<T extends TSchema & { $id?: string }>(schema: T, description?: string) {
  if (schema.$id === undefined) throw new Error('A schema needs an $id to be referred to')
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#`, ...(description !== undefined && { description }) })
}
