import { type Html, html } from '@satchel/page/html'
import { type ApiDocument, type ApiSchema, referredName } from './api-document.ts'
import { inline } from './render-markdown.ts'

/** The fields of a value, nested ones below their own; a named schema is a link, and at the top its fields. */
export function renderSchema(schema: ApiSchema, document: ApiDocument): Html {
  const name = referredName(schema)
  const named = name === undefined ? undefined : document.components?.schemas?.[name]
  return html`<p>${typeOf(schema)}</p>${fieldsOf(named ?? schema)}`
}

/** The schemas with a name, at the end of the page. */
export const renderNamedSchema = (schema: ApiSchema): Html =>
  html`${schema.description === undefined ? '' : html`<p>${inline(schema.description)}</p>`}<p>${typeOf(schema)}</p>${fieldsOf(schema)}`

const MAX_DEPTH = 5

function fieldsOf(schema: ApiSchema, depth = 0): Html {
  if (depth > MAX_DEPTH || referredName(schema) !== undefined) return html``
  const { properties, items, required = [], additionalProperties } = schema
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (properties !== undefined && Object.keys(properties).length > 0) {
    return html`<ul class="fields">${Object.entries(properties).map(
      ([name, field]) =>
        html`<li><code>${name}</code> <span class="type">${typeOf(field)}</span>${
          required.includes(name) ? html` <span class="need">required</span>` : ''
        }${field.description === undefined ? '' : html` – ${inline(field.description)}`}${fieldsOf(field, depth + 1)}</li>`,
    )}</ul>`
  }
  if (items !== undefined) return fieldsOf(items, depth + 1)
  if (choices !== undefined) return html`${choices.map((choice) => fieldsOf(choice, depth + 1))}`
  return typeof additionalProperties === 'object' ? fieldsOf(additionalProperties, depth + 1) : html``
}

/** `integer, from 1, up to 100`, `sat | fiat`, a link to a schema. */
export function typeOf(schema: ApiSchema): Html {
  const name = referredName(schema)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return html`${choices.map((one, at) => html`${at === 0 ? '' : ' or '}${typeOf(one)}`)}`
  if (schema.allOf !== undefined)
    return html`${schema.allOf.map((one, at) => html`${at === 0 ? '' : ' and '}${typeOf(one)}`)}`
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`
  if (schema.enum !== undefined) return html`${schema.enum.map(String).join(' | ')}`
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'anything')
  return html`${[type, ...boundsOf(schema)].join(', ')}`
}

function boundsOf({
  format,
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  default: standard,
}: ApiSchema): string[] {
  return [
    ...(format === undefined ? [] : [format]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(minLength === undefined || minLength < 2 ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`up to ${maxItems} items`]),
    ...(standard === undefined ? [] : [`default ${JSON.stringify(standard)}`]),
  ]
}
