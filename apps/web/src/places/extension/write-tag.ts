/** Web NFC, as far as it is used; TypeScript does not know it. */
interface TagWriter {
  write(message: { records: readonly { recordType: 'url'; data: string }[] }): Promise<void>
}

export const canWriteTags = (): boolean => 'NDEFReader' in window

/** Onto the tag that is held to the phone next. */
export function writeTag(text: string): Promise<void> {
  const { NDEFReader } = window as unknown as { NDEFReader: new () => TagWriter }
  const data = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `lightning:${text}`
  return new NDEFReader().write({ records: [{ recordType: 'url', data }] })
}
