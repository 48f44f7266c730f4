import { ServiceError } from '@satchel/http/service-error'
import { type RouteError, routeProblem } from '../../pages/fields/field-problem.js'
import type { Speech } from '../../pages/speak.ts'
import type { HttpRequest } from './serve-items.ts'

/** A visitor's `GET`, which a form without JavaScript may send, with its fields as the query. */
export const mayBePlainForm = (method: string, access: string): boolean => method === 'GET' && access === 'public'

/**
 * Browsers write each line break of a form as two characters. Fields count one, as scripts do: so
 * a text has the same length, and is kept the same, whichever way it came.
 */
export function readPlainForm({ query }: HttpRequest): void {
  const fields = query as Record<string, string | string[]>
  for (const [name, value] of Object.entries(fields)) {
    fields[name] = Array.isArray(value) ? value.map(withOwnBreaks) : withOwnBreaks(value)
  }
}

const withOwnBreaks = (text: string): string => text.replaceAll('\r\n', '\n')

/** The problems of the fields as text, one per line; undefined = the error concerns no field. */
export function fieldProblemsOf(error: Error, { say }: Pick<Speech, 'say'>): string | undefined {
  if (!(error instanceof ServiceError) || error.problems.length === 0) return undefined
  return error.problems.map((one) => `${one.loc.at(-1)}: ${say(...routeProblem(one as RouteError))}`).join('\n')
}

/** `/public/x/tips` belongs to the page `/p/x`; undefined = it has none. */
export function pageBehind(path: string, { params }: HttpRequest): string | undefined {
  const { id } = params as { readonly id?: string }
  return path.startsWith('/public/:id') && id !== undefined ? `/p/${encodeURIComponent(id.toWellFormed())}` : undefined
}
