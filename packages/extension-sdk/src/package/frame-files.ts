/** File types of frames of packages: the extensions of files below `frames/`, and their media types. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
])

/** The folder of the package with these files. */
export const FRAME_FOLDER = 'frames'

export const FRAME_LIMITS = { files: 100, fileBytes: 1024 * 1024 } as const

const NAME = '[A-Za-z0-9_][A-Za-z0-9_-]{0,59}'

/** A name below the folder, as a pattern of JSON Schema: no part is only dots, and the last one has a known ending. */
export const FRAME_FILE = `^(?:${NAME}/){0,3}(?:${NAME}\\.){1,3}(?:${[...TYPES.keys()].join('|')})$`

const isFrameFile = (name: string): boolean => new RegExp(FRAME_FILE).test(name)

/** Throws, with a sentence for the author, for a file type that frames do not support. */
export function requireFrameFile(name: string, bytes: number): void {
  const place = `${FRAME_FOLDER}/${name}`
  if (!isFrameFile(name)) {
    throw new Error(
      `${place} cannot be served: names have letters, digits, "_" and "-", and end in ${[...TYPES.keys()].join(', ')}`,
    )
  }
  if (bytes > FRAME_LIMITS.fileBytes) throw new Error(`${place} is longer than 1 MB`)
}

/** The media type of a file; undefined = it is not served. */
export const frameTypeOf = (name: string): string | undefined =>
  isFrameFile(name) ? TYPES.get(name.slice(name.lastIndexOf('.') + 1)) : undefined
