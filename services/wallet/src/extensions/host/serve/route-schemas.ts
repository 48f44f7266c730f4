import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Field, Shape } from '@satchel/extension-sdk/shape'
import { itemSchema, type JsonSchema, objectSchema, patchSchema, rowSchema } from '@satchel/extension-sdk/shape-schema'
import { Detail } from '@satchel/http/detail'
import { schemaRef } from '@satchel/http/schema-ref'
import { type TSchema, Type } from 'typebox'
import { capital } from './capital.ts'
import { addressProperties } from './item-addresses.ts'
import { withArticle } from './with-article.ts'

export const unsafe = (schema: JsonSchema): TSchema => Type.Unsafe(schema)

/** Serializes the body unfiltered: its fields were already chosen one by one. */
export const AS_IT_IS = { serializerCompiler: () => (body: unknown) => JSON.stringify(body) }

export const WHICH_WALLET: Record<string, JsonSchema> = {
  wallet_id: { type: 'string', maxLength: 64, description: 'With an access token: id of one of your wallets.' },
}

const SECRETS: Record<string, JsonSchema> = {
  secrets: {
    type: 'boolean',
    description:
      'A session of the web app sees fields for the admin key only within 5 minutes after a step-up; `true` requests one by 401 with `step_up`.',
  },
}

export const propertiesOf = (shape: Shape | undefined): object =>
  (objectSchema(shape ?? {}) as { properties: object }).properties

export const ITEM_ID = unsafe({
  type: 'object',
  properties: { id: { type: 'string', maxLength: 128, description: 'Id of the item.' } },
  required: ['id'],
})

/** Manual text for routes that need a key and change something. */
export const REPEATABLE = 'With `Idempotency-Key` a repeat has no other effect and the first answer.'

/** Manual text for routes that a form without JavaScript may call. */
export const ERRORS_AS_PAGES = 'Errors are JSON, and a page for browsers (`Accept: text/html` first).'

/** Schemas and manual texts of the five endpoints of an extension (rule W22). */
export function itemSchemas(extension: AnyExtension) {
  const { id: extId, short_description: about } = extension.manifest
  const noun = extension.noun ?? 'item'
  const shape = extension.resource as Shape
  const common = { tags: [extId], querystring: unsafe({ type: 'object', properties: WHICH_WALLET }) }
  return {
    list: listSchema(extension),
    create: {
      ...common,
      querystring: unsafe({ type: 'object', properties: { ...WHICH_WALLET, ...propertiesOf(extension.createQuery) } }),
      operationId: `${extId}Create`,
      summary: `Create ${withArticle(noun)}`,
      description: `${about} Unknown fields are ignored. ${REPEATABLE}`,
      body: bodySchema(shape),
      response: { 201: createdSchema(extension, `The ${noun}, with everything that is shown only now.`) },
    },
    get: {
      ...common,
      params: ITEM_ID,
      querystring: unsafe({ type: 'object', properties: { ...WHICH_WALLET, ...SECRETS } }),
      operationId: `${extId}Get`,
      summary: `Read ${withArticle(noun)}`,
      description: '404 for items of other wallets.',
      response: { 200: itemRef(extension, `The ${noun}.`) },
    },
    update: {
      ...common,
      params: ITEM_ID,
      operationId: `${extId}Update`,
      summary: `Change ${withArticle(noun)}`,
      description: `Omitted fields stay unchanged; \`null\` removes an optional field. ${REPEATABLE}`,
      body: unsafe(patchSchema(shape)),
      response: { 200: itemRef(extension, `The ${noun}, as it is now.`) },
    },
    delete: {
      ...common,
      params: ITEM_ID,
      operationId: `${extId}Delete`,
      summary: `Delete ${withArticle(noun)}`,
      description: `Rejected (400) while a payment of it is in flight. A late payment still arrives in the wallet. ${REPEATABLE}`,
      response: { 200: schemaRef<TSchema>(Detail, 'Deleted.') },
    },
  }
}

/** An item as its owner sees it, named in `/openapi.json`: every answer with items of the extension refers to it. */
export function itemComponent(extension: AnyExtension): TSchema & { $id: string } {
  const schema = itemSchema(extension.resource as Shape, 'admin')
  const properties = { ...(schema['properties'] as object), ...addressProperties(extension) }
  return { ...unsafe({ ...schema, properties }), $id: `${capital(extension.manifest.id)}Item` }
}

const itemRef = (extension: AnyExtension, description?: string): TSchema =>
  schemaRef(itemComponent(extension), description)

/** The item, and the fields that are shown only once. */
function createdSchema(extension: AnyExtension, description: string): TSchema {
  const shape = extension.resource as Shape
  const once = rowSchema(Object.fromEntries(Object.entries(shape).filter(([, field]) => field.show === 'once')))
  const hasOnce = Object.keys(once['properties'] as object).length > 0
  return hasOnce ? unsafe({ allOf: [itemRef(extension), once], description }) : itemRef(extension, description)
}

function bodySchema(shape: Shape): TSchema {
  const { properties, ...rest } = objectSchema(shape) as { properties: object }
  const wallet = {
    type: 'string',
    maxLength: 64,
    'x-lower-case': true,
    description: 'Id of one of your wallets; with an API key only its own, which is the default.',
  }
  return unsafe({ ...rest, properties: { ...properties, wallet } })
}

function listSchema(extension: AnyExtension): object {
  const { id: extId } = extension.manifest
  const noun = extension.noun ?? 'item'
  const shape = extension.resource as Shape
  const filters = (extension.filters ?? []).map((name) => [name, filterSchema(name, shape[name])])
  return {
    tags: [extId],
    operationId: `${extId}List`,
    summary: `List the ${noun}s of the wallet`,
    description:
      'Newest first; `X-Total-Count` is their number. A token without `wallet_id` lists those of all its wallets.',
    querystring: unsafe({
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' },
        offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0, description: 'Entries to skip.' },
        ...WHICH_WALLET,
        ...Object.fromEntries(filters),
      },
    }),
    response: { 200: unsafe({ type: 'array', items: itemRef(extension), description: 'One page.' }) },
  }
}

/** For a field with fixed values another value is an error, not an empty list. */
const filterSchema = (name: string, field: Field | undefined): JsonSchema => ({
  type: 'string',
  ...(field?.type === 'text' && field.oneOf !== undefined ? { enum: field.oneOf } : { maxLength: 128 }),
  description: `Only items with this ${name}.`,
})
