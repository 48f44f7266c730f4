import { hash } from 'node:crypto'
import { type CachedAnswer, createCachedAnswer } from '../prepared/cached-answer.ts'

interface DocumentForm {
  /** From what `read` says to what is sent; default: as it is. */
  readonly write?: (text: string) => string
  readonly type?: string
}

/** The answer with a text that may change: made on the first request, and again when the text has changed. */
export function createDocumentAnswers(
  read: () => Promise<string>,
  { write = (text) => text, type }: DocumentForm = {},
): () => Promise<CachedAnswer> {
  let written: { readonly text: string; readonly answer: CachedAnswer } | undefined
  return async () => {
    const text = await read()
    if (written?.text !== text) {
      const bytes = Buffer.from(write(text))
      written = { text, answer: createCachedAnswer(bytes, hash('sha256', bytes, 'base64url').slice(0, 22), type) }
    }
    return written.answer
  }
}
