import { hash } from 'node:crypto'
import { type CachedAnswer, createCachedAnswer } from '../prepared/cached-answer.ts'

interface DocumentForm {
  /** Converts the text from `read` to the text that is sent; default: unchanged. */
  readonly write?: (text: string) => string
  readonly type?: string
}

/** Answers with a text that may change: built on the first request and after each change. */
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
