import { invalid } from '@satchel/http/service-error'

/** Cursors of list pages: opaque to callers, and valid for one list only. */
export interface PageCursor {
  write(last: number): string
  /** 422 for a cursor of another list. */
  read(cursor: string): number
}

/** `list`: a letter that no other list has. */
export function pageCursor(list: string): PageCursor {
  const pattern = new RegExp(`^${list}(\\d{1,15})$`)
  return {
    write: (last) => Buffer.from(`${list}${last}`).toString('base64url'),
    read(cursor) {
      const digits = pattern.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
      if (digits !== undefined) return Number(digits)
      const msg = 'not one that this service gave'
      throw invalid({ type: 'value_error', loc: ['query', 'cursor'], msg, input: cursor })
    },
  }
}
