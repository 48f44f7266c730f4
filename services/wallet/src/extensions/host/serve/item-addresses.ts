import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { JsonSchema } from '@satchel/extension-sdk/shape-schema'
import type { Values } from '../stores/field-values.ts'

/** Longer texts do not fit into a QR code that cameras can read. */
const MAX_CODE_CHARACTERS = 2300

/**
 * The URL of an item's page, and that of its QR code as a picture, for its owner. `json` is the item as the caller sees
 * it: URLs are built only from that, so they disclose nothing more.
 */
export function itemAddresses(extension: AnyExtension, json: Readonly<Values>, publicUrl: string): Values {
  const page = pageOf(extension, json)
  const pageUrl = page === undefined ? undefined : `${publicUrl}/${extension.manifest.id}${page}`
  const code = codeOf(extension, json) ?? pageUrl
  return {
    ...(pageUrl !== undefined && { page_url: pageUrl }),
    ...(code !== undefined &&
      code.length <= MAX_CODE_CHARACTERS && { qr_url: `${publicUrl}/static/qr.svg?data=${encodeURIComponent(code)}` }),
  }
}

/** `/p/{id}` with the values of the item; undefined if one of them is missing. */
function pageOf({ owner }: AnyExtension, json: Readonly<Values>): string | undefined {
  let isComplete = owner?.page !== undefined
  const path = (owner?.page ?? '').replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = json[name]
    if (typeof value !== 'string' || value === '') isComplete = false
    return encodeURIComponent(String(value))
  })
  return isComplete ? path : undefined
}

function codeOf({ owner }: AnyExtension, json: Readonly<Values>): string | undefined {
  const value = owner?.code === undefined ? undefined : json[owner.code]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** For the manual: what `itemAddresses` adds to the items of this extension. */
export function addressProperties({ owner, resource }: AnyExtension): Readonly<Record<string, JsonSchema>> {
  const { page, code } = owner ?? {}
  const isOptional = code !== undefined && (resource as Shape)[code]?.optional === true && page === undefined
  const what = code === undefined ? 'the page' : `\`${code}\``
  return {
    ...(page !== undefined && { page_url: { type: 'string', description: 'URL of its page.' } }),
    ...((page !== undefined || code !== undefined) && {
      qr_url: {
        type: 'string',
        description: `URL of ${what} as a QR code (SVG).${isOptional ? ` Absent without \`${code}\`.` : ''}`,
      },
    }),
  }
}
