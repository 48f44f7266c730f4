/** The part of an OpenAPI document that its pages show. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags?: readonly ApiTag[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<ApiOperation, 'method' | 'path'>>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, ApiSchema>>
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
}

export interface ApiTag {
  readonly name: string
  readonly description?: string
}

export interface SecurityScheme {
  readonly type: string
  readonly in?: string
  readonly name?: string
  readonly description?: string
}

export interface ApiOperation {
  readonly method: string
  readonly path: string
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Readonly<Record<string, ApiMedia>> }
  readonly responses?: Readonly<Record<string, ApiResponse>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

export interface ApiParameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: ApiSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

export interface ApiMedia {
  readonly schema?: ApiSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

export interface ApiResponse {
  readonly description?: string
  readonly content?: Readonly<Record<string, ApiMedia>>
}

export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly items?: ApiSchema
  readonly anyOf?: readonly ApiSchema[]
  readonly oneOf?: readonly ApiSchema[]
  readonly allOf?: readonly ApiSchema[]
  readonly additionalProperties?: ApiSchema | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** Every operation, in the order of the document. */
export const listOperations = ({ paths }: ApiDocument): ApiOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

const PREFIX = '#/components/schemas/'

/** The name of the schema that this one refers to. */
export const referredName = ({ $ref }: ApiSchema): string | undefined =>
  $ref?.startsWith(PREFIX) === true ? $ref.slice(PREFIX.length) : undefined
