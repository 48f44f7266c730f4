/** Whatever might be a key, a token or a user's id. A user name that a world makes out of an id tells nothing new. */
const SHAPES =
  /(?<!user-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|acl_[0-9a-f]{32}|eyJ[\w-]+\.[\w-]+\.[\w-]+|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g

/** Whose every secret is, so that any answer can be searched for what is not its reader's (rules B18, D3). */
export interface Secrets {
  /** `also`: who else may read them. */
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
