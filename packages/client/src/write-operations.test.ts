import { expect, test } from 'vitest'
import { type OpenApiDocument, writeOperations } from './write-operations.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const DOCUMENT: OpenApiDocument = {
  components: {
    schemas: {
      Thing: {
        type: 'object',
        description: 'A thing.',
        required: ['id', 'state'],
        properties: {
          id: { type: 'string', description: 'Identifies */ it.' },
          state: { anyOf: [{ const: 'new' }, { const: 'old' }] },
          size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          notes: { type: 'array', items: { type: ['string', 'null'] } },
          'odd-name': { type: 'boolean' },
          extra: { type: 'object', additionalProperties: true },
        },
      },
    },
  },
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'changeThing',
        summary: 'Change it',
        parameters: [
          { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
          { in: 'query', name: 'force', schema: { type: 'boolean' } },
          { in: 'header', name: 'x', schema: { type: 'string' } },
        ],
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/Thing' }) },
        responses: { 200: json({ $ref: '#/components/schemas/Thing' }), 404: json({ type: 'object' }) },
      },
      delete: { operationId: 'deleteThing', summary: 'Delete it', responses: { 204: {} } },
    },
    '/export': {
      get: {
        operationId: 'exportThings',
        summary: 'Export them',
        responses: {
          200: {
            content: { 'text/csv': { schema: { type: 'string' } }, ...json({ type: 'array', items: {} }).content },
          },
        },
      },
    },
    '/metrics': {
      get: {
        operationId: 'getMetrics',
        summary: 'Metrics',
        responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  },
}

test('schemas become types with their comments, operations their request and answer', () => {
  expect(
    writeOperations(DOCUMENT),
  ).toBe(`// Written by \`npm run client\` from the wallet service’s /openapi.json: not to be edited.

/** A thing. */
export type Thing = {
  /** Identifies * it. */
  readonly id: string
  readonly state: "new" | "old"
  readonly size?: number | null
  readonly parts?: readonly Thing[]
  readonly notes?: readonly (string | null)[]
  readonly 'odd-name'?: boolean
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What each operation asks for and answers, by its \`operationId\`. */
export interface Operations {
  /** Change it */
  changeThing: {
    path: { id: string }
    query?: { force?: boolean }
    body: Thing
    answer: Thing
  }
  /** Delete it */
  deleteThing: {
    answer: undefined
  }
  /** Export them */
  exportThings: {
    answer: string | readonly unknown[]
  }
  /** Metrics */
  getMetrics: {
    answer: string
  }
}

/** Method and path of each operation. */
export const OPERATIONS = {
  changeThing: ['PUT', '/things/{id}'],
  deleteThing: ['DELETE', '/things/{id}'],
  exportThings: ['GET', '/export'],
  getMetrics: ['GET', '/metrics'],
} as const satisfies { readonly [Name in keyof Operations]: readonly [method: string, path: string] }
`)
})
