/**
 * Everything that might be a key, a token or a user's id. A user name that a world derives from an id reveals nothing
 * new.
 */
const SHAPES =
  /(?<!user-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|acl_[0-9a-f]{32}|eyJ[\w-]+\.[\w-]+\.[\w-]+|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g

/** The owner of every secret, so that any answer can be searched for secrets of others (rules B18, D3). */
export interface Secrets {
  /** `also`: others who may read them. */
  keep(ownerId: string, texts: readonly string[], also?: string): void
  /** Those in the text that the reader should not see. */
  foundIn(text: string, readerId: string | undefined): string[]
}

export function createSecrets(): Secrets {
  const readers = new Map<string, readonly string[]>()
  return {
    keep(ownerId, texts, also) {
      for (const text of texts) readers.set(text, also === undefined ? [ownerId] : [ownerId, also])
    },
    foundIn: (text, readerId) =>
      (text.match(SHAPES) ?? []).filter((one) => readers.get(one)?.includes(readerId ?? '') === false),
  }
}
