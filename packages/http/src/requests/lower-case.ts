import type { Ajv } from 'ajv'

/** In a schema: the text is read in lower case and without blanks around it, for ids, hashes and names. */
export const LOWER_CASE = 'x-lower-case'

/** ASCII only: of other letters the lower case may be another name. */
export const toLowerCase = (text: string): string => text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Changes the body before `pattern` is checked. */
export function addLowerCase(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: LOWER_CASE,
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    before: 'pattern',
    validate: (_on: boolean, text: string, _schema?: unknown, place?: Place) => {
      if (place?.parentData !== undefined) place.parentData[place.parentDataProperty ?? ''] = toLowerCase(text)
      return true
    },
  })
}

interface Place {
  readonly parentData?: Record<string | number, unknown>
  readonly parentDataProperty?: string | number
}
