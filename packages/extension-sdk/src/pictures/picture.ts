import type { Field } from '../shape.ts'

/** Size of the file; as Base64 it is a third longer. */
export const MAX_PICTURE_BYTES = 20_480

const MAX_HEAD = 'data:image/jpeg;base64,'.length

/**
 * A small picture: a file in the value itself, as `data:` URL, or its https URL. The host checks the type by the first
 * bytes of a file. No SVG: that is a document, with scripts.
 */
export const PICTURE = {
  type: 'text',
  as: 'picture',
  max: MAX_HEAD + Math.ceil(MAX_PICTURE_BYTES / 3) * 4,
  pattern:
    '^(https?://[^\\u0000-\\u0020\\u007f-\\u00a0\\ud800-\\udfff]{1,2040}|data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2})$',
} as const satisfies Partial<Field>

const FILE = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** A file in the value itself, not an address. */
export const isPictureFile = (value: string): boolean => value.startsWith('data:')

/** The problem of a picture in the value itself; undefined: none. */
export function pictureProblem(value: string): string | undefined {
  const [, kind = '', text = ''] = FILE.exec(value) ?? []
  const bytes = Buffer.from(text, 'base64')
  if (text === '' || bytes.toString('base64') !== text) return 'Input should be a PNG, JPEG, GIF or WebP in Base64'
  if (bytes.length > MAX_PICTURE_BYTES) return `Input should be a picture of at most ${MAX_PICTURE_BYTES} bytes`
  return kindOf(bytes) === kind ? undefined : `Input should be the ${kind.toUpperCase()} file that it says it is`
}

/** The type by the first bytes. */
function kindOf(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (head.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : undefined
}
