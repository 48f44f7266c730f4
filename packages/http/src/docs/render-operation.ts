import { attribute, type Html, html } from '@satchel/page/html'
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse } from './api-document.ts'
import { referredName } from './api-document.ts'
import { examplesOf } from './example-of.ts'
import { heading, inline, renderMarkdown } from './render-markdown.ts'
import { renderSchema, typeOf } from './render-schema.ts'

export interface OperationView {
  readonly document: ApiDocument
  /** Level of the operation's heading. */
  readonly level: number
  /** `try`: collapsed, with a form to send it. `read`: expanded, to read. */
  readonly kind: 'try' | 'read'
}

export const idOf = ({ operationId, method, path }: ApiOperation): string =>
  operationId ?? `${method}-${path}`.replaceAll(/[^\w]+/g, '-')

/** One operation: description, parameters and answers. */
export function renderOperation(operation: ApiOperation, view: OperationView): Html {
  const { method, path, summary = '' } = operation
  const head = html`<span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${path}</code> ${heading(view.level, html`${summary}`)}`
  const body = html`${renderMarkdown(operation.description ?? '', view.level + 1)}${parametersOf(operation)}${bodyOf(operation, view)}${answersOf(operation, view)}`
  return view.kind === 'read'
    ? html`<section class="operation" id="${idOf(operation)}"><div class="head">${head}</div>${body}</section>`
    : html`<details class="operation" id="${idOf(operation)}"><summary>${head}</summary><div class="inside">${tryForm(operation, view.document)}${body}</div></details>`
}

const subject = (text: string): Html => html`<p class="subject">${text}</p>`

function parametersOf({ parameters = [] }: ApiOperation): Html {
  if (parameters.length === 0) return html``
  return html`${subject('Parameters')}<ul class="fields">${parameters.map(
    ({ name, in: place, required, description = '', schema = {} }) =>
      html`<li><code>${name}</code> <span class="type">${place}, ${typeOf(schema)}</span>${required === true ? html` <span class="need">required</span>` : ''}${description === '' ? '' : html` – ${inline(description)}`}</li>`,
  )}</ul>`
}

function bodyOf({ requestBody }: ApiOperation, { document, kind }: OperationView): Html {
  const [media] = Object.values(requestBody?.content ?? {})
  if (media?.schema === undefined) return html``
  const examples = kind === 'try' ? [] : examplesOf(media, document)
  return html`${subject('Body')}${renderSchema(media.schema, document)}${examples.map(
    ([name, value]) =>
      html`<figure><figcaption>${name === '' ? 'Example' : name}</figcaption><pre>${JSON.stringify(value, undefined, 2)}</pre></figure>`,
  )}`
}

function answersOf({ responses = {} }: ApiOperation, { document }: OperationView): Html {
  const rows = Object.entries(responses)
  return html`${subject('Answers')}<dl class="answers">${rows.map(
    ([status, answer]) =>
      html`<dt>${status}</dt><dd>${inline(answer.description ?? '')}${contentOf(status, answer, document)}</dd>`,
  )}</dl>`
}

/** All errors share one schema, so only its name is shown. */
function contentOf(status: string, { content = {} }: ApiResponse, document: ApiDocument): Html {
  const [first] = Object.entries(content)
  if (first === undefined) return html``
  const [type, { schema = {} }] = first
  if (type !== 'application/json') return html` <span class="type">${type}</span>`
  const isShort = !status.startsWith('2') || referredName(schema) !== undefined
  return isShort ? html` <span class="type">${typeOf(schema)}</span>` : renderSchema(schema, document)
}

/** Hidden until the script of the page shows it; a WebSocket cannot be tried by a form. */
function tryForm(operation: ApiOperation, document: ApiDocument): Html {
  const { method, path, parameters = [], requestBody, responses = {}, security = [] } = operation
  if ('101' in responses) return html``
  const id = idOf(operation)
  const schemes = security.flatMap((one) => Object.keys(one)).join(' ')
  const [media] = Object.entries(requestBody?.content ?? {})
  const examples = media === undefined ? [] : examplesOf(media[1], document)
  return html`<form class="try" hidden aria-label="Try ${method} ${path}" data-method="${method}" data-path="${path}" data-schemes="${schemes}"${attribute('data-type', media?.[0])}>
${parameters.filter(isTyped).map((parameter) => inputOf(parameter, id))}${
  media === undefined
    ? ''
    : html`${choiceOf(examples, id)}<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" rows="6" spellcheck="false" autocomplete="off">${JSON.stringify(examples[0]?.[1], undefined, 2)}</textarea>`
}<p><button type="submit">Send</button></p><p class="status" role="status"></p><pre class="answer" hidden></pre></form>`
}

/** Parameters that a user types; cookies belong to the browser. */
const isTyped = ({ in: place }: ApiParameter): boolean => place !== 'cookie'

function inputOf(parameter: ApiParameter, id: string): Html {
  const { name, in: place, required } = parameter
  const example = parameter.example ?? Object.values(parameter.examples ?? {})[0]?.value
  const input = `${id}-${place}-${name}`
  return html`<label for="${input}">${name} <span class="type">${place}</span></label><input id="${input}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${attribute('placeholder', example === undefined ? undefined : typeof example === 'string' ? example : JSON.stringify(example))}${attribute('required', required === true ? '' : undefined)}>`
}

function choiceOf(examples: readonly (readonly [string, unknown])[], id: string): Html {
  if (examples.length < 2) return html``
  return html`<label for="${id}-example">Example</label><select id="${id}-example" name="example">${examples.map(
    ([name, value]) => html`<option value="${JSON.stringify(value, undefined, 2)}">${name}</option>`,
  )}</select>`
}
